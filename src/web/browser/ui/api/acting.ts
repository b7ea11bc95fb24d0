/** The company that a super administrator acts for; everybody else has their own. */
type ActingTenant = { id: string; name: string }

const KEY = "firma"
let acting = read()

/** Of this tab alone: another tab may act for another company. */
function read(): ActingTenant | undefined {
  const text = sessionStorage.getItem(KEY)
  return text === null ? undefined : (JSON.parse(text) as ActingTenant)
}

export const actingTenant = (): ActingTenant | undefined => acting

export const actingHeader = (): Record<string, string> => (acting ? { "X-Tenant-Id": acting.id } : {})

/** Somebody else has logged in, who has a company of their own. */
export function forgetActing(): void {
  acting = undefined
  sessionStorage.removeItem(KEY)
}

/**
 * From now on the super administrator works in this company, or in none. The page is loaded anew, so that nothing stays
 * that was read of the company before.
 */
export function actForTenant(tenant: ActingTenant | undefined): void {
  acting = tenant
  if (tenant) sessionStorage.setItem(KEY, JSON.stringify({ id: tenant.id, name: tenant.name }))
  else sessionStorage.removeItem(KEY)
  window.location.assign("/buero")
}
