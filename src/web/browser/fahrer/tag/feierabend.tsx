import { useState } from "react"
import { useLocation } from "wouter"
import { goToUnread } from "../../ui/values/figure.ts"
import { feierabendOf, type Gezaehlt } from "../phone/deeds.ts"
import { useDraft } from "../phone/draft.ts"
import type { NewEntry } from "../outbox/entry.ts"
import { useOnce } from "../phone/once.ts"
import { phone } from "../phone/phone.ts"
import { aufDemWagen, isAhead, isOfEvening, type Menge } from "../phone/tag.ts"
import { type Day, useDay, usePhone } from "../phone/use.ts"
import { AddArticle } from "../stopp/add-article.tsx"
import { Head } from "../teile/head.tsx"
import { Planned } from "../teile/planned.tsx"
import { Sign } from "../teile/sign.tsx"
import { Stepper } from "../teile/stepper.tsx"
import { Thing } from "../teile/thing.tsx"
import { nameOfMenge } from "../teile/words.ts"

type Draft = { gezaehlt: Record<string, number>; mehr: string[]; bemerkung: string }
const blank: Draft = { gezaehlt: {}, mehr: [], bemerkung: "" }
type Line = Menge & { art: Gezaehlt["art"]; name: string }

/** Expected load against the count when unloading. */
export function Feierabend() {
  const day = useDay()
  const [, go] = useLocation()
  const { draft, change, forget } = useDraft(`feierabend ${day.tag.heute}`, blank)
  const [problem, setProblem] = useState(false)
  const end = useOnce(async (fresh: NewEntry[]) => {
    const kept = await phone.put(fresh)
    setProblem(!kept)
    if (!kept) return false
    await forget()
    go("/")
    return true
  })
  if (!draft) return null
  const stopps = day.stopps.filter((stopp) => isOfEvening(stopp, day.tag.heute))
  const ahead = stopps.filter(isAhead).length
  const lines = linesOf(day, stopps, draft.mehr)
  const differing = differencesOf(lines, draft)
  const finish = async (): Promise<void> => {
    if (goToUnread(document)) return
    const positionen = lines.map((line) => ({
      art: line.art,
      ...thing(line),
      gezaehlt: countOf(line, draft),
    }))
    await end([feierabendOf(day.tag.heute, positionen, draft.bemerkung.trim())])
  }
  return (
    <>
      <Head title="Feierabend" />
      <main className="blatt">
        <Done />
        {ahead > 0 && (
          <p className="hinweis">{ahead === 1 ? "1 Stopp ist" : `${ahead} Stopps sind`} noch offen.</p>
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
            draft={draft}
            change={change}
          />
        ))}
        <AddArticle
          add={(artikel) => change({ ...draft, mehr: [...new Set([...draft.mehr, artikel.id])] })}
        />
        <label className="feld">
          Bemerkung
          <textarea
            rows={2}
            maxLength={2000}
            value={draft.bemerkung}
            onChange={({ target }) => change({ ...draft, bemerkung: target.value })}
          />
        </label>
        {lines.length > 0 && <Differences differing={differing} />}
        {problem && <p className="bad">Es konnte nicht gespeichert werden.</p>}
      </main>
      <div className="fuss">
        <button type="button" className="taste haupt" onClick={() => void finish()}>
          <Sign name="fertig" />
          {differing.length === 0 ? "Stimmt alles" : "Fertig gezählt"}
        </button>
      </div>
    </>
  )
}

/** The count that was sent today already, and its paper. */
function Done() {
  const { tag } = useDay()
  const { entries, netz } = usePhone()
  const folge = `feierabend ${tag.heute}`
  if (!entries.some((entry) => entry.art === "feierabend" && entry.folge === folge)) return null
  return (
    <>
      <p className="leer">Heute wurde schon gezählt; noch einmal zählen ist möglich.</p>
      {netz === "ja" && (
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

const keyOf = ({ art, key }: Line): string => `${art} ${key}`
/** Count of a line, by default the expected pieces. */
const countOf = (line: Line, { gezaehlt }: Draft): number => gezaehlt[keyOf(line)] ?? line.menge
const thing = ({ pfandartikel_id, geraet_id }: Menge) =>
  geraet_id === null ? { pfandartikel_id: pfandartikel_id ?? "" } : { geraet_id }

function linesOf(day: Day, stopps: Day["stopps"], mehr: string[]): Line[] {
  const { leergut, ware } = aufDemWagen(stopps)
  const named = (art: Line["art"]) => (menge: Menge) => ({ ...menge, art, name: nameOfMenge(day, menge) })
  const known = new Set(leergut.map(({ key }) => key))
  const more = [...new Set(mehr)]
    .filter((id) => !known.has(id))
    .map((id) => ({ key: id, pfandartikel_id: id, geraet_id: null, menge: 0 }))
  return [...[...leergut, ...more].map(named("leergut")), ...ware.map(named("ware"))]
}

type GroupProps = { art: Line["art"]; lines: Line[]; draft: Draft; change: (draft: Draft) => void }

function Group({ art, lines, draft, change }: GroupProps) {
  const day = useDay()
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
          sign={
            <Thing artikel={day.artikel.get(line.pfandartikel_id ?? "")} isGeraet={line.geraet_id !== null} />
          }
          hint={<Planned soll={line.menge} word="erwartet" />}
          value={countOf(line, draft)}
          change={(value) => change({ ...draft, gezaehlt: { ...draft.gezaehlt, [keyOf(line)]: value } })}
        />
      ))}
    </section>
  )
}

const inWords = (difference: number): string =>
  difference > 0 ? `${difference} zu viel` : `${-difference} ${difference === -1 ? "fehlt" : "fehlen"}`

type Difference = { line: Line; difference: number }

const differencesOf = (lines: Line[], draft: Draft): Difference[] =>
  lines
    .map((line) => ({ line, difference: countOf(line, draft) - line.menge }))
    .filter(({ difference }) => difference !== 0)

function Differences({ differing }: { differing: Difference[] }) {
  if (differing.length === 0) return <p className="gut-text">Es stimmt alles.</p>
  return (
    <section aria-label="Abweichungen">
      <h2>Abweichungen</h2>
      <ul className="liste">
        {differing.map(({ line, difference }) => (
          <li key={keyOf(line)}>
            <span>
              {line.name} {line.art === "ware" && "(Ware)"}
            </span>
            <strong>{inWords(difference)}</strong>
          </li>
        ))}
      </ul>
    </section>
  )
}
