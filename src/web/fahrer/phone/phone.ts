import { isOpen, type Entry, type NewEntry } from "../outbox/entry.ts"
import { handOver } from "../outbox/handover.ts"
import { nextDue, Outbox } from "../outbox/outbox.ts"
import { forgetOldDrafts } from "./draft.ts"
import { entryStore, keep } from "./keep.ts"
import { alone } from "./lock.ts"
import { fetchPreviews, forgetPreviews } from "./previews.ts"
import {
  askSitzung,
  askTag,
  endSitzung,
  type Konto,
  openSitzung,
  renewSitzung,
  type Sitzung,
} from "./remote.ts"
import type { Geholt } from "./tag.ts"
import { correction } from "./time.ts"

/** `fremd`: somebody else is logged in on this telephone, while this account's entries wait. */
export type Netz = "unbekannt" | "ja" | "nein" | "anmelden" | "fremd"

export type State = {
  /** Whether what the telephone keeps was read. */
  bereit: boolean
  konto: Konto | undefined
  geholt: (Geholt & { etag: string | null }) | undefined
  entries: Entry[]
  netz: Netz
  sendet: boolean
  /** What could not be kept, in words. */
  fehler: string | undefined
}

/** At least so often, in ms. */
const EVERY = 30_000
/** The day is asked for again when it is older than this, or something was sent. In ms. */
const FRESH = 60_000
/** A log-in is prolonged when less than this is left. In ms. */
const RENEW = 12 * 3_600_000

/** Kept while a log-out has not reached the service; and what other tabs are told. */
const LEFT = "abgemeldet"

/** All that the application knows and does, without its screens. */
class Phone {
  #state: State = {
    bereit: false,
    konto: undefined,
    geholt: undefined,
    entries: [],
    netz: "unbekannt",
    sendet: false,
    fehler: undefined,
  }
  #listeners = new Set<() => void>()
  #outbox: Outbox | undefined
  #timer: number | undefined
  #others = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("pfandwerk-fahrer")

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  readonly state = (): State => this.#state

  #become(patch: Partial<State>): void {
    this.#state = { ...this.#state, ...patch }
    for (const listener of this.#listeners) listener()
  }

  /** Reads what is kept, and shows it; the network comes later. */
  async wake(): Promise<void> {
    const [konto, geholt] = await Promise.all([keep.get<Konto>("konto"), keep.get<State["geholt"]>("tag")])
    if (konto) this.#own(konto)
    this.#become({ konto, geholt, bereit: konto !== undefined })
    await this.#read()
    window.addEventListener("online", this.#soon)
    document.addEventListener("visibilitychange", this.#soon)
    this.#others?.addEventListener("message", ({ data }) => {
      if (data === LEFT) window.location.assign("/fahrer")
      else void this.#read()
    })
    await this.sync()
  }

  #own(konto: Konto): void {
    this.#outbox = new Outbox({
      konto: konto.id,
      store: entryStore,
      clock: () => Date.now(),
      correction,
      alone,
      fetch: (path, init) => fetch(path, init),
    })
  }

  readonly #soon = (): void => {
    if (!document.hidden) void this.sync()
  }

  /** Sends what waits and fetches what is new; does both again after a while. */
  async sync(force = false): Promise<void> {
    clearTimeout(this.#timer)
    let pause = EVERY
    try {
      if (!this.#outbox) await this.#meet()
      const outcome = await this.#deliver()
      if (outcome?.state === "offline") {
        this.#become({ netz: "nein" })
        pause = outcome.retryAfter ?? EVERY
      } else if (outcome?.state === "login") await this.#whoIsThere()
      else await this.#refresh(force || outcome?.state === "sent")
    } finally {
      this.#become({ bereit: true })
      const due = nextDue(this.#state.entries, Date.now()) ?? EVERY
      clearTimeout(this.#timer)
      this.#timer = window.setTimeout(() => void this.sync(), Math.max(200, Math.min(pause, due)))
    }
  }

  async #deliver() {
    this.#become({ sendet: true })
    try {
      return await this.#outbox?.deliver()
    } finally {
      this.#become({ sendet: false })
      await this.#read()
      this.#others?.postMessage("gesendet")
    }
  }

  async #read(): Promise<void> {
    if (this.#outbox) this.#become({ entries: await this.#outbox.entries() })
  }

  /** For the first time: whoever is logged in here owns the telephone. */
  async #meet(): Promise<void> {
    if (localStorage.getItem(LEFT) !== null) {
      if (!(await this.#leave())) this.#become({ netz: "nein" })
      return
    }
    const answer = await askSitzung()
    if (answer === "offline") return this.#become({ netz: "nein" })
    if (answer.status !== 200) return window.location.assign("/anmelden?weiter=/fahrer")
    await this.#adopt(answer.body)
  }

  async #adopt({ user }: Sitzung): Promise<void> {
    const { id, name, email, rolle, tenant_slug } = user
    const konto = { id, name, email, rolle, slug: tenant_slug }
    if (this.#state.konto?.id !== id) await keep.clear()
    await keep.set("konto", konto)
    this.#own(konto)
    this.#become({ konto, netz: "ja", geholt: this.#state.konto?.id === id ? this.#state.geholt : undefined })
    await this.#read()
  }

  async #refresh(force: boolean): Promise<void> {
    const { konto, geholt } = this.#state
    if (!konto) return
    if (!force && this.#state.netz === "ja" && geholt && Math.abs(Date.now() - geholt.am) < FRESH) return
    const am = Date.now()
    const answer = await askTag(konto, geholt?.etag ?? null)
    if (this.#state.konto !== konto) return
    if (answer === "offline") return this.#become({ netz: "nein" })
    if (answer.status === 401) return this.#whoIsThere()
    if (answer.status === 200) await this.#take({ tag: answer.body, am, etag: answer.etag })
    else if (answer.status === 304 && geholt) await this.#take({ ...geholt, am })
    if (answer.status < 400) this.#become({ netz: "ja" })
    else this.#become({ netz: "nein", fehler: (answer.body as { error?: string })?.error })
    void this.#renew()
  }

  async #take(geholt: NonNullable<State["geholt"]>): Promise<void> {
    const before = this.#state.geholt?.tag.heute
    this.#become({ geholt, fehler: undefined })
    await this.#kept(keep.set("tag", geholt))
    void fetchPreviews(geholt.tag)
    // Not in mid-day: what was being counted may come back when the office changes its mind.
    if (before !== geholt.tag.heute) forgetOldDrafts(geholt.tag, this.#state.entries).catch(() => {})
  }

  async #renew(): Promise<void> {
    const bis = Number((await keep.get<number>("gilt_bis")) ?? 0)
    if (bis - Date.now() > RENEW) return
    const answer = await renewSitzung()
    if (answer !== "offline" && answer.status === 200)
      await keep.set("gilt_bis", Date.parse(answer.body.gilt_bis) - correction.get())
  }

  /** Nobody, or somebody else; what waits here is sent as neither. */
  async #whoIsThere(): Promise<void> {
    const answer = await askSitzung()
    if (answer === "offline") return this.#become({ netz: "nein" })
    if (answer.status !== 200) return this.#become({ netz: "anmelden" })
    if (answer.body.user.id === this.#state.konto?.id) return this.#become({ netz: "ja" })
    if (this.#state.entries.some(isOpen)) return this.#become({ netz: "fremd" })
    await this.#adopt(answer.body)
  }

  /** Goes on as whoever is logged in; the others' entries stay until they come back. */
  async changeKonto(): Promise<void> {
    const answer = await askSitzung()
    if (answer !== "offline" && answer.status === 200) await this.#adopt(answer.body)
    await this.sync(true)
  }

  /** @returns what went wrong, in words */
  async logIn(password: string): Promise<string | undefined> {
    const { konto } = this.#state
    if (!konto) return undefined
    const answer = await openSitzung(konto, password)
    if (answer === "offline") return "Kein Netz. Es wartet alles, bis wieder eines da ist."
    if (answer.status !== 200) return answer.body.error ?? "Das hat nicht geklappt."
    await keep.set("gilt_bis", Date.parse(answer.body.gilt_bis) - correction.get())
    this.#become({ netz: "ja" })
    await this.sync(true)
    return undefined
  }

  /** Wipes the day from the telephone; what was not sent stays, for this account alone. */
  async logOut(): Promise<void> {
    localStorage.setItem(LEFT, "")
    await this.#outbox?.forgetSettled()
    // What is still under way finds nobody whose day it could keep.
    this.#outbox = undefined
    this.#become({ bereit: false, konto: undefined, geholt: undefined, entries: [] })
    await keep.clear()
    await forgetPreviews()
    this.#others?.postMessage(LEFT)
    // Without a network the telephone has nothing but this page, which knows nobody now.
    if (!(await this.#leave())) window.location.assign("/fahrer")
  }

  /** Ends the session, at the next contact if there is none now: until then nobody is let in by it. */
  async #leave(): Promise<boolean> {
    if ((await endSitzung()) === "offline") return false
    localStorage.removeItem(LEFT)
    localStorage.removeItem("angemeldet")
    window.location.assign("/anmelden")
    return true
  }

  /** Keeps what was tapped. @returns whether it is on the telephone's disk */
  async put(entries: NewEntry[]): Promise<boolean> {
    const outbox = this.#outbox
    if (!outbox) return false
    const kept = await this.#kept(outbox.put(entries))
    // Firefox asks the driver first, and answers when they did: nobody waits for that.
    void navigator.storage?.persist?.().catch(() => {})
    await this.#read()
    this.#others?.postMessage("neu")
    void this.sync()
    return kept
  }

  async #kept(work: Promise<unknown>): Promise<boolean> {
    try {
      await work
      if (this.#state.fehler) this.#become({ fehler: undefined })
      return true
    } catch (error) {
      const voll = (error as Error).name === "QuotaExceededError"
      const fehler = voll
        ? "Der Speicher des Telefons ist voll. Bitte Platz schaffen oder Fotos weglassen; was schon erfasst ist, bleibt."
        : "Das Telefon konnte es nicht speichern. Bitte noch einmal versuchen."
      this.#become({ fehler })
      return false
    }
  }

  async takeBack(nr: number): Promise<boolean> {
    const taken = (await this.#outbox?.takeBack(nr)) ?? false
    await this.#read()
    this.#others?.postMessage("zurück")
    return taken
  }

  async retry(nr: number): Promise<void> {
    await this.#outbox?.retry(nr)
    await this.sync()
  }

  async discard(nr: number): Promise<void> {
    await this.#outbox?.discard(nr)
    await this.#read()
    await this.sync()
  }

  async handOver(folge: string): Promise<void> {
    await handOver(entryStore, this.#state.entries, folge, Date.now())
    await this.#read()
    await this.sync()
  }
}

export const phone = new Phone()
