import { useEffect, useState } from "react"
import { forgetDraft } from "../../ui/forms/draft.ts"
import { useAccount } from "../../ui/session/account.tsx"
import { lineDraft, openLine } from "./open-line.ts"
import { isGone } from "../../ui/api/fault.ts"
import { State } from "../../ui/parts/badge.tsx"
import { Button } from "../../ui/parts/button.tsx"
import { FileButton } from "../../ui/parts/file-button.tsx"
import { moment } from "../../ui/values/format.ts"
import { Page, pageInstead } from "../../ui/page/page.tsx"
import { useGet } from "../../ui/state/query.ts"
import { Counting, type Inventur } from "./counting.tsx"
import { Result } from "./result.tsx"
import { call } from "../../ui/api/call.ts"
import { Confirm } from "../../ui/dialogs/dialog.tsx"
import { useAction } from "../../ui/dialogs/use-action.ts"
import { Closing } from "./closing.tsx"

const BACK = { href: "/inventuren", label: "Inventuren" }

const whenOf = ({ status, gezaehlt_am, erstellt_am, beendet_am }: Inventur): string => {
  const made = gezaehlt_am && `auf Papier gezählt am ${moment(gezaehlt_am)}`
  if (status === "offen") return made ?? `seit ${moment(erstellt_am)}`
  return made ? `${made}, beendet am ${moment(beendet_am)}` : moment(beendet_am)
}

/** A count of the yard: while it is open, what everybody counted; afterwards, what came out of it. */
export default function InventurPage({ params }: { params: Record<string, string> }) {
  const id = params["id"] ?? ""
  const { data, error } = useGet("/api/inventuren/{id}", { path: { id } }, { watch: true })
  const [asked, setAsked] = useState<Ending>()
  if (!data || isGone(error)) {
    return pageInstead({ error, name: "Inventur", what: "Diese Inventur gibt es nicht", back: BACK })
  }
  const isOpen = data.status === "offen"
  return (
    <Page
      title={data.bezeichnung}
      back={BACK}
      beside={
        <>
          {data.status !== "abgeschlossen" && <State of="inventur" value={data.status} />}
          <span className="muted">{whenOf(data)}</span>
        </>
      }
      actions={isOpen ? <Ends ask={setAsked} /> : data.status === "abgeschlossen" && <Reports id={id} />}
    >
      {isOpen ? <Counting inventur={data} /> : <Uncounted id={id} />}
      {data.status === "abgeschlossen" && <Result inventur={data} />}
      {data.status === "verworfen" && (
        <p className="muted">
          {data.beendet_von_name ?? "Der Betreiber"} hat diese Inventur verworfen. Der Bestand blieb, wie er
          war.
        </p>
      )}
      {asked && (
        <End id={id} onPaper={data.gezaehlt_am !== null} what={asked} close={() => setAsked(undefined)} />
      )}
    </Page>
  )
}

/** Names the line that was still in the form when the count ended, mostly by somebody else, and drops its draft. */
function Uncounted({ id }: { id: string }) {
  const account = useAccount().id
  const [line] = useState(() => openLine(account, id))
  useEffect(() => forgetDraft(account, lineDraft(id)), [account, id])
  return line && <p className="remark">{`${line} stand noch im Formular und ist nicht gezählt.`}</p>
}

const Ends = ({ ask }: { ask: (what: Ending) => void }) => (
  <>
    <Button look="quiet" onPress={() => ask("verwerfen")}>
      Verwerfen
    </Button>
    <Button look="primary" icon="check" onPress={() => ask("abschluss")}>
      Abschließen
    </Button>
  </>
)

const Reports = ({ id }: { id: string }) => (
  <>
    <FileButton path="/api/inventuren/{id}/bericht.csv" input={{ path: { id } }}>
      Bericht (CSV)
    </FileButton>
    <FileButton path="/api/inventuren/{id}/bericht.pdf" input={{ path: { id } }}>
      Bericht (PDF)
    </FileButton>
  </>
)

type Ending = "abschluss" | "verwerfen"

type EndProps = { id: string; onPaper: boolean; what: Ending; close: () => void }

/** Asks before a count ends, with what follows from it. */
function End({ id, onPaper, what, close }: EndProps) {
  const { busy, run } = useAction()
  const end = (send: () => Promise<unknown>, said: string): void => run(() => send().finally(close), said)
  if (what === "abschluss") return <Closing id={id} onPaper={onPaper} busy={busy} close={close} end={end} />
  return (
    <Confirm
      title="Inventur verwerfen"
      isOpen
      onClose={close}
      action="Verwerfen"
      run={() =>
        end(
          () => call("post", "/api/inventuren/{id}/verwerfen", { path: { id } }),
          "Die Inventur ist verworfen",
        )
      }
      busy={busy}
    >
      <p>Alles Gezählte gilt dann nicht. Der Bestand bleibt, wie er war.</p>
    </Confirm>
  )
}
