import { Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components"
import { Button } from "../../ui/button.tsx"
import { type Column, isOpen, type Stopp } from "./tour.ts"

type Props = {
  stopp: Stopp
  from: Column
  columns: Column[]
  move: (stopp: Stopp, to: Column, before: string | undefined) => void
}

/** The same without dragging: to another driver, or a place up or down. */
export function MoveMenu({ stopp, from, columns, move }: Props) {
  const open = from.stopps.filter(isOpen).map(({ lieferung_id }) => lieferung_id)
  const at = open.indexOf(stopp.lieferung_id)
  const run = (key: string): void => {
    if (key === "hoch") return move(stopp, from, open[at - 1])
    if (key === "runter") return move(stopp, from, open[at + 2])
    const to = columns.find(({ id }) => `an ${id}` === key)
    if (to) move(stopp, to, undefined)
  }
  return (
    <MenuTrigger>
      <Button look="quiet" icon="down" label={`${stopp.kunde_name}: verschieben`} />
      <Popover className="popover" placement="bottom end">
        <Menu
          className="options"
          aria-label="Verschieben"
          onAction={(key) => run(String(key))}
          disabledKeys={[...(at <= 0 ? ["hoch"] : []), ...(at === open.length - 1 ? ["runter"] : [])]}
        >
          {from.id !== "" && <MenuItem id="hoch">Einen Platz nach vorn</MenuItem>}
          {from.id !== "" && <MenuItem id="runter">Einen Platz nach hinten</MenuItem>}
          {columns
            .filter(({ id }) => id !== from.id)
            .map(({ id, name }) => (
              <MenuItem key={id} id={`an ${id}`} textValue={name}>
                {id === "" ? "Keinem Fahrer" : `An ${name}`}
              </MenuItem>
            ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}
