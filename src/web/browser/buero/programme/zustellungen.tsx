import { ereignisartInWords } from "../../../../lib/ereignisarten.ts"
import { call } from "../../ui/api/call.ts"
import { messageOf } from "../../ui/api/fault.ts"
import { Dialog } from "../../ui/dialogs/dialog.tsx"
import { useAction } from "../../ui/dialogs/use-action.ts"
import { Badge } from "../../ui/parts/badge.tsx"
import { Button } from "../../ui/parts/button.tsx"
import { LoadMore } from "../../ui/parts/load-more.tsx"
import { type Item, useList } from "../../ui/state/list.ts"
import { moment, plural } from "../../ui/values/format.ts"

type Props = { webhook: { id: string; name: string }; onClose: () => void }
type Zustellung = Item<"/api/webhooks/{id}/zustellungen">

/** What a receiver was sent and what it answered; what was given up is sent once more by hand. */
export function Zustellungen({ webhook: { id, name }, onClose }: Props) {
  const list = useList(
    "/api/webhooks/{id}/zustellungen",
    { path: { id }, query: { limit: 50 } },
    { watch: true },
  )
  return (
    <Dialog title={`Gesendet an ${name}`} isOpen onClose={onClose}>
      {list.error && list.items.length === 0 && <p role="alert">{messageOf(list.error)}</p>}
      {!list.isLoading && !list.error && list.items.length === 0 && <p>Noch nichts.</p>}
      <ul className="programs">
        {list.items.map((zustellung) => (
          <Row key={zustellung.id} zustellung={zustellung} />
        ))}
      </ul>
      <LoadMore list={list} />
    </Dialog>
  )
}

const stands = {
  wartet: { tone: "plain", word: "Wartet" },
  zugestellt: { tone: "good", word: "Zugestellt" },
  aufgegeben: { tone: "bad", word: "Aufgegeben" },
} as const

function Row({ zustellung }: { zustellung: Zustellung }) {
  const { id: zustellung_id, webhook_id: id, nummer, art, status, versuche, antworten } = zustellung
  const { busy, run } = useAction()
  const last = antworten.at(-1)
  const path = { path: { id, zustellung_id } }
  const again = () => call("post", "/api/webhooks/{id}/zustellungen/{zustellung_id}/noch-einmal", path)
  return (
    <li>
      <div>
        <p>
          {`${nummer}: ${ereignisartInWords[art]}`}{" "}
          <Badge tone={stands[status].tone}>{stands[status].word}</Badge>
        </p>
        <p className="muted">
          {last
            ? `${plural(versuche, "Versuch", "Versuche")}, zuletzt ${moment(last.am)}: ${last.antwort}`
            : "Noch kein Versuch"}
        </p>
        {zustellung.naechster_versuch_am && versuche > 0 && (
          <p className="muted">{`Nächster Versuch ${moment(zustellung.naechster_versuch_am)}`}</p>
        )}
      </div>
      {status !== "wartet" && (
        <Button isPending={busy} onPress={() => run(again, "Sie wird noch einmal gesendet")}>
          Noch einmal senden
        </Button>
      )}
    </li>
  )
}
