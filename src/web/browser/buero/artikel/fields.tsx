import { type Einheit, einheitOf } from "../../../../lib/einheit.ts"
import { artikelfelder } from "../../../../lib/felder/artikel.ts"
import { Choice, MoneyField, PrintedField, TextField, Toggle } from "../../ui/fields/field.tsx"
import { labelled, optionsOf, type Values } from "../../ui/forms/form-of.ts"
import type { FormState } from "../../ui/forms/form.tsx"
import { bearsTax, useDepositTax } from "../../ui/records/deposit-tax.ts"
import { euro } from "../../ui/values/format.ts"
import { AmountChange } from "./amount-change.tsx"
import { type Part, Parts } from "./parts.tsx"
import { type Artikel, declared, deposit } from "./words.ts"
import { piecesInWords } from "../../ui/values/contents.ts"

export type ArtikelValues = Omit<Values<typeof artikelfelder>, "einheit"> & {
  pfand_cent: number | null
  bestandteile: Part[]
  /** Null: as the name says. */
  einheit: Einheit | null
  /** Chosen anew with each change of the deposit. */
  bei_aenderung: Artikel["bei_aenderung"]
}

/** As the interface has it: a single article has a deposit, a gebinde has parts. */
function bodyOf({ pfand_cent, bestandteile, ...values }: ArtikelValues) {
  const einheit = values.einheit ?? einheitOf(values.bezeichnung)
  const { art, ...body } = declared.bodyOf({ ...values, einheit })
  return {
    ...body,
    ...(body.ust_klasse === "transporthilfsmittel" && { steuersatz: "regel" as const }),
    ...(art === "einzeln"
      ? pfand_cent !== null && { pfand_cent }
      : {
          bestandteile: bestandteile.map(({ pfandartikel_id, menge }) => ({
            pfandartikel_id,
            menge: menge ?? 0,
          })),
        }),
  }
}

export const artikelform = {
  labels: {
    ...declared.labels,
    ...deposit.labels,
    bestandteile: "Bestandteile",
  },
  words: {
    ...declared.words,
    ...deposit.words,
    pfand_cent: (cent: number | null) => (cent === null ? "" : euro(cent)),
    bestandteile: piecesInWords,
    einheit: (value: Einheit | null) => (value === null ? "" : declared.words.einheit(value)),
  },
  valuesOf: (artikel: Partial<Artikel>): ArtikelValues => ({
    ...declared.valuesOf({ art: "einzeln", ust_klasse: "warenumschliessung", ...artikel }),
    pfand_cent: artikel.art === "gebinde" ? null : (artikel.pfand_cent ?? null),
    bestandteile: artikel.bestandteile ?? [],
    einheit: artikel.einheit ?? null,
    bei_aenderung: "erstattung",
  }),
  bodyOf,
}

const { art: arten, ust_klasse: klassen, steuersatz: saetze, einheit: einheiten } = artikelfelder

/** The fields of an article. Its kind cannot be changed afterwards. */
export function ArtikelFields({ form, artikel }: { form: FormState<ArtikelValues>; artikel?: Artikel }) {
  const { values } = form
  const field = labelled(form, artikelform.labels)
  const isNew = artikel === undefined
  const tax = useDepositTax(bearsTax(values))
  const later = isNew ? undefined : "Gilt ab jetzt, nicht ab einem späteren Tag; Gebuchtes bleibt, wie es ist"
  const taxed = isNew
    ? undefined
    : "Klasse und Satz gelten für das, was ab jetzt hinausgeht; was Kunden haben, behält die seinen"
  return (
    <>
      <PrintedField
        {...field("bezeichnung")}
        isRequired
        autoFocus={isNew}
        maxLength={artikelfelder.bezeichnung.max}
      />
      <div className="pair">
        <PrintedField {...field("nummer")} isRequired maxLength={artikelfelder.nummer.max} />
        <TextField {...field("barcode")} maxLength={artikelfelder.barcode.max} />
      </div>
      {isNew && (
        <Choice
          {...field("art")}
          options={optionsOf(arten.words)}
          hint={
            values.art === "gebinde"
              ? "Ein Gebinde wie der volle Kasten wird als seine Teile gebucht"
              : "Flasche, leerer Kasten, Fass, Palette"
          }
        />
      )}
      {values.art === "einzeln" ? (
        <>
          <MoneyField {...field("pfand_cent")} isRequired hint={[tax, later].filter(Boolean).join(". ")} />
          {artikel && (
            <AmountChange
              artikel={artikel}
              pfand_cent={values.pfand_cent}
              choice={form.field("bei_aenderung")}
            />
          )}
        </>
      ) : (
        <Parts parts={values.bestandteile} set={(bestandteile) => form.set({ bestandteile })} hint={later} />
      )}
      <div className="pair">
        <Choice {...field("ust_klasse")} options={optionsOf(klassen.words)} hint={taxed} />
        {values.ust_klasse === "transporthilfsmittel" ? (
          <p className="muted">
            Transporthilfsmittel wie Paletten haben immer den Regelsatz, was auch darauf liegt.
          </p>
        ) : (
          <Choice {...field("steuersatz")} options={optionsOf(saetze.words)} />
        )}
      </div>
      <Choice
        {...field("einheit")}
        options={optionsOf(einheiten.words)}
        value={values.einheit ?? einheitOf(values.bezeichnung)}
        hint="Worin gezählt wird; steht auf Abrechnungen"
      />
      {!isNew && <Toggle {...field("aktiv")} label="Im Umlauf: wird ausgegeben" />}
    </>
  )
}
