import { type Einheit, einheitInWorten, einheitOf } from "../../../../lib/einheit.ts"
import type { Input } from "../../ui/api/call.ts"
import { Choice, MoneyField, TextField, Toggle } from "../../ui/fields/field.tsx"
import type { FormState } from "../../ui/forms/form.tsx"
import { Unprintable } from "../../ui/parts/unprintable.tsx"
import { euro } from "../../ui/values/format.ts"
import { AmountChange } from "./amount-change.tsx"
import { type Part, Parts } from "./parts.tsx"
import { arten, type Artikel, einheiten, labelIn, partsInWords, steuersaetze, ustKlassen } from "./words.ts"

type New = Input<"post", "/api/pfandartikel">["body"]

/** As fields have it: empty text where the interface has null. */
export type ArtikelValues = {
  nummer: string
  bezeichnung: string
  art: New["art"]
  pfand_cent: number | null
  bestandteile: Part[]
  ust_klasse: New["ust_klasse"]
  steuersatz: NonNullable<New["steuersatz"]>
  /** Null: as the name says. */
  einheit: Einheit | null
  barcode: string
  aktiv: boolean
  /** Chosen anew with each change of the deposit. */
  bei_aenderung: Artikel["bei_aenderung"]
}

export const labels: Record<keyof ArtikelValues, string> = {
  nummer: "Nummer",
  bezeichnung: "Bezeichnung",
  art: "Art",
  pfand_cent: "Pfand je Stück",
  bestandteile: "Bestandteile",
  ust_klasse: "Umsatzsteuer-Klasse",
  steuersatz: "Steuersatz der Ware",
  einheit: "Einheit",
  barcode: "Strichcode",
  aktiv: "Im Umlauf",
  bei_aenderung: "Was bei Kunden ist",
}

/** Words for values that are more than text, for comparing two versions. */
export const words = {
  pfand_cent: (cent: number | null) => (cent === null ? "" : euro(cent)),
  bestandteile: (parts: Part[]) => partsInWords(parts),
  ust_klasse: (value: string) => labelIn(ustKlassen, value),
  einheit: (value: Einheit | null) => (value === null ? "" : einheitInWorten[value]),
  steuersatz: (value: string) => labelIn(steuersaetze, value),
}

export const valuesOf = (artikel: Partial<Artikel>): ArtikelValues => ({
  nummer: artikel.nummer ?? "",
  bezeichnung: artikel.bezeichnung ?? "",
  art: artikel.art ?? "einzeln",
  pfand_cent: artikel.art === "gebinde" ? null : (artikel.pfand_cent ?? null),
  bestandteile: artikel.bestandteile ?? [],
  ust_klasse: artikel.ust_klasse ?? "warenumschliessung",
  steuersatz: artikel.steuersatz ?? "regel",
  einheit: artikel.einheit ?? null,
  barcode: artikel.barcode ?? "",
  aktiv: artikel.aktiv !== 0,
  bei_aenderung: "erstattung",
})

/** As the interface has it: a single article has a deposit, a gebinde has parts. */
export const bodyOf = ({
  art,
  pfand_cent,
  bestandteile,
  barcode,
  aktiv,
  bei_aenderung: _,
  ...values
}: ArtikelValues) => ({
  ...values,
  ...(values.ust_klasse === "transporthilfsmittel" && { steuersatz: "regel" as const }),
  einheit: values.einheit ?? einheitOf(values.bezeichnung),
  barcode: barcode || null,
  aktiv: aktiv ? 1 : 0,
  ...(art === "einzeln"
    ? pfand_cent !== null && { pfand_cent }
    : {
        bestandteile: bestandteile.map((part) => ({
          pfandartikel_id: part.pfandartikel_id,
          menge: part.menge ?? 0,
        })),
      }),
})

/** The fields of an article. Its kind cannot be changed afterwards. */
export function ArtikelFields({ form, artikel }: { form: FormState<ArtikelValues>; artikel?: Artikel }) {
  const { field, values } = form
  const isNew = artikel === undefined
  const later = isNew ? undefined : "Gilt ab der nächsten Buchung; Gebuchtes bleibt, wie es ist"
  return (
    <>
      <TextField
        label={labels.bezeichnung}
        {...field("bezeichnung")}
        isRequired
        autoFocus={isNew}
        maxLength={200}
      />
      <div className="pair">
        <TextField label={labels.nummer} {...field("nummer")} isRequired maxLength={50} />
        <TextField label={labels.barcode} {...field("barcode")} maxLength={100} />
      </div>
      <Unprintable texts={[values.bezeichnung, values.nummer]} />
      {isNew && (
        <Choice
          label={labels.art}
          options={arten}
          {...field("art")}
          hint={
            values.art === "gebinde"
              ? "Ein Gebinde wie der volle Kasten wird als seine Teile gebucht"
              : "Flasche, leerer Kasten, Fass, Palette"
          }
        />
      )}
      {values.art === "einzeln" ? (
        <>
          <MoneyField label={labels.pfand_cent} {...field("pfand_cent")} isRequired hint={later} />
          {artikel && (
            <AmountChange artikel={artikel} pfand_cent={values.pfand_cent} choice={field("bei_aenderung")} />
          )}
        </>
      ) : (
        <Parts parts={values.bestandteile} set={(bestandteile) => form.set({ bestandteile })} hint={later} />
      )}
      <div className="pair">
        <Choice label={labels.ust_klasse} options={ustKlassen} {...field("ust_klasse")} />
        {values.ust_klasse === "transporthilfsmittel" ? (
          <p className="muted">
            Transporthilfsmittel wie Paletten haben immer den Regelsatz, was auch darauf liegt.
          </p>
        ) : (
          <Choice label={labels.steuersatz} options={steuersaetze} {...field("steuersatz")} />
        )}
      </div>
      <Choice
        label={labels.einheit}
        options={einheiten}
        {...field("einheit")}
        value={values.einheit ?? einheitOf(values.bezeichnung)}
        hint="Worin gezählt wird; steht auf Abrechnungen"
      />
      {!isNew && <Toggle label="Im Umlauf: wird ausgegeben" {...field("aktiv")} />}
    </>
  )
}
