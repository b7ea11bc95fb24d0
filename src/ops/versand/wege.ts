import { findMailserver, mailOf } from "../../api/versand/mailserver.ts"
import type { HttpDeps } from "../../http/http-deps.ts"
import { type Times, Weg } from "./weg.ts"

/** Messages on their way at once, each of another company: one with slow recipients holds up no other. */
const SHARED = 4
/** The same by all companies' own servers together: those that hang take no place from the others. */
const OWN = 32

type Tools = Pick<HttpDeps, "config" | "system" | "postamt">

/** By which mail server each company's messages leave. */
export class Wege {
  readonly #tools: Tools
  readonly #times: Times
  readonly #shared: Weg | undefined
  /** Of companies with a server of their own, and the row that it was read from: changed, it begins anew. */
  readonly #own = new Map<string, { weg: Weg; from: string }>()
  #ownRunning = 0

  constructor(tools: Tools, times: Times) {
    this.#tools = tools
    this.#times = times
    const { config, postamt } = tools
    this.#shared = config.mail && new Weg(config.mail, times, (stoerung) => (postamt.stoerung = stoerung))
  }

  /** @returns the server by which a company's next message can go now; undefined where none can */
  freeFor(tenant_id: string): Weg | undefined {
    const { system, postamt } = this.#tools
    const tenant = system.tenant(tenant_id)
    const row = findMailserver(tenant)
    if (!row) {
      this.#own.delete(tenant_id)
      return this.#shared?.isFree(SHARED) ? this.#shared : undefined
    }
    if (this.#ownRunning >= OWN) return undefined
    const from = JSON.stringify(row)
    let own = this.#own.get(tenant_id)
    if (own?.from !== from) {
      const mail = mailOf(tenant, row, postamt)
      if (!mail) return undefined
      own = { weg: this.#ownOf(tenant_id, mail), from }
      this.#own.set(tenant_id, own)
    }
    return own.weg.isFree(1) ? own.weg : undefined
  }

  #ownOf(tenant_id: string, mail: Weg["mail"]): Weg {
    const { stoerungen } = this.#tools.postamt
    return new Weg(mail, this.#times, (stoerung) =>
      stoerung ? stoerungen.set(tenant_id, stoerung) : stoerungen.delete(tenant_id),
    )
  }

  begin(weg: Weg): void {
    weg.begin()
    if (weg !== this.#shared) this.#ownRunning++
  }

  end(weg: Weg): void {
    weg.end()
    if (weg !== this.#shared) this.#ownRunning--
  }

  /** What nobody waits for any more, as it was withdrawn, is no fault. */
  forgetFault(): void {
    const { postamt, system } = this.#tools
    if (postamt.stoerung && system.countNachrichten() === 0) this.#shared?.recover()
  }
}
