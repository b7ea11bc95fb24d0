import { useState } from "react"
import { Link } from "react-aria-components"
import { bereichInWords } from "../../../../lib/arten.ts"
import { call } from "../../ui/api/call.ts"
import { messageOf } from "../../ui/api/fault.ts"
import { AskButton } from "../../ui/dialogs/dialog.tsx"
import { useAction } from "../../ui/dialogs/use-action.ts"
import { Page } from "../../ui/page/page.tsx"
import { Badge } from "../../ui/parts/badge.tsx"
import { Button } from "../../ui/parts/button.tsx"
import { later } from "../../ui/parts/later.tsx"
import { LoadMore } from "../../ui/parts/load-more.tsx"
import { type Item, useList } from "../../ui/state/list.ts"
import { date, moment, today } from "../../ui/values/format.ts"
import { Webhooks } from "./webhooks.tsx"

const NewZugang = later(() => import("./new-zugang.tsx").then((part) => part.NewZugang))

type Zugang = Item<"/api/programmzugaenge">

/** Other programs that read and book here, each with a key of its own. */
export default function Programme() {
  const [isNew, setNew] = useState(false)
  const list = useList("/api/programmzugaenge", { query: { limit: 50 } }, { watch: true })
  return (
    <Page
      title="Programme"
      actions={
        <Button look="primary" icon="plus" onPress={() => setNew(true)}>
          Zugang anlegen
        </Button>
      }
    >
      <p className="muted">
        Eine Warenwirtschaft, eine Kasse oder ein Skript weist sich mit einem eigenen Schlüssel aus, nie mit
        dem Passwort einer Person. Wie das geht: <Link href="/docs/anbinden">Andere Programme anbinden</Link>
      </p>
      {list.error && list.items.length === 0 && <p role="alert">{messageOf(list.error)}</p>}
      {!list.isLoading && list.items.length === 0 && !list.error && (
        <p className="no-programs">Noch hat kein Programm Zugang.</p>
      )}
      <ul className="programs">
        {list.items.map((zugang) => (
          <Row key={zugang.id} zugang={zugang} />
        ))}
      </ul>
      <LoadMore list={list} />
      <Webhooks />
      {isNew && <NewZugang onClose={() => setNew(false)} />}
    </Page>
  )
}

function Row({ zugang }: { zugang: Zugang }) {
  const { id, name, kennung, rechte, gueltig_bis, zuletzt_am, widerrufen_am } = zugang
  const { run } = useAction()
  const isOver = gueltig_bis < today()
  const revoke = () => call("post", "/api/programmzugaenge/{id}/widerruf", { path: { id } })
  return (
    <li>
      <div>
        <p>
          <strong>{name}</strong> <code>{`${kennung}…`}</code> {widerrufen_am && <Badge>Widerrufen</Badge>}
          {!widerrufen_am && isOver && <Badge>Abgelaufen</Badge>}
        </p>
        <p>{rightsInWords(rechte)}</p>
        <p className="muted">
          {`Gültig bis ${date(gueltig_bis)} · ${zuletzt_am ? `zuletzt benutzt ${moment(zuletzt_am)} (auf zehn Minuten genau)` : "noch nie benutzt"}`}
        </p>
      </div>
      {!widerrufen_am && !isOver && (
        <AskButton
          title={`${name}: Zugang widerrufen?`}
          action="Widerrufen"
          question="Das Programm kann ab der nächsten Anfrage nichts mehr lesen und nichts mehr buchen. Was es getan hat, bleibt."
          run={() => run(revoke, `${name} hat keinen Zugang mehr`)}
        >
          Widerrufen …
        </AskButton>
      )}
    </li>
  )
}

/** `Kunden und ihre Standorte lesen und schreiben · Artikel lesen` */
function rightsInWords(rechte: readonly string[]): string {
  const ways = Map.groupBy(rechte, (recht) => recht.split(".")[0] ?? "")
  return [...ways]
    .map(([bereich, given]) => {
      const words = given.map((recht) => recht.split(".")[1]).join(" und ")
      return `${bereichInWords[bereich as keyof typeof bereichInWords]} ${words}`
    })
    .join(" · ")
}
