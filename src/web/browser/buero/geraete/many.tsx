import { call } from "../../ui/api/call.ts"
import { EtikettenButton } from "../../ui/lists/files.tsx"
import type { BulkActions, BulkAction } from "../../ui/lists/use-bulk.ts"
import { stateInWords } from "../../ui/parts/badge.tsx"
import type { Role } from "../../ui/session/account.tsx"
import type { Item } from "../../ui/state/list.ts"
import { type Move, movesFrom } from "./moves.ts"
import { planning } from "./plan-many.tsx"

type Geraet = Item<"/api/geraete">
type Status = Extract<Move, "lager" | "wartung" | "ausgemustert">

/** @returns the action that moves devices to a state, as far as their present state allows that */
const to = (
  status: Status,
  words: Pick<BulkAction<Geraet>, "name" | "verb" | "done" | "question" | "look">,
): BulkAction<Geraet> => ({
  ...words,
  against: (geraet) =>
    movesFrom(geraet.status).includes(status)
      ? undefined
      : `sein Stand ist „${stateInWords("geraet", geraet.status)}“`,
  run: ({ id }) => call("post", "/api/geraete/{id}/status", { path: { id }, body: { status } }),
})

const actions: readonly BulkAction<Geraet>[] = [
  to("wartung", {
    name: "In die Wartung",
    verb: "in die Wartung geben",
    done: "in die Wartung gegeben",
    question: "Sie können nicht ausgegeben werden, bis die Wartung beendet ist.",
  }),
  to("lager", {
    name: "Ins Lager",
    verb: "ins Lager stellen",
    done: "ins Lager gestellt",
    question: "Die Wartung ist beendet, oder das Gerät hat sich wiedergefunden: es kann ausgegeben werden.",
  }),
  planning,
]

const retiring = to("ausgemustert", {
  name: "Ausmustern",
  verb: "ausmustern",
  done: "ausgemustert",
  question: "Sie kommen nie wieder in Umlauf; das ist nicht rückgängig zu machen.",
  look: "bad",
})

const forAll: BulkActions<Geraet> = {
  one: "Gerät",
  many: "Geräte",
  nameOf: ({ geraetenummer, bezeichnung }) => `${geraetenummer} ${bezeichnung}`,
  actions,
  renderMore: (rows) => (
    <EtikettenButton
      path="/api/geraete/etiketten.pdf"
      filters={{ ids: rows.map(({ id }) => id).join(",") }}
      count={rows.length}
      isChosen
    />
  ),
}
const forAdmins: BulkActions<Geraet> = { ...forAll, actions: [...actions, retiring] }

/** @returns what somebody in this role can do to several devices at once */
export const manyFor = (rolle: Role): BulkActions<Geraet> => (rolle === "user" ? forAll : forAdmins)
