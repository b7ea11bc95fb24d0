import type { Answer, Input } from "../../ui/api/call.ts"
import { NOBODY } from "../../ui/state/drivers.ts"
import { isNamed, type Line, lineOf } from "../../ui/lines/lines.ts"

export type Lieferung = Answer<"get", "/api/lieferungen/{id}">
type Body = Input<"post", "/api/lieferungen">["body"]
export type Kunde = { id: string; name: string; lieferzeit_von: string | null; lieferzeit_bis: string | null }

/** Values of the plan's fields. */
export type PlanValues = {
  kunde_id: string
  name: string
  datum: string
  fahrer_id: string
  zeit_von: string | null
  zeit_bis: string | null
  hinweis: string
  lines: Line[]
}

/** The customer's delivery times apply until others are given. */
export const ofKunde = (kunde: Kunde | undefined) => ({
  kunde_id: kunde?.id ?? "",
  name: kunde?.name ?? "",
  zeit_von: kunde?.lieferzeit_von ?? null,
  zeit_bis: kunde?.lieferzeit_bis ?? null,
})

export const valuesOf = (lieferung: Lieferung, name: string): PlanValues => ({
  kunde_id: lieferung.kunde_id,
  name,
  datum: lieferung.datum,
  fahrer_id: lieferung.fahrer_id ?? NOBODY,
  zeit_von: lieferung.zeit_von,
  zeit_bis: lieferung.zeit_bis,
  hinweis: lieferung.hinweis ?? "",
  lines: lieferung.positionen.map((position) => ({
    ...lineOf(position, position.soll_ausgabe, position.soll_ruecknahme),
    ...(position.geprueft_bis && { testedUntil: position.geprueft_bis }),
  })),
})

/** Body of a change of the plan; the customer cannot be changed. */
export const bodyOf = ({ datum, fahrer_id, zeit_von, zeit_bis, hinweis, lines }: PlanValues) => ({
  datum,
  fahrer_id: fahrer_id === NOBODY ? null : fahrer_id,
  zeit_von,
  zeit_bis,
  hinweis: hinweis.trim() || null,
  positionen: lines.filter(isNamed).map(({ id, isDevice, out, back }): Body["positionen"][number] => ({
    ...(isDevice ? { geraet_id: id } : { pfandartikel_id: id }),
    soll_ausgabe: out ?? 0,
    soll_ruecknahme: back ?? 0,
  })),
})

export const labels: Partial<Record<keyof PlanValues, string>> = {
  datum: "Tag",
  fahrer_id: "Fahrer",
  zeit_von: "Zeit von",
  zeit_bis: "bis",
  hinweis: "Hinweis",
  lines: "Positionen",
}
