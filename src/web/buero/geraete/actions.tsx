import { Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components"
import { useAccount } from "../../ui/account.tsx"
import { Button } from "../../ui/button.tsx"
import type { IconName } from "../../ui/icons.tsx"
import type { Geraet } from "./fields.tsx"
import { type Move, movesFrom, verbOf } from "./moves.ts"

const icons: Partial<Record<Move, IconName>> = { ausgabe: "right", ruecknahme: "returns", lager: "check" }
const seldom = new Set<Move>(["verloren", "ausgemustert"])

type Props = { status: Geraet["status"]; onMove: (move: Move) => void; onEdit: () => void }

/** What is done with a device where it is now: the usual first, the seldom behind "Mehr". */
export function Actions({ status, onMove, onEdit }: Props) {
  const { rolle } = useAccount()
  const allowed = movesFrom(status).filter((move) => move !== "ausgemustert" || rolle !== "user")
  const more = allowed.filter((move) => seldom.has(move))
  return (
    <>
      {allowed
        .filter((move) => !seldom.has(move))
        .map((move, index) => (
          <Button
            key={move}
            look={index === 0 ? "primary" : "plain"}
            icon={icons[move] ?? "more"}
            onPress={() => onMove(move)}
          >
            {verbOf(move, status)}
          </Button>
        ))}
      <Button icon="edit" onPress={onEdit}>
        Bearbeiten
      </Button>
      {more.length > 0 && (
        <MenuTrigger>
          <Button icon="more">Mehr</Button>
          <Popover className="popover" placement="bottom end">
            <Menu className="options" aria-label="Mehr">
              {more.map((move) => (
                <MenuItem key={move} id={move} onAction={() => onMove(move)}>
                  {verbOf(move, status)} …
                </MenuItem>
              ))}
            </Menu>
          </Popover>
        </MenuTrigger>
      )}
    </>
  )
}
