import { isOpen } from "../outbox/entry.ts"
import { outbox, setOwner, readEntries } from "./my-outbox.ts"
import { findBegun } from "./draft.ts"
import { keep } from "./keep.ts"
import { dropArrived, noteBegun } from "./notes.ts"
import { forgetPreviews } from "./previews.ts"
import { askSitzung, endSitzung, type Konto, openSitzung, type Sitzung } from "./remote.ts"
import { ROLE_KEY, ACCOUNT_KEY } from "../../ui/api/logged-in.ts"
import { browserStore } from "../../ui/values/stores.ts"
import { setState, wasKept, state } from "./state.ts"
import { time } from "./time.ts"
import { OtherTabs } from "../../ui/api/other-tabs.ts"

/** Key that is kept until a log-out has reached the service; also the message to the other tabs. */
export const LOGGED_OUT = "abgemeldet"

export const isLoggingOut = (): boolean => browserStore.get(LOGGED_OUT) !== null

/** At the first start, the account that is logged in becomes the owner of the telephone. */
export async function findOwner(): Promise<void> {
  if (isLoggingOut()) {
    if (!(await leave())) setState({ network: "nein" })
    return
  }
  const answer = await askSitzung()
  if (answer === "offline") return setState({ network: "nein" })
  if (answer.status !== 200) return window.location.assign("/anmelden?weiter=/fahrer")
  await adopt(kontoOf(answer.body))
}

const kontoOf = ({ user: { id, name, email, rolle, tenant_id, tenant_slug } }: Sitzung): Konto => ({
  id,
  name,
  email,
  rolle,
  tenant_id,
  slug: tenant_slug,
})

/** @returns whether somebody is of the same company; a super administrator is of none */
export function isColleague(konto: Konto | undefined, stranger: Konto | undefined): boolean {
  const by = konto?.tenant_id ? "tenant_id" : "slug"
  return !!stranger?.[by] && stranger[by] === konto?.[by]
}

/** Records who is logged in, also for the next start without a network. */
export function setLoggedIn(id: string): void {
  browserStore.set(ACCOUNT_KEY, id)
  if (state().loggedIn !== id) setState({ loggedIn: id })
}

const NO_DAY = { fetched: undefined, gestern: undefined, gefunden: [] }

async function adopt(konto: Konto): Promise<void> {
  setLoggedIn(konto.id)
  const isNew = state().konto?.id !== konto.id
  setOwner(konto)
  setState({ konto, network: "ja", stranger: undefined, ...(isNew && NO_DAY) })
  await readEntries()
  // If it cannot be stored, a message says so, and the day goes on with what this page has in memory.
  await wasKept("tag", takeOver(konto))
}

/**
 * Removes the drafts of another account. Those of the same account stay.
 */
async function takeOver(konto: Konto): Promise<void> {
  const before = await keep.get<Konto>("konto")
  if (before?.id !== konto.id) await keep.clear()
  await keep.set("konto", konto)
}

/** Asks the service who is logged in, after a 401. Entries of the owner are sent as nobody else. */
export async function checkLogIn(): Promise<void> {
  const answer = await askSitzung()
  if (answer === "offline") return setState({ network: "nein" })
  if (answer.status !== 200) {
    browserStore.remove(ACCOUNT_KEY)
    return setState({ network: "anmelden", loggedIn: undefined })
  }
  const { konto, entries, readable } = state()
  const loggedIn = kontoOf(answer.body)
  setLoggedIn(loggedIn.id)
  if (loggedIn.id === konto?.id) return setState({ network: "ja" })
  const begun = entries.some(isOpen) || !readable || (await findBegun(state())).length > 0
  if (begun) return setState({ network: "fremd", stranger: loggedIn })
  await adopt(loggedIn)
}

/** The account that is logged in becomes the owner. Entries of the last owner stay until they are back. */
export async function changeKonto(): Promise<void> {
  const answer = await askSitzung()
  if (answer !== "offline" && answer.status === 200) await replaceOwner(kontoOf(answer.body))
}

/** As `adopt`; the last owner is told at the next log-in what was begun and is gone. */
async function replaceOwner(next: Konto): Promise<void> {
  const { konto } = state()
  if (konto && konto.id !== next.id) noteBegun(konto.id, await findBegun(state()))
  await adopt(next)
}

/** Somebody of the office, who is logged in, takes over the entries of a driver who cannot log in any more. */
export async function giveToOffice(): Promise<void> {
  const { konto, stranger } = state()
  if (!stranger || !isColleague(konto, stranger)) return
  if (await wasKept("tippen", Promise.resolve(outbox()?.handOverAll(stranger.id))))
    await replaceOwner(stranger)
}

/** @returns what went wrong, in German; undefined for success */
export async function logIn(password: string): Promise<string | undefined> {
  const { konto } = state()
  if (!konto) return undefined
  const answer = await openSitzung(konto, password)
  if (answer === "offline") return "Kein Netz. Es wartet alles, bis wieder eines da ist."
  if (answer.status !== 200) return answer.body.error ?? "Das hat nicht geklappt."
  await keepUntil(answer.body)
  setLoggedIn(konto.id)
  setState({ network: "ja" })
  return undefined
}

/** Stores until when the log-in is valid, by the phone's clock, in ms. Without it, the log-in is renewed early. */
export const keepUntil = ({ gilt_bis }: Sitzung): Promise<void> =>
  keep.set("gilt_bis", Date.parse(gilt_bis) - time.now() + Date.now()).catch(() => {})

/** Logs out, and wipes the day from the telephone. Entries that are not sent stay, for this account only. */
export async function logOut(): Promise<void> {
  browserStore.set(LOGGED_OUT, "")
  const before = outbox()
  const { konto } = state()
  if (konto) dropArrived(konto.id)
  // Answers that are still under way are not stored any more.
  setOwner(undefined)
  setState({ ready: false, konto: undefined, ...NO_DAY, entries: [], ended: [], arrived: [] })
  await wasKept("tippen", Promise.all([before?.forgetSettled(), keep.clear(), forgetPreviews()]))
  others.tell(LOGGED_OUT)
  // Without a network, the log-in page cannot be loaded; this one opens without an owner.
  if (!(await leave())) window.location.assign("/fahrer")
}

/**
 * Ends the session at the service. Without a network that happens at the next contact; until then the session opens
 * nothing here.
 *
 * @returns whether it has ended
 */
async function leave(): Promise<boolean> {
  if ((await endSitzung()) === "offline") return false
  browserStore.remove(LOGGED_OUT)
  browserStore.remove(ROLE_KEY)
  browserStore.remove(ACCOUNT_KEY)
  window.location.assign("/anmelden")
  return true
}

/** The other tabs of this telephone. */
export const others = new OtherTabs("fahrer")
