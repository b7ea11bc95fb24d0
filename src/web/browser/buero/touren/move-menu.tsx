import { MenuButton } from "../../ui/parts/menu-button.tsx"
import { placesIn } from "./move.ts"
import { type AskDay, type Column, isMovable, isOpen, type MoveStopp, type Stopp } from "./tour.ts"

type Props = { stopp: Stopp; from: Column; columns: Column[]; move: MoveStopp; askDay: AskDay }

/** Moves a stop without dragging: to another driver, to another place of the tour, or to another day. One that failed is planned anew. */
export function MoveMenu({ stopp, from, columns, move, askDay }: Props) {
  const open = from.stopps.filter(isOpen).map(({ lieferung_id }) => lieferung_id)
  const at = open.indexOf(stopp.lieferung_id)
  const places = placesIn(open, at).map(({ text, before }) => ({
    text,
    run: () => move(stopp, from, before),
  }))
  const others = columns
    .filter(({ id, takes }) => takes && id !== from.id)
    .map((to) => ({
      text: to.id === "" ? "Keinem Fahrer" : `An ${to.name}`,
      run: () => move(stopp, to, undefined),
    }))
  const isPlanned = isMovable(stopp)
  const day = {
    text: isPlanned ? "Anderer Tag …" : "Neu planen …",
    run: () => askDay(stopp, open[at + 1] ?? null),
  }
  return (
    <MenuButton
      look="quiet"
      icon="down"
      label={`${stopp.kunde_name}: verschieben`}
      name="Verschieben"
      entries={isPlanned ? [...(from.id === "" || !from.takes ? [] : places), ...others, day] : [day]}
    />
  )
}
