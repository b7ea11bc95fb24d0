import { judge, type Verdict } from "./answer.ts"
import { corrected, type Correction, learn } from "./clock.ts"
import { BEDENKZEIT, type Entry, isDue, isOpen, type NewEntry, unsent } from "./entry.ts"
import type { Store } from "./store.ts"

/** How a round of sending ended. `nothing`: somebody else is at it, or there was nothing to send. */
export type Outcome =
  | { state: "sent" | "nothing" | "login" }
  /** Worth another try after so many ms. */
  | { state: "offline"; retryAfter?: number }

type Surroundings = {
  /** The account that this outbox belongs to. */
  konto: string
  store: Store
  fetch: (path: string, init: RequestInit) => Promise<Response>
  /** The phone's own clock, in ms. */
  clock: () => number
  correction: Correction
  /** Runs the work unless it runs already, in this tab or another; then `undefined`. */
  alone: <T>(work: () => Promise<T>) => Promise<T | undefined>
}

/** Whoever waits for an answer for so long has no network. In ms. */
const PATIENCE = 30_000
/** A picture needs longer where there is hardly any signal. */
const PATIENCE_FOTO = 180_000
/** What was sent can be looked at for three days. In ms. */
const KEPT = 3 * 86_400_000

/** What moves nothing: it may have to wait until the office has decided. */
const asks = new Set<Entry["art"]>(["klaerung", "bild"])

/** What has to wait until the next round: stops, and kinds of which there is no room for more. */
type Held = { held: Set<string>; full: Set<Entry["art"]> }

/**
 * What a driver did and the service does not know yet. Entries are stored as they will be sent, and leave in their
 * order, one stop after the other; none is ever dropped by itself.
 */
export class Outbox {
  readonly #at: Surroundings

  constructor(surroundings: Surroundings) {
    this.#at = surroundings
  }

  /** Keeps what was tapped, all of it or nothing. It is on the disk when this resolves. */
  put(entries: NewEntry[]): Promise<number[]> {
    const fresh = entries.map((entry) => ({ ...entry, ...unsent, konto: this.#at.konto }))
    return this.#at.store.exchange([], (entry) => entry, fresh)
  }

  /** @returns this account's entries, in their order */
  async entries(): Promise<Entry[]> {
    return (await this.#at.store.all()).filter(({ konto }) => konto === this.#at.konto)
  }

  /** @returns whether it was still here and never sent, and is gone now */
  async takeBack(nr: number): Promise<boolean> {
    let taken = false
    await this.#at.store.change(nr, (entry) => {
      taken = entry.stand === "wartet" && entry.gesendet === 0
      return taken ? null : undefined
    })
    return taken
  }

  /** Sends a refused entry again, as it is. */
  async retry(nr: number): Promise<void> {
    await this.#at.store.change(nr, (entry) =>
      entry.stand === "braucht dich" ? { ...entry, stand: "wartet", antwort: null } : undefined,
    )
  }

  /** Forgets this account's entries that are done with, names and signatures; what is open stays. */
  async forgetSettled(): Promise<void> {
    await this.#forget(await this.entries())
  }

  /** Throws away what was refused: only because the driver said so. */
  async discard(nr: number): Promise<void> {
    await this.#at.store.change(nr, (entry) => (entry.stand === "braucht dich" ? null : undefined))
  }

  /** Sends what can be sent. One tab at a time does. */
  async deliver(): Promise<Outcome> {
    const outcome = await this.#at.alone(() => this.#round())
    return outcome ?? { state: "nothing" }
  }

  async #round(): Promise<Outcome> {
    await this.#forgetOld()
    const held = new Set<string>()
    const full = new Set<Entry["art"]>()
    let sent = false
    for (;;) {
      const entries = await this.entries()
      const next = entries.find((entry, i) => this.#isNext(entry, { held, full }, entries.slice(0, i)))
      if (!next) return { state: sent ? "sent" : "nothing" }
      const verdict = await this.#send(next.nr)
      if (verdict === undefined) continue
      if (verdict.means === "offline" || verdict.means === "login")
        return verdict.means === "login" ? { state: "login" } : { ...verdict, state: "offline" }
      if (verdict.means !== "done") held.add(next.folge)
      if (verdict.means === "full") full.add(next.art)
      sent ||= verdict.means === "done"
    }
  }

  /** The first of its stop that is not done with; a refused one holds up those behind it. */
  #isNext(entry: Entry, { held, full }: Held, before: Entry[]): boolean {
    if (!isOpen(entry) || held.has(entry.folge)) return false
    if (full.has(entry.art)) {
      held.add(entry.folge)
      return false
    }
    // The evening's count is held against all that was done before.
    if (entry.art === "feierabend" && before.some(({ stand, art }) => stand === "wartet" && !asks.has(art)))
      return false
    if (entry.stand === "wartet" && isDue(entry, this.#at.clock())) return true
    held.add(entry.folge)
    return false
  }

  /** @returns undefined when it was taken back in the last moment */
  async #send(nr: number): Promise<Verdict | undefined> {
    // Written down before it leaves: from now on it may have arrived.
    const entry = await this.#at.store.change(nr, (found) =>
      found.stand === "wartet" ? { ...found, gesendet: found.gesendet + 1 } : undefined,
    )
    if (entry?.stand !== "wartet") return undefined
    const verdict = await this.#ask(entry)
    if (verdict.means === "clock") return this.#setClock(entry)
    if (verdict.means === "done") await this.#settle(nr, { stand: "gesendet", antwort: null })
    if (verdict.means === "full")
      await this.#settle(nr, { stand: "wartet", antwort: { status: 429, text: verdict.text } })
    if (verdict.means === "refused") {
      const { status, text } = verdict
      await this.#settle(nr, { stand: "braucht dich", antwort: { status, text } })
    }
    return verdict
  }

  async #ask(entry: Entry): Promise<Verdict> {
    try {
      const response = await this.#at.fetch(entry.path, request(entry))
      learn(this.#at.correction, response.headers, this.#at.clock())
      return await judge(response)
    } catch {
      return { means: "offline" }
    }
  }

  async #settle(nr: number, becomes: Pick<Entry, "stand" | "antwort">): Promise<void> {
    const beantwortet = this.#at.clock()
    await this.#at.store.change(nr, (entry) => ({
      ...entry,
      ...becomes,
      // What is stored there needs no room here any more.
      body: becomes.stand === "gesendet" && typeof entry.body !== "string" ? "" : entry.body,
      beantwortet,
    }))
  }

  /**
   * The phone's clock was set while there was no network, and the tap lies in the service's future. Nothing was
   * booked, so that the entry may change: it gets the moment of the answer, and is sent again in the next round.
   */
  async #setClock({ nr }: Entry): Promise<Verdict> {
    const erfasst_am = corrected(this.#at.correction, this.#at.clock())
    await this.#at.store.change(nr, (entry) => ({ ...entry, body: withMoment(entry.body, erfasst_am) }))
    return { means: "later" }
  }

  /** Of other accounts, too: who knows when they come back. */
  async #forgetOld(): Promise<void> {
    const now = this.#at.clock()
    const old = ({ beantwortet }: Entry): boolean => beantwortet !== null && now - beantwortet > KEPT
    await this.#forget((await this.#at.store.all()).filter(old))
  }

  async #forget(entries: Entry[]): Promise<void> {
    // Once more in the same breath: what is open is never dropped.
    for (const { nr } of entries)
      await this.#at.store.change(nr, (entry) => (isOpen(entry) ? undefined : null))
  }
}

function withMoment(body: Entry["body"], erfasst_am: string): Entry["body"] {
  if (typeof body !== "string") return { ...body, fields: { ...body.fields, erfasst_am } }
  return JSON.stringify({ ...(JSON.parse(body) as object), erfasst_am })
}

function request({ konto, body }: Entry): RequestInit {
  // The service answers 401 to any other account, whoever has logged in meanwhile.
  const headers: Record<string, string> = { "X-Account-Id": konto }
  const signal = AbortSignal.timeout(typeof body === "string" ? PATIENCE : PATIENCE_FOTO)
  // A network that wants to be paid sends elsewhere: that is no answer.
  const common = { method: "POST", redirect: "manual", signal } as const
  if (typeof body === "string")
    return { ...common, body, headers: { ...headers, "Content-Type": "application/json" } }
  const form = new FormData()
  form.append("bild", new File([body.bytes], "bild", { type: body.type }))
  for (const [name, value] of Object.entries(body.fields)) form.append(name, value)
  return { ...common, body: form, headers }
}

/** @returns when the next entry may be sent, in ms from now; undefined when none is held back */
export function nextDue(entries: Entry[], now: number): number | undefined {
  const held = entries
    .filter((entry) => entry.stand === "wartet" && !isDue(entry, now))
    .map(({ ab }) => ab - now)
  return held.length === 0 ? undefined : Math.min(...held, BEDENKZEIT)
}
