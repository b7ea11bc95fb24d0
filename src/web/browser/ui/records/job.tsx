import { useEffect, useEffectEvent, useRef } from "react"
import { Link } from "react-aria-components"
import { requireFound } from "../state/address.ts"
import { type Answer, call, type Input } from "../api/call.ts"
import { messageOf } from "../api/fault.ts"
import { PostAll, SendAll } from "./send-all.tsx"
import { State } from "../parts/badge.tsx"
import { FileButton } from "../parts/file-button.tsx"
import { Progress } from "../parts/progress.tsx"
import { date, euro, moment, period, pieces, plural } from "../values/format.ts"
import { newId } from "../values/ids.ts"
import { isOpen } from "../../../../lib/felder/auftrag.ts"
import { JOB_WATCH, refresh, useGet } from "../state/query.ts"
import { useList } from "../state/list.ts"

export type Auftrag = Answer<"get", "/api/auftraege/{id}">
type Auftragsart = Auftrag["art"]

const names = {
  abrechnungslauf: "Abrechnungslauf",
  kontoauszuege: "Kontoauszüge",
  saldenbestaetigungen: "Saldenbestätigungen",
  erinnerungen: "Erinnerungen",
} satisfies Record<Auftragsart, string>

type Named = Pick<Auftrag, "art" | "von" | "bis" | "ort" | "gewaehlt" | "ab_tagen" | "nur_leergut">
function periodOf({ art, von, bis }: Named): string {
  if (art === "saldenbestaetigungen") return `zum ${date(bis)}`
  return art === "erinnerungen" ? `vom ${date(bis)}` : period(von, bis)
}

/** `Kontoauszüge 01.10.2026 bis 31.10.2026, Lüneburg, ab 90 Tagen` */
export const nameOf = (auftrag: Named): string =>
  [
    `${names[auftrag.art]} ${periodOf(auftrag)}`,
    auftrag.ort,
    auftrag.gewaehlt !== null && plural(auftrag.gewaehlt, "gewählter Kunde", "gewählte Kunden"),
    auftrag.ab_tagen !== null && `ab ${plural(auftrag.ab_tagen, "Tag", "Tagen")}`,
    auftrag.nur_leergut && "nur Leergut",
  ]
    .filter(Boolean)
    .join(", ")

/** Filters of a job, in words. */
export type Wanted = Omit<Input<"post", "/api/auftraege">["body"], "id" | "art">

/** Starts a job for many customers. */
export const order = (art: Auftragsart, what: Wanted, id = newId()): Promise<Auftrag> =>
  call("post", "/api/auftraege", { body: { id, art, ...what } })

/**
 * The progress and the result of a job for many customers. It goes on when one leaves, and is found again by its id.
 */
export function Job({ id, onOver }: { id: string; onOver?: () => void }) {
  const { data, error } = useGet(
    "/api/auftraege/{id}",
    { path: { id } },
    { watch: (auftrag) => (auftrag && !isOpen(auftrag) ? false : JOB_WATCH) },
  )
  const over = data ? !isOpen(data) : undefined
  const status = data?.status
  useEffect(() => {
    // The list of jobs, which asks less often, shows the same.
    if (status) void refresh("/api/auftraege")
  }, [status])
  // Undefined at first, so that a job that was already over is reported, too.
  const before = useRef<boolean>(undefined)
  const tell = useEffectEvent(() => onOver?.())
  useEffect(() => {
    if (over && !before.current) tell()
    before.current = over
  }, [over])
  requireFound({ error }, "auftrag", id)
  if (error && !data) return <p role="alert">{messageOf(error)}</p>
  if (!data) return <div className="job" aria-busy="true" />
  return (
    <section className="job" aria-labelledby="auftrag">
      <h2 id="auftrag">
        {nameOf(data)} <State of="auftrag" value={data.status} />
      </h2>
      {isOpen(data) ? <Ongoing auftrag={data} /> : <Result auftrag={data} />}
      <Faults auftrag={data} />
    </section>
  )
}

/** @returns for how many customers something came of it */
const doneOf = ({ erledigt, uebergangen, fehler }: Auftrag): number => erledigt - uebergangen - fehler

function Ongoing({ auftrag }: { auftrag: Auftrag }) {
  const { status, erledigt, gesamt } = auftrag
  const done = doneOf(auftrag)
  const came =
    auftrag.art === "abrechnungslauf"
      ? `${pieces(done)} abgerechnet`
      : `${plural(done, "Papier", "Papiere")} erstellt`
  const isPrinting = status === "laeuft" && erledigt >= gesamt
  const counts = status === "laeuft" && erledigt > 0 && !isPrinting
  const waits = status === "wartet" || gesamt === 0
  const through = isPrinting
    ? "Alle Kunden sind durch; ihre PDFs werden erstellt."
    : `${pieces(erledigt)} von ${pieces(gesamt)} Kunden durchgesehen, ${came}.`
  return (
    <Progress label={nameOf(auftrag)} counts={counts ? { done: erledigt, of: gesamt } : undefined}>
      {waits ? "Beginnt gleich." : through} Diese Seite kann verlassen werden: es läuft weiter und ist unten
      wiederzufinden.
    </Progress>
  )
}

function Result({ auftrag }: { auftrag: Auftrag }) {
  const { id, art, status, erledigt, uebergangen, fehler, ungedruckt, betrag_cent, meldung } = auftrag
  const { beendet_am, erstellt_von_name } = auftrag
  const done = doneOf(auftrag)
  return (
    <>
      {status === "gescheitert" && (
        <p className="problem" role="alert">
          {meldung} Was bis dahin fertig war, bleibt; der Auftrag darf noch einmal gestartet werden.
        </p>
      )}
      <p>
        {art === "abrechnungslauf"
          ? `${plural(done, "Kunde", "Kunden")} abgerechnet${betrag_cent === null ? "" : `, zusammen ${euro(betrag_cent)}`}`
          : `${plural(done, "Papier", "Papiere")} fertig`}
        {uebergangen > 0 &&
          `, ${pieces(uebergangen)} ${art === "abrechnungslauf" ? "ohne etwas Neues" : "übergangen, auf die die Auswahl nicht zutrifft"}`}
        {fehler > 0 && `, ${pieces(fehler)} nicht möglich`}
        {ungedruckt > 0 && `; ${plural(ungedruckt, "Abrechnung", "Abrechnungen")} nicht gedruckt`}.{" "}
        <span className="muted">
          {moment(beendet_am)}, {erstellt_von_name}
        </span>
      </p>
      {art === "abrechnungslauf" && erledigt > uebergangen && (
        <p>
          <Link href={`/abrechnungen?lauf=${id}`}>Zu den Abrechnungen dieses Laufs</Link>
        </p>
      )}
      {status === "fertig" && (
        <p className="buttons">
          <FileButton path="/api/auftraege/{id}/druck.pdf" input={{ path: { id } }}>
            Alle als ein PDF
          </FileButton>
          <FileButton path="/api/auftraege/{id}/belege.zip" input={{ path: { id } }}>
            Einzeln als ZIP
          </FileButton>
          {art === "abrechnungslauf" && <PagesOnly />}
          <SendAll id={id} />
          {art === "abrechnungslauf" && <PostAll id={id} />}
        </p>
      )}
    </>
  )
}

/** Explains why the PDF for the printer is not what customers get. */
function PagesOnly() {
  if (useGet("/api/tenant", {}).data?.abrechnung_ist !== "rechnung") return null
  return (
    <span className="muted">
      Das eine PDF ist zum Drucken: es enthält keine elektronischen Rechnungen (XML). Verschickt werden die
      einzelnen Dateien.
    </span>
  )
}

function Faults({ auftrag: { kundenfehler, fehler, ungedruckt } }: { auftrag: Auftrag }) {
  if (kundenfehler.length === 0) return null
  return (
    <>
      <h3>Was nicht ging</h3>
      <ul className="lines">
        {kundenfehler.map(({ kunde_id, kundennummer, name, meldung }) => (
          <li key={`${kunde_id} ${meldung}`}>
            <Link href={`/kunden/${kunde_id}`}>{name}</Link> <span className="muted">{kundennummer}</span>
            <span className="wide">{meldung}</span>
          </li>
        ))}
      </ul>
      {fehler + ungedruckt > kundenfehler.length && (
        <p className="muted">Die ersten {kundenfehler.length}.</p>
      )}
    </>
  )
}

/** The jobs of some kinds, the latest first, to be found again. @param href where one is shown */
export function Jobs({ arten, href }: { arten: Auftragsart[]; href: (id: string) => string }) {
  const list = useList("/api/auftraege", { query: { limit: 100 } }, { watch: true })
  const items = list.items.filter(({ art }) => arten.includes(art)).slice(0, 8)
  if (items.length === 0) return null
  return (
    <section className="jobs" aria-labelledby="auftraege">
      <h2 id="auftraege">Zuletzt</h2>
      <ul className="lines">
        {items.map((one) => (
          <li key={one.id}>
            <Link href={href(one.id)}>{nameOf(one)}</Link>
            <State of="auftrag" value={one.status} />
            <span className="muted wide">
              {moment(one.erstellt_am)}, {one.erstellt_von_name}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
