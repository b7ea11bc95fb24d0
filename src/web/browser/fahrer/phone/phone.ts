import { type Entry, type NewEntry, nextDue } from "../outbox/entry.ts"
import {
  changeKonto,
  giveToOffice,
  isLoggingOut,
  LOGGED_OUT,
  logIn,
  logOut,
  findOwner,
  others,
  checkLogIn,
} from "./account.ts"
import { outbox, setOwner, readEntries } from "./my-outbox.ts"
import { onLateOpen } from "./db.ts"
import { refresh } from "./day.ts"
import { keep } from "./keep.ts"
import { confirmArrived, dropNote, dropNotes } from "./notes.ts"
import type { Konto } from "./remote.ts"
import { setState, wasKept, setFault, state, type State, reportFault } from "./state.ts"
import { takeBack } from "./take-back.ts"
import { time } from "./time.ts"
import { ACCOUNT_KEY } from "../../ui/api/logged-in.ts"
import { browserStore } from "../../ui/values/stores.ts"
import { dropTyped, recoverTyped } from "./typed.ts"

/** Longest pause between two tries, in ms. */
const EVERY = 30_000
let timer: number | undefined
let timerAt = 0
/** Number of tries so far, to see whether another one was wanted while one was failing. */
let tries = 0

/** Reads and shows what is stored on the telephone; then the first contact with the service. */
async function wake(): Promise<void> {
  await wasKept("tag", readKept())
  await readEntries()
  // Not earlier: without the entries, an ended stop would be open for a moment.
  if (state().konto) setState({ ready: true })
  window.addEventListener("online", soon)
  // Logged in by another tab.
  window.addEventListener(
    "storage",
    ({ key, newValue }) => key === ACCOUNT_KEY && setState({ loggedIn: newValue ?? undefined }),
  )
  document.addEventListener("visibilitychange", soon)
  onLateOpen(soon)
  others.listen((what) => {
    if (what === LOGGED_OUT) window.location.assign("/fahrer")
    else void readEntries()
  })
  await sync()
}

async function readKept(): Promise<void> {
  // On a full telephone they stay in localStorage.
  await recoverTyped().catch(() => {})
  const [konto, fetched, gestern, gefunden = []] = await Promise.all([
    keep.get<Konto>("konto"),
    keep.get<State["fetched"]>("tag"),
    keep.get<State["fetched"]>("gestern"),
    keep.get<State["gefunden"]>("artikel"),
  ])
  if (!konto || isLoggingOut()) return
  setOwner(konto)
  setState({ loggedIn: browserStore.get(ACCOUNT_KEY) ?? undefined })
  // Days of earlier versions have no `kennt`.
  setState({ konto, gestern, gefunden, fetched: fetched && { ...fetched, kennt: fetched.kennt ?? [] } })
}

const soon = (): void => {
  // Before and after a sleep is when it helps most to compare the clocks.
  time.now()
  if (!document.hidden) void sync()
}

/** Sends what waits, and reads what is new; then plans the next try. @param force reads the day however fresh it is */
async function sync(force = false): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  const mine = ++tries
  let pause = EVERY
  try {
    if (!outbox()) await findOwner()
    const outcome = await deliver()
    if (outcome?.state === "offline") {
      setState({ network: "nein" })
      if (outcome.text) setFault("tag", outcome.text)
      pause = outcome.retryAfter ?? (mine === tries ? EVERY : 0)
    } else if (outcome?.state === "login") {
      const { konto } = state()
      await checkLogIn()
      if (state().konto !== konto) await refresh(true)
    } else await refresh(force || outcome?.state === "sent")
  } finally {
    setState({ ready: true })
    const due = nextDue(state().entries, Date.now()) ?? EVERY
    syncAfter(Math.max(200, Math.min(pause, due)))
  }
}

/** Plans the next try, unless one is planned earlier. @param pause in ms */
function syncAfter(pause: number): void {
  const at = performance.now() + pause
  if (timer !== undefined && timerAt <= at) return
  clearTimeout(timer)
  timerAt = at
  timer = window.setTimeout(() => void sync(), pause)
}

async function deliver() {
  setState({ sending: true })
  try {
    const outcome = await outbox()?.deliver()
    if (outcome?.state === "sent") setFault("senden")
    return outcome
  } catch (error) {
    // Entries that cannot be read cannot be sent; the day can be read all the same.
    reportFault("senden", error)
    return undefined
  } finally {
    setState({ sending: false })
    await tell()
  }
}

/** Shows what has changed, in all tabs. */
async function tell(): Promise<void> {
  await readEntries()
  others.tell("geändert")
}

/** Stores what was tapped. @returns whether it is on the telephone's disk; if not, a message says why */
async function put(entries: NewEntry[]): Promise<boolean> {
  const mine = outbox()
  if (!mine) return false
  const stored = mine.put(entries).then(() => {
    entries.forEach(({ entwurf }) => entwurf && dropTyped(entwurf))
    // The entry holds what could not be stored as a draft.
    setFault("zählen")
  })
  // Not awaited, as Firefox asks the driver first.
  const persist = (): void => void navigator.storage?.persist?.().catch(() => {})
  void stored.then(persist, persist)
  return act(stored)
}

/** Stores a change of an entry, and goes on sending. @returns whether it was stored */
async function act(work: Promise<unknown> | undefined): Promise<boolean> {
  const done = await wasKept("tippen", Promise.resolve(work))
  await tell()
  void sync()
  return done
}

function discard(entry: Entry): Promise<boolean> {
  dropNote(entry)
  return act(
    outbox()
      ?.discard(entry.nr)
      .then(() => dropNote(entry)),
  )
}

/** Everything that the screens can ask the application to do. */
export const phone = {
  wake,
  sync,
  put,
  logOut,
  giveToOffice: (): Promise<void> => giveToOffice().then(() => sync(true)),
  discard,
  /** @returns whether it was taken back, together with its pictures */
  takeBack: async (entry: Entry): Promise<boolean> => {
    const taken = await takeBack(entry).catch((error: unknown) => {
      reportFault("tippen", error)
      return false
    })
    await tell()
    return taken
  },
  retry: (nr: number): Promise<boolean> => act(outbox()?.retry(nr)),
  handOver: (sequence: string): Promise<boolean> => act(outbox()?.handOver(sequence)),
  /** The driver has read which entries are lost. */
  confirmLost: (): Promise<void> => {
    dropNotes(state().lost.map(({ key }) => key))
    return readEntries()
  },
  /** The driver has read which entries arrived and are not stored any more. */
  confirmArrived: (): Promise<void> => {
    confirmArrived(state().arrived)
    return readEntries()
  },
  changeKonto: (): Promise<void> => changeKonto().then(() => sync(true)),
  /** @returns what went wrong, in words */
  logIn: async (password: string): Promise<string | undefined> => {
    const problem = await logIn(password)
    if (problem === undefined) await sync(true)
    return problem
  },
}
