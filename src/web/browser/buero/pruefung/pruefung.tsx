import { useIsMutating, useMutation, useQuery } from "@tanstack/react-query"
import { Link } from "react-aria-components"
import { type Answer, call } from "../../ui/api/call.ts"
import { messageOf } from "../../ui/api/fault.ts"
import { Button } from "../../ui/parts/button.tsx"
import { FileButton } from "../../ui/parts/file-button.tsx"
import { moment, pieces } from "../../ui/values/format.ts"
import { Page } from "../../ui/page/page.tsx"
import { queryClient, refresh, useGet } from "../../ui/state/query.ts"
import { Checks, Faults, type Pruefung } from "./checks.tsx"
import { Hints } from "./hints.tsx"

const KEY = ["pruefung"]

/** @returns the check of the ledger: it goes on after one has left the page, and its result is there when one is back */
function useCheck() {
  const { data, dataUpdatedAt: readAt } = useQuery<Pruefung>({ queryKey: KEY, enabled: false })
  const isRunning = useIsMutating({ mutationKey: KEY }) > 0
  const { mutate, error } = useMutation({
    mutationKey: KEY,
    mutationFn: () => call("get", "/api/pfandpruefung"),
    onSuccess: async (result) => {
      queryClient.setQueryData(KEY, result)
      await refresh("/api/heute")
    },
  })
  return { own: data, readAt, isRunning, error, run: () => mutate() }
}

/** Checks the ledger, for people who have to vouch for it years later. */
export default function PruefungPage() {
  const { own, readAt, isRunning, error, run } = useCheck()
  const today = useGet("/api/heute", {}, { watch: true })
  const last = today.data?.pruefung
  // Another check may have come since one's own.
  const isOld = own && last && today.dataUpdatedAt >= readAt && !isOf(last, own)
  const result = isOld ? undefined : own
  const known = result ?? last
  return (
    <Page
      title="Prüfung des Pfandbuchs"
      actions={
        <Button look="primary" icon="proof" onPress={run} isPending={isRunning}>
          {isRunning ? "Prüft …" : "Jetzt prüfen"}
        </Button>
      }
    >
      <div className="report">
        <section aria-label="Ergebnis" aria-live="polite">
          <p className="muted">
            {isRunning ? "Die Prüfung läuft" : <Link href="/pfandbuch">Alle Buchungen</Link>}
          </p>
          <p className={known && !known.in_ordnung && !isRunning ? "figure bad" : "figure"}>
            {headline(isRunning, today.isLoading, known)}
          </p>
          <p className="muted">
            {isRunning
              ? "Bei vielen Buchungen dauert das eine Weile. Sie können inzwischen weiterarbeiten."
              : last &&
                `Zuletzt geprüft am ${moment(last.geprueft_am)} · ${pieces(last.buchungen)} Buchungen`}
          </p>
          {error && !isRunning && (
            <p className="problem" role="alert">
              {messageOf(error)}
            </p>
          )}
        </section>
        <Checks result={isRunning ? undefined : result} />
        {result && !isRunning && result.fehler.length > 0 && <Faults faults={result.fehler} />}
        {known && !known.in_ordnung && !isRunning && <WhatToDo />}
        {result?.in_ordnung && !isRunning && result.hinweise.length > 0 && (
          <Hints hints={result.hinweise} onBooked={run} />
        )}
        {!isRunning && <Report />}
        {known?.letzter_hash && !isRunning && <Seal hash={known.letzter_hash} count={known.buchungen} />}
      </div>
    </Page>
  )
}

type Last = Answer<"get", "/api/heute">["pruefung"]

/** @returns whether the last check found what this one has found */
const isOf = (last: NonNullable<Last>, { buchungen, letzter_hash, in_ordnung, fehler }: Pruefung): boolean =>
  last.buchungen === buchungen &&
  last.letzter_hash === letzter_hash &&
  last.in_ordnung === in_ordnung &&
  last.fehler === fehler.length

type Known = { in_ordnung: boolean; fehler: number | unknown[] }

function headline(isRunning: boolean, isLoading: boolean, known: Known | null | undefined): string {
  if (isRunning) return "Rechnet nach …"
  if (!known) return isLoading ? " " : "Noch nie geprüft"
  if (known.in_ordnung) return "In Ordnung"
  const count = typeof known.fehler === "number" ? known.fehler : known.fehler.length
  return count === 1 ? "Ein Fehler gefunden" : `${pieces(count)} Fehler gefunden`
}

const WhatToDo = () => (
  <section className="remark" aria-labelledby="was-tun">
    <h2 id="was-tun">Was jetzt zu tun ist</h2>
    <ol className="steps">
      <li>Bitte nichts korrigieren und nichts stornieren: das würde die Spuren verwischen.</li>
      <li>Den Betreiber verständigen und ihm diese Seite zeigen oder ausdrucken.</li>
      <li>
        Der Betreiber hebt die Sicherungen auf und stellt fest, seit wann der Fehler besteht. Wie das geht,
        steht im <a href="/hilfe">Handbuch</a>.
      </li>
    </ol>
  </section>
)

/** A paper for somebody who vouches for the books, and where the rest is that they ask for. */
const Report = () => (
  <section aria-labelledby="bericht">
    <h2 id="bericht">Für Steuerberater und Prüfer</h2>
    <p className="muted">
      Der Prüfbericht rechnet noch einmal nach und hält fest, was wann von welcher Version geprüft wurde, mit
      welchem Ergebnis und welcher Prüfsumme. Prüferexport und Verfahrensdokumentation stehen unter{" "}
      <Link href="/datev">DATEV und Steuerprüfung</Link>.
    </p>
    <div>
      <FileButton path="/api/pfandpruefung/bericht.pdf" input={{}} onSaved={() => void refresh("/api/heute")}>
        Prüfbericht (PDF)
      </FileButton>
    </div>
  </section>
)

const Seal = ({ hash, count }: { hash: string; count: number }) => (
  <section aria-labelledby="pruefsumme">
    <h2 id="pruefsumme">Prüfsumme der letzten Buchung</h2>
    <p className="seal">{hash}</p>
    <p className="muted">
      Sie steht für alle {pieces(count)} Buchungen bis dahin. Wer sie außerhalb aufschreibt, etwa im
      Monatsabschluss, kann später beweisen, dass seither keine davon verändert oder entfernt wurde.
    </p>
  </section>
)
