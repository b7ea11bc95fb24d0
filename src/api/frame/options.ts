import { admins, everyone, office, operator } from "./session.ts"

/** Options that many routes have in common. */

/** Callers of a route: accounts of one company by their role, or the operator alone. */
export const forEveryone = { scope: "tenant", roles: everyone } as const
export const forOffice = { scope: "tenant", roles: office } as const
export const forAdmins = { scope: "tenant", roles: admins } as const
export const forOperator = { scope: "system", roles: operator } as const

/** Refusal of a change that is based on an outdated version: with it, If-Match is read. */
export const ifUnchanged = { stale: "Inzwischen geändert" } as const
