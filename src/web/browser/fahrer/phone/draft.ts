import { addDays } from "../../../../lib/day.ts"
import { useCallback, useEffect, useRef, useState } from "react"
import { draftOfStopp, isEnded, END_MARK } from "./ended.ts"
import { keep } from "./keep.ts"
import { setFault, type State } from "./state.ts"
import { type Fahrertag, isAhead, stoppsOf } from "./tag.ts"
import { dropTyped, readTyped } from "./typed.ts"
import type { Quittung } from "./new-entries.ts"

const NOT_KEPT =
  "Was hier gezählt wird, kann das Telefon nicht zwischenspeichern: bitte bis „Fertig“ offen lassen und Platz schaffen."

/** Prefix of the key of a stop's draft, before its id and its attempt. */
const STOPP = "entwurf stopp "

/** Changes parts of a draft. Slow work passes a function, which gets the latest draft. */
export type ChangeDraft<T extends object> = (parts: Partial<T> | ((before: T) => Partial<T>)) => void

/**
 * A draft, stored on the telephone with every change, so that neither a reload nor an empty battery loses it.
 *
 * @param again the draft is read once more when this changes, as another tab may have sent it
 * @returns the draft, `undefined` until it is read; a function that changes it; and one that deletes it
 */
export function useDraft<T extends object>(name: string, blank: T, again?: number) {
  const key = `entwurf ${name}`
  const [draft, setDraft] = useState<T>()
  const first = useRef(blank)
  const latest = useRef(blank)
  useEffect(() => {
    let left = false
    const take = (kept: T | undefined): void => {
      if (left) return
      latest.current = { ...first.current, ...kept, ...readTyped<T>(key) }
      setDraft(latest.current)
    }
    // If it cannot be read, what is on the screen stays.
    keep.get<T>(key).then(take, () => take(latest.current))
    return () => {
      left = true
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key, again])
  const change: ChangeDraft<T> = useCallback(
    (parts) => {
      const changed = typeof parts === "function" ? parts(latest.current) : parts
      latest.current = { ...latest.current, ...changed }
      setDraft(latest.current)
      // A full disk must not keep anybody from counting: in the end, the entry holds everything.
      keep.setTyped(key, latest.current).then(
        () => setFault("zählen"),
        () => setFault("zählen", NOT_KEPT),
      )
    },
    [key],
  )
  const forget = useCallback(() => keep.remove(key).catch(() => {}), [key])
  return { draft, change, forget }
}

type Started = { kunde?: { name: string } | null }

/** @returns in German what was begun and not finished: it is in no outbox, and would be lost by a log-out */
export async function findBegun({ fetched, entries, ended }: State): Promise<string[]> {
  const keys = await keep.keys().catch(() => [])
  const stopps = fetched ? stoppsOf(fetched, entries, ended) : []
  const begun = keys.map(async (key): Promise<string[]> => {
    const [, art, id, versuch] = key.split(" ")
    if (!key.startsWith("entwurf ") || isEnded({ entries, ended }, key)) return []
    if (art === "feierabend") return ["Feierabend"]
    if (art === "inventur") return (await hasLines(key)) ? ["Hof zählen"] : []
    if (art === "ungeplant") {
      const kunde = (await keep.get<Started>(key))?.kunde
      return kunde ? [`Ungeplant bei ${kunde.name}`] : []
    }
    const stopp = stopps.find((one) => one.id === id && String(one.versuch) === versuch)
    if (stopp && !isAhead(stopp)) return []
    const name = fetched?.tag.kunden.find((kunde) => kunde.id === stopp?.kunde_id)?.name
    return [name ?? "Ein Stopp, den jetzt jemand anderes hat"]
  })
  return (await Promise.all(begun)).flat()
}

/** The draft of an attempt at a stop, and its key. */
export type StoppDraft<T> = { key: string; id: string; versuch: number; draft: T }

/** @returns all drafts of stops that hold input, the last attempt first */
export async function listStoppDrafts<T extends Entered & { gesehen: unknown }>(): Promise<StoppDraft<T>[]> {
  const keys = (await keep.keys()).filter((key) => key.startsWith(STOPP))
  const left = keys.map(async (key): Promise<StoppDraft<T>[]> => {
    const [id = "", versuch] = key.slice(STOPP.length).split(" ")
    const draft = await keep.get<T>(key)
    // Drafts of versions that did not keep the plan are left out, as nobody knows what the driver saw.
    return draft?.gesehen && isTouched(draft) ? [{ key, id, versuch: Number(versuch), draft }] : []
  })
  return (await Promise.all(left)).flat().toSorted((a, b) => b.versuch - a.versuch)
}

/** @returns the lines in the draft of a count */
export const linesIn = async <T>(key: string): Promise<T[]> =>
  (await keep.get<{ zeilen?: T[] }>(key))?.zeilen ?? []

const hasLines = async (key: string): Promise<boolean> => (await linesIn(key)).length > 0

/**
 * Deletes drafts of no further use, as a telephone keeps no names and signatures that it does not need. Input at a stop, and
 * the lines of a count, stay until they are sent or the driver discards them, even if another driver has the stop now.
 *
 * @param settled keys of drafts whose stop has ended, as far as the day knows it
 * @param isNewDay only then old drafts go: during the day, a stop that the office took away may come back
 */
export async function forgetOldDrafts(
  { heute, stopps, inventur }: Fahrertag,
  settled: string[],
  isNewDay: boolean,
): Promise<void> {
  const ahead = new Set(stopps.map(({ id, versuch }) => draftOfStopp(id, versuch)))
  const left = new Set((await listStoppDrafts()).map(({ key }) => key))
  const inventory = `entwurf inventur ${inventur?.id}`
  const done = new Set(settled.flatMap((key) => [key, END_MARK + key]))
  // On a full telephone, a draft may only be in localStorage: it must not be restored from there.
  settled.forEach(dropTyped)
  for (const key of await keep.keys()) {
    const old = key.startsWith(STOPP) && !ahead.has(key) && !left.has(key)
    const counted = key.startsWith("entwurf feierabend ") && key < `entwurf feierabend ${addDays(heute, -1)}`
    const ended = key.startsWith("entwurf inventur ") && key !== inventory && !(await hasLines(key))
    if (done.has(key) || (isNewDay && (old || counted || ended))) await keep.remove(key)
  }
}

/** The parts of a draft that hold input. */
export type Entered = { ausgabe: object; ruecknahme: object; geraete: object } & Required<Quittung>

/** @returns whether the driver has entered anything */
export function isTouched(draft: Entered): boolean {
  const sets = [draft.ausgabe, draft.ruecknahme, draft.geraete]
  const texts = [draft.empfaenger_name, draft.unterschrift, draft.notiz]
  return sets.some((set) => Object.keys(set).length > 0) || texts.some((text) => text.trim() !== "")
}
