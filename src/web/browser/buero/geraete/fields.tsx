import { Link } from "react-aria-components"
import { geraetefelder } from "../../../../lib/felder/geraet.ts"
import type { Answer } from "../../ui/api/call.ts"
import { Choice, MoneyField, PrintedField, TextField } from "../../ui/fields/field.tsx"
import { formOf, labelled, optionsOf, type Values } from "../../ui/forms/form-of.ts"
import type { FormState } from "../../ui/forms/form.tsx"
import { useDepositTax } from "../../ui/records/deposit-tax.ts"
import { useGet } from "../../ui/state/query.ts"

export type Geraet = Answer<"get", "/api/geraete/{id}">

export const geraeteform = formOf(geraetefelder)

/** The usual one first. */
const pfandformen = optionsOf(geraetefelder.pfandform.words).toReversed()

type Werte = Values<typeof geraetefelder>
type Props = {
  form: Pick<FormState<Werte>, "values" | "field">
  isNew?: boolean
}

/** The fields of a device, in the order in which they stand on its plate. */
export function GeraetFields({ form, isNew }: Props) {
  const field = labelled<Werte>(form, geraeteform.labels)
  const tax = useDepositTax(form.values.pfandform === "pfand")
  const later = isNew ? undefined : "Gilt ab der nächsten Ausgabe; Gebuchtes bleibt, wie es ist"
  return (
    <>
      <div className="pair">
        <PrintedField
          {...field("geraetenummer")}
          isRequired
          autoFocus={isNew}
          maxLength={geraetefelder.geraetenummer.max}
        />
        <TextField {...field("barcode")} hint="In das Feld klicken und scannen" />
      </div>
      <PrintedField {...field("bezeichnung")} isRequired maxLength={geraetefelder.bezeichnung.max} />
      <div className="pair">
        <PrintedField {...field("typ")} placeholder="etwa Kühler" />
        <PrintedField {...field("seriennummer")} />
      </div>
      {isNew && <SameSerial typed={String(form.values.seriennummer ?? "").trim()} />}
      <div className="pair">
        <MoneyField
          {...field("pfand_cent")}
          label={geraeteform.words.pfandform(form.values.pfandform)}
          hint={[tax, later].filter(Boolean).join(". ")}
        />
        <Choice
          {...field("pfandform")}
          options={pfandformen}
          hint="Pfand trägt Umsatzsteuer, eine Kaution nicht"
        />
      </div>
      <TextField {...field("notiz")} lines={3} hint="Nur für das Büro" />
    </>
  )
}

/** Shorter ones are still being typed. */
const SHORTEST = 3

/** Says of a serial number that a device has it already: makers may share one, but mostly it is the same machine. */
function SameSerial({ typed }: { typed: string }) {
  const { data } = useGet(
    "/api/geraete",
    { query: { q: typed, limit: 20 } },
    { enabled: typed.length >= SHORTEST },
  )
  const isSame = (other: string | null): boolean => other?.toLowerCase() === typed.toLowerCase()
  const same = typed.length < SHORTEST ? [] : (data?.items ?? []).filter((one) => isSame(one.seriennummer))
  return (
    <div role="status">
      {same.length > 0 && (
        <p className="remark">
          Diese Seriennummer hat schon{" "}
          {same.map(({ id, geraetenummer, bezeichnung }, index) => (
            <span key={id}>
              {index > 0 && ", "}
              <Link href={`/geraete/${id}`}>{`${geraetenummer} (${bezeichnung})`}</Link>
            </span>
          ))}
        </p>
      )}
    </div>
  )
}
