/** The company that a super administrator acts for; everybody else has their own. */
export type ActingTenant = { id: string; name: string }

const KEY = "firma"
let acting = read()

/** The company of this tab alone: another tab may act for another one. */
function read(): ActingTenant | undefined {
  const text = sessionStorage.getItem(KEY)
  return text === null ? undefined : (JSON.parse(text) as ActingTenant)
}

export const actingTenant = (): ActingTenant | undefined => acting

export const actingHeader = (): Record<string, string> => (acting ? { "X-Tenant-Id": acting.id } : {})

/** Changes the company from the next request on. The caller has to forget what was read of the one before. */
export function actFor(tenant: ActingTenant | undefined): void {
  acting = tenant
  if (tenant) sessionStorage.setItem(KEY, JSON.stringify(tenant))
  else sessionStorage.removeItem(KEY)
}

const listeners = new Set<() => void>()

/** Calls back when an answer says that the log-in is over. @returns stops it */
export function onSessionEnd(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const sessionEnded = (): void => listeners.forEach((listener) => listener())
