import { type Answer, call } from "../../ui/api/call.ts"
import { useAction } from "../../ui/dialogs/use-action.ts"
import { Button } from "../../ui/parts/button.tsx"
import { FileButton } from "../../ui/parts/file-button.tsx"
import { Progress } from "../../ui/parts/progress.tsx"
import { moment, pieces } from "../../ui/values/format.ts"
import { newId } from "../../ui/values/ids.ts"
import { isOpen } from "../../../../lib/felder/auftrag.ts"
import { JOB_WATCH, useGet } from "../../ui/state/query.ts"

type Export = NonNullable<Answer<"get", "/api/firmenexport">["letzter"]>

const isUnderWay = (one: Export | null | undefined): boolean => Boolean(one && isOpen(one))

/** All that the company has here as one file, to look at or to leave with. */
export function Everything() {
  const { data } = useGet(
    "/api/firmenexport",
    {},
    { watch: (answer) => (isUnderWay(answer?.letzter) ? JOB_WATCH : false) },
  )
  const { busy, run } = useAction()
  const order = () => call("post", "/api/firmenexport", { body: { id: newId() } })
  const last = data?.letzter
  const running = isUnderWay(last)
  return (
    <section aria-labelledby="alles">
      <header>
        <h2 id="alles">Die ganze Firma mitnehmen</h2>
      </header>
      <p className="muted">
        Alle Tabellen, Bilder und Papiere in einer ZIP-Datei, mit einer Erklärung jeder Datei und jeder
        Spalte. Ohne Passwörter. Was eine andere Pfandwerk-Installation braucht, liegt darin zum Einlesen
        bereit.
      </p>
      {last && <State letzter={last} />}
      <div className="buttons">
        <Button icon="log" isPending={busy || running} onPress={() => run(order)}>
          {last ? "Neu zusammenstellen" : "ZIP zusammenstellen"}
        </Button>
        {last?.abrufbar_bis && (
          <FileButton
            path="/api/firmenexport/{auftrag_id}/firma.zip"
            input={{ path: { auftrag_id: last.id } }}
            look="primary"
          >
            {`ZIP herunterladen (${sizeOf(last.bytes ?? 0)})`}
          </FileButton>
        )}
      </div>
    </section>
  )
}

function State({ letzter }: { letzter: Export }) {
  const { status, gesamt, erledigt, meldung, abrufbar_bis, beendet_am, erstellt_von_name } = letzter
  if (isUnderWay(letzter))
    return (
      <Progress
        label="Die ganze Firma mitnehmen"
        counts={status === "laeuft" ? { done: erledigt, of: gesamt } : undefined}
      >
        {status === "wartet"
          ? "Beginnt gleich."
          : `${pieces(erledigt)} von etwa ${pieces(gesamt)} Dateien. Diese Seite kann verlassen werden.`}
      </Progress>
    )
  if (status === "gescheitert")
    return (
      <p className="problem" role="alert">
        {meldung}
      </p>
    )
  return (
    <p role="status">
      {`Zuletzt zusammengestellt ${moment(beendet_am)} von ${erstellt_von_name}. `}
      {abrufbar_bis ? `Liegt bereit bis ${moment(abrufbar_bis)}.` : "Die Datei ist nicht mehr da."}
    </p>
  )
}

const KB = 1000
const MB = KB * KB

/** `3,4 MB`: in the units people know, while an operator reads MiB (lib/format.ts). */
const sizeOf = (bytes: number): string => {
  const [value, unit] = bytes < MB ? [bytes / KB, "kB"] : bytes < KB * MB ? [bytes / MB, "MB"] : [bytes / KB / MB, "GB"] // prettier-ignore
  return `${value.toLocaleString("de-DE", { maximumFractionDigits: 1 })} ${unit}`
}
