import { mitarbeiter } from "../../db/schema.ts"
import type { SystemDb } from "../../db/system-db.ts"
import { Refusal } from "../../lib/refusal.ts"
import { writeProtokoll } from "../shared/record.ts"
import type { Services } from "../frame/services.ts"

type Account = { id: string; tenant_id: string | null }

/** Author of log entries for somebody who is not logged in. */
const UNKNOWN = { id: null, name: "nicht angemeldet" }

/** Delay after the answer, in ms: the time it took must not tell whether there is such an account. */
const LATER = 100

/**
 * Writes down what somebody did with their own account, and from which address, in the transaction that does it: in
 * the company's log, or for a super administrator, who has no company, in the service's.
 */
export function writeTrace(
  system: SystemDb,
  { log }: Pick<Services, "log">,
  { id, tenant_id, name }: Account & { name: string },
  aktion: "mitarbeiter.passwort_geaendert" | "mitarbeiter.alle_abgemeldet",
  address: string,
): void {
  log.info(aktion, { account: id, tenant: tenant_id ?? undefined, address })
  if (tenant_id === null) return
  const tenant = system.tenant(tenant_id)
  const row = tenant.find(mitarbeiter, id)
  writeProtokoll(tenant, { id, name }, aktion, mitarbeiter, row, row, { adresse: [null, address] })
}

/**
 * Facts about a refused log-in; `account` is missing where there is none. The typed name is not kept: it may be a
 * password in the wrong field.
 */
export type Refused = {
  address: string
  account: Account | undefined
  /** Number of the failure in the throttle's count; only the first and the last one are kept. */
  failure: { count: number; isLast: boolean } | undefined
}

/**
 * Writes down that a log-in was refused: every one in the service's log, the first and the last before the throttle
 * in the log of the account's company, which nobody can fill up that way.
 */
export function writeRefused(
  system: SystemDb,
  { log }: Pick<Services, "log">,
  { address, account, failure }: Refused,
  error: unknown,
): void {
  if (!(error instanceof Refusal)) return
  log.warn("log-in refused", {
    reason: error.kind,
    account: account?.id,
    tenant: account?.tenant_id ?? undefined,
    address,
  })
  const tenant_id = account?.tenant_id
  // A refusal despite the right password is not noted: the company is blocked.
  if (error.kind !== "unauthenticated" || !account || !tenant_id || !failure) return
  if (failure.count > 1 && !failure.isLast) return
  const write = () => {
    const tenant = system.tenant(tenant_id)
    const row = tenant.find(mitarbeiter, account.id)
    const trace = { adresse: [null, address], versuche: [null, String(failure.count)] } as const
    writeProtokoll(tenant, UNKNOWN, "mitarbeiter.anmeldung_verweigert", mitarbeiter, row, row, trace)
  }
  setTimeout(() => {
    system
      .write(write)
      .catch((cause: unknown) => log.error("a refused log-in was not written down", { error: cause }))
  }, LATER).unref()
}
