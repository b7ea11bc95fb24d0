import { useState } from "react"
import { goToUnread } from "../../ui/values/figure.ts"
import { clockTime } from "../../ui/values/format.ts"
import type { Entry } from "../outbox/entry.ts"
import { feierabendOf, thingOf } from "../phone/deeds.ts"
import { useDraft } from "../phone/draft.ts"
import { useOnce } from "../phone/once.ts"
import { phone } from "../phone/phone.ts"
import { isAhead, isOfEvening } from "../phone/tag.ts"
import { useDay, usePhone } from "../phone/use.ts"
import { AddArticle } from "../stopp/add-article.tsx"
import { Button } from "../parts/button.tsx"
import { Field } from "../parts/field.tsx"
import { Head } from "../parts/head.tsx"
import { Sign } from "../parts/sign.tsx"
import { Stepper } from "../parts/stepper.tsx"
import { blank, sequenceOf, inWords, keyOf, type Line, linesOf, type Sent, sentOf } from "./evening.ts"

/** Expected load against the count when unloading. What was counted stands here again, and can be counted anew. */
export function Feierabend() {
  const day = useDay()
  const { entries } = usePhone()
  const [round, setRound] = useState(0)
  const sent = sentOf(entries, day.tag.heute)
  return (
    <>
      <Head title="Feierabend" />
      <Count key={round} sent={sent} again={() => setRound((count) => count + 1)} />
    </>
  )
}

type CountProps = {
  sent: Sent | undefined
  /** Begins anew after a count was kept. */
  again: () => void
}

function Count({ sent, again }: CountProps) {
  const day = useDay()
  const { heute } = day.tag
  const { draft, change, forget } = useDraft(sequenceOf(heute), blank)
  const [problem, setProblem] = useState(false)
  const [unread, setUnread] = useState<readonly string[]>([])
  const end = useOnce(async (positionen: Sent["positionen"], bemerkung: string) => {
    const kept = await phone.put([feierabendOf(heute, positionen, bemerkung)])
    setProblem(!kept)
    if (!kept) return false
    await forget()
    scrollTo(0, 0)
    again()
    return true
  })
  if (!draft) return null
  const stopps = day.stopps.filter((stopp) => isOfEvening(stopp, heute))
  const ahead = stopps.filter(isAhead).length
  const lines = linesOf(day, stopps, draft, sent)
  const isRead = (line: Line): boolean => !unread.includes(keyOf(line))
  const differing = lines.filter((line) => isRead(line) && line.gezaehlt !== line.menge)
  const agrees = differing.length === 0 && lines.every(isRead)
  const isTouched = JSON.stringify(draft) !== JSON.stringify(blank)
  const finish = async (): Promise<void> => {
    if (goToUnread(document)) return
    const positionen = lines.map(({ art, key, geraet_id, gezaehlt }) => ({
      art,
      ...thingOf(key, geraet_id !== null),
      gezaehlt,
    }))
    await end(positionen, draft.bemerkung.trim())
  }
  return (
    <>
      <main className="blatt">
        {sent && <Done entry={sent.entry} />}
        {ahead > 0 && (
          <p className="hinweis">
            {ahead === 1 ? "1 Stopp ist" : `${ahead} Stopps sind`} noch offen. Danach bitte noch einmal
            zählen.
          </p>
        )}
        <p className="muted">
          Beim Abladen zählen und ändern, was nicht stimmt. Gebucht wird damit nichts; das Büro sieht, was
          abweicht.
        </p>
        {(["leergut", "ware"] as const).map((art) => (
          <Group
            key={art}
            art={art}
            lines={lines.filter((line) => line.art === art)}
            change={(line, value) =>
              change(({ gezaehlt }) => ({ gezaehlt: { ...gezaehlt, [keyOf(line)]: value } }))
            }
            onUnread={(line, isUnread) =>
              setUnread((before) => {
                const others = before.filter((key) => key !== keyOf(line))
                return isUnread ? [...others, keyOf(line)] : others
              })
            }
          />
        ))}
        <AddArticle add={(artikel) => change({ mehr: [...new Set([...draft.mehr, artikel.id])] })} />
        <Field
          label="Bemerkung"
          rows={2}
          most={2000}
          value={draft.bemerkung}
          change={(bemerkung) => change({ bemerkung })}
        />
        {lines.length > 0 && (
          <Differences differing={differing} agrees={agrees} isCounted={isTouched || !!sent} />
        )}
        {problem && <p className="bad">Es konnte nicht gespeichert werden.</p>}
      </main>
      <div className="fuss">
        <Button
          kind="haupt"
          sign="fertig"
          label={buttonWords(sent !== undefined && !isTouched, agrees)}
          disabled={sent && !isTouched}
          tap={finish}
        />
      </div>
    </>
  )
}

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

/** The count that was made today already, and its paper. */
function Done({ entry: { getippt, stand } }: { entry: Entry }) {
  const { tag } = useDay()
  const { network } = usePhone()
  return (
    <>
      <p className="leer" role="status">
        <strong>Um {clockTime(new Date(getippt))} gezählt.</strong> {stands[stand]}. Wer etwas ändert, zählt
        noch einmal.
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
  onUnread: (line: Line, isUnread: boolean) => void
}

function Group({ art, lines, change, onUnread }: GroupProps) {
  if (lines.length === 0) return null
  return (
    <section>
      <h2>
        <Sign name={art === "leergut" ? "her" : "hin"} />
        {art === "leergut" ? "Leergut und Geräte" : "Nicht abgenommen"}
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
          onUnread={(isUnread) => onUnread(line, isUnread)}
        />
      ))}
    </section>
  )
}

/** `agrees`: every figure is understood, and is the expected one. */
type DifferencesProps = { differing: Line[]; agrees: boolean; isCounted: boolean }

function Differences({ differing, agrees, isCounted }: DifferencesProps) {
  if (agrees && !isCounted) return <p>Oben steht überall, was erwartet wird. Gezählt ist noch nichts.</p>
  if (agrees) return <p className="gut-text">Es stimmt alles.</p>
  // The fault stands at its figure.
  if (differing.length === 0) return null
  return (
    <section aria-label="Abweichungen">
      <h2>Abweichungen</h2>
      <ul className="liste">
        {differing.map((line) => (
          <li key={keyOf(line)}>
            <span>
              {line.name} {line.art === "ware" && "(Ware)"}
            </span>
            <strong>{inWords(line.gezaehlt - line.menge)}</strong>
          </li>
        ))}
      </ul>
    </section>
  )
}
