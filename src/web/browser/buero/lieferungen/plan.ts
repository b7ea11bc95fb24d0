import type { Answer, Input } from "../../ui/api/call.ts"
import { planfelder } from "../../../../lib/felder/lieferung.ts"
import { formOf, type Values } from "../../ui/forms/form-of.ts"
import { NOBODY } from "../../ui/state/drivers.ts"
import { isNamed, type Line, lineOf, linesInWords } from "../../ui/lines/lines.ts"

export type Lieferung = Answer<"get", "/api/lieferungen/{id}">
type Body = Input<"post", "/api/lieferungen">["body"]
export type Kunde = { id: string; name: string; lieferzeit_von: string | null; lieferzeit_bis: string | null }

const declared = formOf(planfelder)

/** Values of the plan's fields. Without a driver, `fahrer_id` is `NOBODY`. */
export type PlanValues = Values<typeof planfelder> & {
  kunde_id: string
  name: string
  fahrer_id: string
  lines: Line[]
}

/** @returns values of a new plan, without customer and lines */
export const empty = (datum: string, fahrer_id: string) => ({
  ...declared.valuesOf({ datum }),
  fahrer_id,
})

/** @returns the plan's values that come from the customer, delivery times among them */
export const ofKunde = (kunde: Kunde | undefined) => ({
  kunde_id: kunde?.id ?? "",
  name: kunde?.name ?? "",
  zeit_von: kunde?.lieferzeit_von ?? null,
  zeit_bis: kunde?.lieferzeit_bis ?? null,
})

/** @param name the customer's @returns the form's values of a delivery */
export const valuesOf = (lieferung: Lieferung, name: string): PlanValues => ({
  ...declared.valuesOf(lieferung),
  kunde_id: lieferung.kunde_id,
  name,
  fahrer_id: lieferung.fahrer_id ?? NOBODY,
  lines: lieferung.positionen.map((position) => ({
    ...lineOf(position, position.soll_ausgabe, position.soll_ruecknahme),
    ...(position.geprueft_bis && { testedUntil: position.geprueft_bis }),
  })),
})

/** `2 × Kasten Bier; 1 × Fass zurück`: what is planned to go out and to come back. */
export const planInWords = (lieferung: Lieferung): string => linesInWords(valuesOf(lieferung, "").lines)

/** Body of a change of the plan; the customer cannot be changed. */
export const bodyOf = ({ lines, ...values }: PlanValues) => ({
  ...declared.bodyOf({ ...values, hinweis: values.hinweis.trim() }),
  fahrer_id: values.fahrer_id === NOBODY ? null : values.fahrer_id,
  positionen: lines.filter(isNamed).map(({ id, isDevice, out, back }): Body["positionen"][number] => ({
    ...(isDevice ? { geraet_id: id } : { pfandartikel_id: id }),
    soll_ausgabe: out ?? 0,
    soll_ruecknahme: back ?? 0,
  })),
})
