import { type Einheit, einheitOf } from "../../../../lib/einheit.ts"
import { artikelfelder } from "../../../../lib/felder/artikel.ts"
import { Choice, MoneyField, TextField, Toggle } from "../../ui/fields/field.tsx"
import { optionsOf, type Values } from "../../ui/forms/felder.ts"
import type { FormState } from "../../ui/forms/form.tsx"
import { Unprintable } from "../../ui/parts/unprintable.tsx"
import { euro } from "../../ui/values/format.ts"
import { AmountChange } from "./amount-change.tsx"
import { type Part, Parts } from "./parts.tsx"
import { type Artikel, declared, partsInWords } from "./words.ts"

export type ArtikelValues = Omit<Values<typeof artikelfelder>, "einheit"> & {
  pfand_cent: number | null
  bestandteile: Part[]
  /** Null: as the name says. */
  einheit: Einheit | null
  /** Chosen anew with each change of the deposit. */
  bei_aenderung: Artikel["bei_aenderung"]
}

export const labels: Record<keyof ArtikelValues, string> = {
  ...declared.labels,
  pfand_cent: "Pfand je Stück",
  bestandteile: "Bestandteile",
  bei_aenderung: "Was bei Kunden ist",
}

/** Words for values that are more than text, for comparing two versions. */
export const words = {
  ...declared.words,
  pfand_cent: (cent: number | null) => (cent === null ? "" : euro(cent)),
  bestandteile: (parts: Part[]) => partsInWords(parts),
  einheit: (value: Einheit | null) => (value === null ? "" : declared.words.einheit(value)),
}

export const valuesOf = (artikel: Partial<Artikel>): ArtikelValues => ({
  ...declared.valuesOf({ art: "einzeln", ust_klasse: "warenumschliessung", ...artikel }),
  pfand_cent: artikel.art === "gebinde" ? null : (artikel.pfand_cent ?? null),
  bestandteile: artikel.bestandteile ?? [],
  einheit: artikel.einheit ?? null,
  bei_aenderung: "erstattung",
})

const { art: arten, ust_klasse: klassen, steuersatz: saetze, einheit: einheiten } = artikelfelder

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
        maxLength={artikelfelder.bezeichnung.max}
      />
      <div className="pair">
        <TextField
          label={labels.nummer}
          {...field("nummer")}
          isRequired
          maxLength={artikelfelder.nummer.max}
        />
        <TextField label={labels.barcode} {...field("barcode")} maxLength={artikelfelder.barcode.max} />
      </div>
      <Unprintable texts={[values.bezeichnung, values.nummer]} />
      {isNew && (
        <Choice
          label={labels.art}
          options={optionsOf(arten.words)}
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
        <Choice label={labels.ust_klasse} options={optionsOf(klassen.words)} {...field("ust_klasse")} />
        {values.ust_klasse === "transporthilfsmittel" ? (
          <p className="muted">
            Transporthilfsmittel wie Paletten haben immer den Regelsatz, was auch darauf liegt.
          </p>
        ) : (
          <Choice label={labels.steuersatz} options={optionsOf(saetze.words)} {...field("steuersatz")} />
        )}
      </div>
      <Choice
        label={labels.einheit}
        options={optionsOf(einheiten.words)}
        {...field("einheit")}
        value={values.einheit ?? einheitOf(values.bezeichnung)}
        hint="Worin gezählt wird; steht auf Abrechnungen"
      />
      {!isNew && <Toggle label="Im Umlauf: wird ausgegeben" {...field("aktiv")} />}
    </>
  )
}
