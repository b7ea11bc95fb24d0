import { MenuButton } from "../../ui/parts/menu-button.tsx"
import { type Column, isOpen, type Move, type Stopp } from "./tour.ts"

type Props = { stopp: Stopp; from: Column; columns: Column[]; move: Move }

/** Moves a stop without dragging: to another driver, a place up or down, or to another day. */
export function MoveMenu({ stopp, from, columns, move }: Props) {
  const open = from.stopps.filter(isOpen).map(({ lieferung_id }) => lieferung_id)
  const at = open.indexOf(stopp.lieferung_id)
  const places = [
    {
      text: "Einen Platz nach vorn",
      isDisabled: at <= 0,
      run: () => move(stopp, from, open[at - 1]),
    },
    {
      text: "Einen Platz nach hinten",
      isDisabled: at === open.length - 1,
      run: () => move(stopp, from, open[at + 2]),
    },
  ]
  const others = columns
    .filter(({ id, takes }) => takes && id !== from.id)
    .map((to) => ({
      text: to.id === "" ? "Keinem Fahrer" : `An ${to.name}`,
      run: () => move(stopp, to, undefined),
    }))
  const day = { text: "Anderer Tag …", href: `/lieferungen/${stopp.lieferung_id}?panel=verschieben` }
  return (
    <MenuButton
      look="quiet"
      icon="down"
      label={`${stopp.kunde_name}: verschieben`}
      name="Verschieben"
      entries={[...(from.id === "" || !from.takes ? [] : places), ...others, day]}
    />
  )
}
