import { addDays } from "../../../../lib/day.ts"
import { isOpen } from "../outbox/entry.ts"
import { settledDrafts } from "./ended.ts"
import { keepUntil, setLoggedIn, checkLogIn } from "./account.ts"
import { forgetOldDrafts } from "./draft.ts"
import { readEntries } from "./my-outbox.ts"
import { keep } from "./keep.ts"
import { dropNotes, listShown } from "./notes.ts"
import { fetchPreviews } from "./previews.ts"
import { askDay, renewSitzung } from "./remote.ts"
import { setState, wasKept, setFault, state, type State } from "./state.ts"
import { type Artikel, type Fahrertag, isAhead } from "./tag.ts"
import { time } from "./time.ts"

/** A day older than this is read again. In ms. */
const FRESH = 60_000
/** A log-in is renewed when less than this is left of it. In ms. */
const RENEW = 12 * 3_600_000

/** Numbers of the last request, and of the one whose answer is shown: an older answer may come after a newer one. */
let asked = 0
let shown = 0

/** Reads the day, and records whether the service can be reached. @param force reads it however fresh it is */
export async function refresh(force: boolean): Promise<void> {
  const { konto, fetched, network, entries, ended } = state()
  if (!konto) return
  const am = time.now()
  if (!force && network === "ja" && fetched && Math.abs(am - fetched.am) < FRESH) return
  const question = ++asked
  const known = entries.filter((entry) => !isOpen(entry)).map(({ nr }) => nr)
  const before: Before = { noted: listShown(), settled: settledDrafts({ entries, ended }) }
  const answer = await askDay(konto, fetched?.etag ?? null)
  if (state().konto !== konto || question < shown) return
  if (answer === "offline") return setState({ network: "nein" })
  if (answer.status === 401) {
    await checkLogIn()
    // If another driver has logged in, their day is read at once.
    return state().konto === konto ? undefined : refresh(true)
  }
  if (answer.status < 400) {
    shown = question
    setLoggedIn(konto.id)
  }
  if (answer.status === 200) await take({ tag: answer.body, am, kennt: known, etag: answer.etag }, before)
  else if (answer.status === 304 && fetched) await take({ ...fetched, am, kennt: known }, before)
  setState({ network: answer.status < 400 ? "ja" : "nein" })
  if (answer.status >= 400) setFault("tag", (answer.body as { error?: string })?.error)
  void renew()
}

/**
 * Keys of notes and drafts of what had arrived before the day was read. Once the day is stored, they are not needed
 * any more.
 */
type Before = { noted: string[]; settled: string[] }

async function take(answered: NonNullable<State["fetched"]>, { noted, settled }: Before): Promise<void> {
  const old = state().fetched
  const fetched = { ...answered, neu: newStops(old, answered.tag) }
  setState({ fetched })
  if (old && addDays(old.tag.heute, 1) === fetched.tag.heute) {
    setState({ gestern: old })
    await keep.set("gestern", old).catch(() => {})
  }
  void fetchPreviews(fetched.tag)
  if (!(await wasKept("tag", keep.set("tag", fetched)))) return
  dropNotes(noted)
  await forgetOldDrafts(fetched.tag, settled, old?.tag.heute !== fetched.tag.heute).catch(() => {})
  if (noted.length + settled.length > 0) await readEntries()
}

/** @returns ids of today's stops that were not open when the day was last read: planned since, or open again */
function newStops(old: State["fetched"], tag: Fahrertag): string[] {
  const { heute } = tag
  if (old?.tag.heute !== heute) return []
  const ahead = ({ stopps }: Fahrertag): string[] =>
    stopps.filter((stopp) => isAhead(stopp) && stopp.datum <= heute).map(({ id }) => id)
  const expected = new Set(ahead(old.tag))
  return [...(old.neu ?? []), ...ahead(tag).filter((id) => !expected.has(id))]
}

async function renew(): Promise<void> {
  const bis = Number((await keep.get<number>("gilt_bis").catch(() => 0)) ?? 0)
  if (bis - Date.now() > RENEW) return
  const answer = await renewSitzung()
  if (answer !== "offline" && answer.status === 200) await keepUntil(answer.body)
}

/** Stores an article that the service has found, as a day only brings the articles of its stops. */
export function knowArtikel(artikel: Artikel): void {
  const gefunden = [...state().gefunden.filter(({ id }) => id !== artikel.id), artikel]
  setState({ gefunden })
  keep.set("artikel", gefunden).catch(() => {})
}
