import { type ReactNode, useState } from "react"
import { useSearchParams } from "wouter"
import { goToUnread } from "../../ui/values/figure.ts"
import { clockTime, dateInWords, unbroken } from "../../ui/values/format.ts"
import type { Entry } from "../outbox/entry.ts"
import { DayContext, useDay, usePhone } from "../phone/use.ts"
import { AddArticle } from "../stopp/add-article.tsx"
import { Button, LateButton, LinkButton } from "../parts/button.tsx"
import { Field } from "../parts/field.tsx"
import { Head } from "../parts/head.tsx"
import { Sheet } from "../parts/sheet.tsx"
import { Sign } from "../parts/signs.tsx"
import { Stepper } from "../parts/stepper.tsx"
import { inWords, keyOf, type Line, type Sent, sentOf } from "./evening.ts"
import { OldDay } from "./old-day.tsx"
import { isUncounted, useEvening, useYesterday } from "./use-evening.ts"

/**
 * The evening: what is expected on the truck, compared with what is counted while unloading. It can be counted again.
 */
export function Feierabend() {
  const today = useDay()
  const yesterday = useYesterday(today)
  const { entries } = usePhone()
  const [params] = useSearchParams()
  const [round, setRound] = useState(0)
  const past = params.has("gestern") ? yesterday : undefined
  const day = past ?? today
  return (
    <DayContext value={day}>
      <Head title="Feierabend" />
      <Count
        key={`${day.tag.heute} ${round}`}
        sent={sentOf(entries, day.tag)}
        again={() => setRound((count) => count + 1)}
      >
        {past ? (
          <p className="hinweis">
            Das ist gestern, {dateInWords(day.tag.heute)}. Stopps nach Mitternacht zählen zu heute.
          </p>
        ) : (
          <OldDay tag={day.tag} />
        )}
        {yesterday && !past && isUncounted(yesterday, entries) && (
          <LinkButton label="Gestern zählen" href="/feierabend?gestern" />
        )}
      </Count>
    </DayContext>
  )
}

type CountProps = {
  sent: Sent | undefined
  /** Called when a count is stored, to begin a new one. */
  again: () => void
  children: ReactNode
}

function Count({ sent, again, children }: CountProps) {
  const day = useDay()
  const evening = useEvening(sent, again)
  const [isAsked, setAsked] = useState(false)
  if (!evening) return null
  const { lines, ahead, agrees, isTouched, isOld } = evening
  const isDone = sent !== undefined && !isTouched && !isOld
  const finish = (): void => {
    if (ahead === 0) void evening.finish()
    else if (!goToUnread(document)) setAsked(true)
  }
  const sure = (): Promise<void> => {
    setAsked(false)
    return evening.finish()
  }
  return (
    <>
      <main className="blatt">
        {children}
        {sent ? (
          <Done entry={sent.entry} isOld={isOld} />
        ) : (
          // Counted on another telephone, by the office, or before a log-out, so that its figures are not here.
          day.tag.gezaehlt_am && (
            <p className="hinweis">
              Um {clockTime(new Date(day.tag.gezaehlt_am))}{" "}
              {day.tag.gezaehlt_selbst ? "hast du" : "hat das Büro"} schon gezählt:{" "}
              {isOld ? AGAIN : "Noch einmal zählen ersetzt es."}
            </p>
          )
        )}
        {ahead > 0 && <p className="hinweis">{stillOpen(ahead)} Danach bitte noch einmal zählen.</p>}
        <p className="muted">
          Beim Abladen zählen und ändern, was nicht stimmt. Gebucht wird damit nichts; das Büro sieht, was
          abweicht.
        </p>
        {(["leergut", "ware"] as const).map((art) => (
          <Group
            key={art}
            art={art}
            lines={lines.filter((line) => line.art === art)}
            change={evening.count}
          />
        ))}
        <AddArticle add={evening.add} />
        <Field label="Bemerkung" rows={2} most={2000} value={evening.bemerkung} change={evening.remark} />
        {lines.length > 0 && (
          <Differences differing={evening.differing} agrees={agrees} isCounted={isTouched || isDone} />
        )}
        {evening.problem && <p className="bad">Es konnte nicht gespeichert werden.</p>}
      </main>
      <div className="fuss">
        <LateButton
          kind="haupt"
          sign="fertig"
          label={buttonWords(isDone, agrees)}
          disabled={isDone}
          tap={finish}
        />
      </div>
      {isAsked && <TooEarly ahead={ahead} close={() => setAsked(false)} yes={sure} />}
    </>
  )
}

const stillOpen = (ahead: number): string =>
  `${ahead === 1 ? "1 Stopp ist" : `${ahead} Stopps sind`} noch offen.`

type TooEarlyProps = { ahead: number; close: () => void; yes: () => Promise<void> }

/** Asks before a count while stops are still open. */
const TooEarly = ({ ahead, close, yes }: TooEarlyProps) => (
  <Sheet title="Schon zählen?" close={close}>
    <p>{stillOpen(ahead)} Was dort noch ab- oder aufgeladen wird, steht nicht in dieser Zählung.</p>
    <div className="reihe">
      <Button label="Noch nicht" tap={close} />
      <LateButton kind="haupt" label="Ja, jetzt zählen" tap={yes} />
    </div>
  </Sheet>
)

const buttonWords = (isDone: boolean, agrees: boolean): string => {
  if (isDone) return "Gezählt"
  return agrees ? "Stimmt alles" : "Fertig gezählt"
}

const stands: Record<Entry["stand"], string> = {
  wartet: "Es wird gesendet, sobald ein Netz da ist",
  gesendet: "Das Büro hat es",
  "braucht dich": "Es wurde nicht angenommen: oben auf „braucht dich“ tippen",
  uebergeben: "Das Büro hat es",
}

const AGAIN = "Danach war noch ein Stopp, bitte noch einmal zählen."

type DoneProps = { entry: Entry; isOld: boolean }

/** The count that was made already, and its PDF. `isOld`: there was a stop after it. */
function Done({ entry: { getippt, stand }, isOld }: DoneProps) {
  const { tag } = useDay()
  const { network } = usePhone()
  return (
    <>
      <p className={isOld ? "hinweis" : "leer"} role="status">
        <strong>Um {clockTime(new Date(getippt))} von dir gezählt.</strong>{" "}
        {isOld ? AGAIN : `${stands[stand]}. Wer etwas ändert, zählt noch einmal.`}
      </p>
      {network === "ja" && stand === "gesendet" && (
        <a
          className="taste"
          href={`/api/touren/${tag.heute}/${tag.fahrer.id}/feierabend.pdf`}
          target="_blank"
          rel="noopener"
        >
          Protokoll (PDF)
        </a>
      )}
    </>
  )
}

type GroupProps = {
  art: Line["art"]
  lines: Line[]
  change: (line: Line, value: number) => void
}

function Group({ art, lines, change }: GroupProps) {
  if (lines.length === 0) return null
  return (
    <section>
      <h2>
        <Sign name={art === "leergut" ? "her" : "hin"} />
        {art === "leergut" ? "Leergut und Geräte" : "Nicht zugestellt"}
      </h2>
      {lines.map((line) => (
        <Stepper
          key={keyOf(line)}
          label={line.name}
          artikel_id={line.pfandartikel_id}
          soll={line.menge}
          word="erwartet"
          value={line.gezaehlt}
          change={(value) => change(line, value)}
        />
      ))}
    </section>
  )
}

/** `agrees`: every figure is understood, and is the expected one. */
type DifferencesProps = { differing: Line[]; agrees: boolean; isCounted: boolean }

function Differences({ differing, agrees, isCounted }: DifferencesProps) {
  if (agrees && !isCounted) return <p>Oben steht überall, was erwartet wird, noch nichts Gezähltes.</p>
  if (agrees) return <p className="gut-text">Es stimmt alles.</p>
  // Not agreed and nothing differs: a figure cannot be read, which is said at its field.
  if (differing.length === 0) return null
  return (
    <section aria-label="Abweichungen">
      <h2>Abweichungen</h2>
      <ul className="liste">
        {differing.map((line) => (
          <li key={keyOf(line)}>
            <span>
              {unbroken(line.name)} {line.art === "ware" && "(Ware)"}
            </span>
            <strong>{inWords(line.gezaehlt - line.menge)}</strong>
          </li>
        ))}
      </ul>
    </section>
  )
}
