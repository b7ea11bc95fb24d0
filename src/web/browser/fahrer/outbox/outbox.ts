import { judge, type Sent, type Verdict, type Waiting } from "./answer.ts"
import { type Entry, inTurn, isDue, isOpen, type NewEntry, splitBytes, unsent } from "./entry.ts"
import { forget, forgetOld } from "./forget.ts"
import { type Giver, handOver } from "./handover.ts"
import { request, settled, withMoment } from "./request.ts"
import { bytesOf } from "./store.ts"
import type { Outcome, Surroundings } from "./surroundings.ts"

/** Kinds of entries that change no pieces; they may wait for a decision of the office. */
const asks = new Set<Entry["art"]>(["klaerung", "bild"])

/**
 * A driver's entries that the service does not know yet. They are stored as they will be sent, and sent in their order,
 * stop by stop, before all pictures; none is ever dropped without the driver.
 */
export class Outbox {
  readonly #at: Surroundings
  /** Numbers of entries that this page has sent, or that arrived, though a full telephone could not store that. */
  readonly #left = new Set<number>()
  readonly #arrived = new Set<number>()

  constructor(surroundings: Surroundings) {
    this.#at = surroundings
  }

  /** Stores new entries, all or none; they are on the disk when this resolves. @returns their numbers */
  put(entries: NewEntry[]): Promise<number[]> {
    const apart = entries.map(splitBytes)
    const fresh = apart.map(({ entry }) => ({ ...entry, ...unsent, konto: this.#at.konto }))
    const bytes = apart.flatMap((one) => one.bytes)
    return this.#at.store.exchange([], (entry) => entry, fresh, bytes)
  }

  /** @returns this account's entries, in their order */
  async entries(): Promise<Entry[]> {
    return (await this.#at.store.all()).filter(({ konto }) => konto === this.#at.konto)
  }

  /** @returns whether an entry may have arrived */
  #hasLeft = (entry: Entry): boolean =>
    entry.gesendet > 0 || this.#left.has(entry.nr) || this.#at.unnoted.has(entry)

  /**
   * @param along numbers of entries that go with it, all or none
   * @returns whether it was still here, never sent, and is removed now
   */
  async takeBack(nr: number, along: number[] = []): Promise<boolean> {
    let taken = false
    const remove = (entry: Entry): Entry | null => {
      if (entry.nr === nr) taken = entry.stand === "wartet" && !this.#hasLeft(entry)
      return taken && entry.stand === "wartet" ? null : entry
    }
    await this.#at.store.exchange([nr, ...along], remove, [])
    return taken
  }

  /** Sends a refused entry again, as it is. */
  async retry(nr: number): Promise<void> {
    await this.#at.store.change(nr, (entry) =>
      entry.stand === "braucht dich" ? { ...entry, stand: "wartet", antwort: null } : undefined,
    )
  }

  /** Deletes this account's finished entries, with their names and signatures; open ones stay. */
  async forgetSettled(): Promise<void> {
    await forget(this.#at, await this.entries())
  }

  /** Deletes a refused entry, or a count that was taken back at the service. Only the driver asks for this. */
  async discard(nr: number): Promise<void> {
    const goes = ({ stand, art }: Entry): boolean =>
      stand === "braucht dich" || (art === "inventur" && stand === "gesendet")
    await this.#at.store.exchange([nr], (entry) => (goes(entry) ? null : entry), [])
  }

  /**
   * Gives a refused stop to the office. Waits until nothing is being sent, as that may just be accepted.
   *
   * @returns whether there was still anything to give
   */
  handOver(sequence: string): Promise<boolean> {
    return this.#handOver({ konto: this.#at.konto }, (entry, open) => {
      const stopp = open.filter((one) => one.folge === sequence)
      return entry.folge === sequence && stopp.some(({ stand }) => stand === "braucht dich")
    })
  }

  /** Gives everything open to the office, in the name of somebody there, if this account cannot log in any more. */
  handOverAll(konto: string): Promise<boolean> {
    return this.#handOver({ konto, fahrer_id: this.#at.konto }, () => true)
  }

  #handOver(giver: Giver, chosen: (entry: Entry, open: Entry[]) => boolean): Promise<boolean> {
    return this.#at.inTurn(async () => {
      const open = (await this.entries()).filter((entry) => isOpen(entry) && !this.#arrived.has(entry.nr))
      const given = open.filter((entry) => chosen(entry, open))
      if (given.length > 0) await handOver(this.#at.store, given, giver, this.#at.clock())
      return given.length > 0
    })
  }

  /** Sends what can be sent, in one tab at a time. */
  async deliver(): Promise<Outcome> {
    const outcome = await this.#at.alone(() => this.#round())
    return outcome ?? { state: "nothing" }
  }

  async #round(): Promise<Outcome> {
    const waiting: Waiting = { stops: new Set(), kinds: new Set(), again: new Set() }
    let queue = inTurn(await this.#queue())
    let [isFresh, sent] = [true, false]
    for (;;) {
      const next = queue.find((entry, i) => this.#isNext(entry, waiting, queue, i))
      if (!next && isFresh) return { state: sent ? "sent" : "nothing" }
      // The store returns each entry that is sent as it is then; only at the end, and behind a picture, which may have
      // taken long, all are read again, for new ones.
      isFresh = !next
      if (!next) {
        queue = inTurn(await this.entries())
        continue
      }
      const { verdict, now } = await this.#send(next, waiting)
      queue =
        next.art === "bild"
          ? inTurn(await this.entries())
          : queue.flatMap((one) => (one.nr === next.nr ? (now ?? []) : one))
      if (verdict === undefined) continue
      // Without an answer to a picture, all pictures wait for the next round; the day may be read all the same.
      if (verdict.means === "offline" && next.art === "bild" && !verdict.retryAfter) {
        waiting.kinds.add("bild")
        continue
      }
      if (verdict.means === "offline" || verdict.means === "login")
        return verdict.means === "login" ? { state: "login" } : { ...verdict, state: "offline" }
      if (verdict.means === "again") continue
      if (verdict.means !== "done") waiting.stops.add(next.folge)
      if (verdict.means === "full") waiting.kinds.add(next.art)
      sent ||= verdict.means === "done"
    }
  }

  /** Deletes old entries of all accounts. @returns those of this account */
  async #queue(): Promise<Entry[]> {
    const all = await this.#at.store.all()
    await forgetOld(this.#at, all).catch(this.#at.reportFault)
    return all.filter(({ konto }) => konto === this.#at.konto)
  }

  /** @returns whether an entry is the first open one of its stop, and not refused: only that may be sent */
  #isNext(entry: Entry, { stops, kinds }: Waiting, queue: Entry[], at: number): boolean {
    if (!isOpen(entry) || this.#arrived.has(entry.nr) || stops.has(entry.folge)) return false
    if (kinds.has(entry.art)) {
      stops.add(entry.folge)
      return false
    }
    // The count in the evening is compared with everything before it, and so has to arrive after it.
    const isAhead = (one: Entry, i: number): boolean => i < at && one.stand === "wartet" && !asks.has(one.art)
    if (entry.art === "feierabend" && queue.some(isAhead)) return false
    if (entry.stand === "wartet" && isDue(entry, this.#at.clock())) return true
    stops.add(entry.folge)
    return false
  }

  /** @returns no verdict if it was taken back in the last moment; and the entry as it is now, if it still exists */
  async #send(next: Entry, { again }: Waiting): Promise<Sent> {
    const entry = await this.#markSent(next)
    if (entry?.stand !== "wartet") return { verdict: undefined, now: entry }
    const verdict = await this.#ask(entry)
    if (verdict.means !== "clock") return { verdict, now: await this.#settle(entry, verdict) }
    const now = await this.#setClock(entry)
    if (again.has(entry.nr)) return { verdict: { means: "later" }, now }
    again.add(entry.nr)
    return { verdict: { means: "again" }, now }
  }

  /**
   * Stores that it is sent, before it is: from now on it may have arrived. If there is no room for that, it is sent all
   * the same, which makes room.
   */
  async #markSent(next: Entry): Promise<Entry | undefined> {
    this.#left.add(next.nr)
    try {
      const marked = await this.#at.store.change(next.nr, (found) =>
        found.stand === "wartet" ? { ...found, gesendet: found.gesendet + 1 } : undefined,
      )
      this.#at.unnoted.drop(next)
      return marked
    } catch (error) {
      this.#at.reportFault(error)
      this.#at.unnoted.add(next)
      return next
    }
  }

  async #ask(entry: Entry): Promise<Verdict> {
    try {
      const response = await this.#at.fetch(entry.path, request(entry, await bytesOf(this.#at.store, entry)))
      this.#at.time.learn(response.headers)
      return await judge(response)
    } catch {
      return { means: "offline" }
    }
  }

  /** Stores what an answer means. @returns the entry as it is now; undefined if it is removed */
  async #settle(entry: Entry, verdict: Verdict): Promise<Entry | undefined> {
    const becomes = settled(entry, verdict)
    if (!becomes) return entry
    const { nr } = entry
    const answeredAt = this.#at.time.now()
    try {
      return await this.#at.store.change(nr, (found) => ({ ...found, ...becomes, beantwortet: answeredAt }))
    } catch (error) {
      this.#at.reportFault(error)
      if (verdict.means !== "done") return entry
      // It has arrived, but there is no room to store that: removing it needs none, and makes some.
      this.#arrived.add(nr)
      this.#at.unnoted.arrived(entry)
      const gone = this.#at.store.change(nr, () => null).then(() => this.#at.unnoted.drop(entry))
      await gone.catch(() => {})
      return undefined
    }
  }

  /**
   * The phone's clock was wrong, and the service refused a tap in its future. As nothing was booked, the entry may change:
   * its moment is corrected by the difference of the clocks, and it is sent once more.
   */
  async #setClock(entry: Entry): Promise<Entry | undefined> {
    const { nr, getippt } = entry
    const now = this.#at.time.now()
    const tapped = new Date(Math.min(now, getippt + now - this.#at.clock())).toISOString()
    try {
      return await this.#at.store.change(nr, (found) => ({ ...found, body: withMoment(found.body, tapped) }))
    } catch (error) {
      this.#at.reportFault(error)
      return entry
    }
  }
}
