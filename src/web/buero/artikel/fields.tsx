import type { Input } from "../../ui/api/call.ts"
import { Choice, MoneyField, TextField, Toggle } from "../../ui/field.tsx"
import type { FormState } from "../../ui/form.tsx"
import { euro } from "../../ui/format.ts"
import { type Part, Parts } from "./parts.tsx"
import { arten, type Artikel, labelIn, partsInWords, steuersaetze, ustKlassen } from "./words.ts"

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
  barcode: string
  aktiv: boolean
}

export const labels: Record<keyof ArtikelValues, string> = {
  nummer: "Nummer",
  bezeichnung: "Bezeichnung",
  art: "Art",
  pfand_cent: "Pfand je Stück",
  bestandteile: "Bestandteile",
  ust_klasse: "Umsatzsteuer-Klasse",
  steuersatz: "Steuersatz der Ware",
  barcode: "Strichcode",
  aktiv: "Im Umlauf",
}

/** Where it is more than text: for comparing two versions. */
export const words = {
  pfand_cent: (cent: number | null) => (cent === null ? "" : euro(cent)),
  bestandteile: (parts: Part[]) => partsInWords(parts),
  ust_klasse: (value: string) => labelIn(ustKlassen, value),
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
  barcode: artikel.barcode ?? "",
  aktiv: artikel.aktiv !== 0,
})

/** As the interface has it: a single article has a deposit, a gebinde has parts. */
export const bodyOf = ({ art, pfand_cent, bestandteile, barcode, aktiv, ...values }: ArtikelValues) => ({
  ...values,
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

/** The fields of an article. What kind it is cannot be changed afterwards. */
export function ArtikelFields({ form, isNew }: { form: FormState<ArtikelValues>; isNew?: boolean }) {
  const { field, values } = form
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
        <MoneyField label={labels.pfand_cent} {...field("pfand_cent")} isRequired hint={later} />
      ) : (
        <Parts parts={values.bestandteile} set={(bestandteile) => form.set({ bestandteile })} hint={later} />
      )}
      <div className="pair">
        <Choice label={labels.ust_klasse} options={ustKlassen} {...field("ust_klasse")} />
        <Choice label={labels.steuersatz} options={steuersaetze} {...field("steuersatz")} />
      </div>
      {!isNew && <Toggle label="Im Umlauf: wird ausgegeben" {...field("aktiv")} />}
    </>
  )
}
