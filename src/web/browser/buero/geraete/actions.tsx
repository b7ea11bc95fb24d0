import { useAccount } from "../../ui/session/account.tsx"
import { Button } from "../../ui/parts/button.tsx"
import { FileButton } from "../../ui/parts/file-button.tsx"
import type { IconName } from "../../ui/parts/icons.tsx"
import { MenuButton } from "../../ui/parts/menu-button.tsx"
import type { Geraet } from "./fields.tsx"
import { useStandorte } from "../../ui/records/standort.tsx"
import { type Move, movesFrom, verbOf } from "./moves.ts"

const icons: Partial<Record<Move, IconName>> = {
  ausgabe: "right",
  ruecknahme: "returns",
  umstellung: "tours",
  lager: "check",
}
const seldom = new Set<Move>(["verloren", "ausgemustert"])

type Props = { geraet: Geraet; onMove: (move: Move) => void; onEdit: () => void }

/** Actions for a device in its present place: usual ones first, rare ones in "Mehr". */
export function Actions({ geraet: { id, status, kunde_id, standort_id }, onMove, onEdit }: Props) {
  const { rolle } = useAccount()
  // A customer with one address has nowhere to carry it to.
  const { items } = useStandorte(kunde_id ?? "")
  const isCarried = standort_id !== null || items.some(({ aktiv }) => aktiv === 1)
  const allowed = movesFrom(status).filter(
    (move) => (move !== "ausgemustert" || rolle !== "user") && (move !== "umstellung" || isCarried),
  )
  const more = allowed.filter((move) => seldom.has(move))
  const usual = allowed.filter((move) => !seldom.has(move) && move !== "umstellung")
  const button = (move: Move, look: "primary" | "plain" = "plain") => (
    <Button key={move} look={look} icon={icons[move] ?? "more"} onPress={() => onMove(move)}>
      {verbOf(move, status)}
    </Button>
  )
  return (
    <>
      {usual.map((move, index) => button(move, index === 0 ? "primary" : "plain"))}
      {status === "beim_kunden" && (
        <FileButton path="/api/geraete/{id}/ausgabeschein.pdf" input={{ path: { id } }}>
          Ausgabeschein
        </FileButton>
      )}
      {/* Behind what is always there, as it comes once the places are read. */}
      {allowed.includes("umstellung") && button("umstellung")}
      <Button icon="edit" onPress={onEdit}>
        Bearbeiten
      </Button>
      {more.length > 0 && (
        <MenuButton
          icon="more"
          name="Mehr"
          entries={more.map((move) => ({ text: `${verbOf(move, status)} …`, run: () => onMove(move) }))}
        >
          Mehr
        </MenuButton>
      )}
    </>
  )
}
