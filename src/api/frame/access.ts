import { admins, everyone, office, operator } from "./session.ts"

/** Who may call a route, as its options say it: accounts of one company by their role, or the operator alone. */

export const forEveryone = { scope: "tenant", roles: everyone } as const
export const forOffice = { scope: "tenant", roles: office } as const
export const forAdmins = { scope: "tenant", roles: admins } as const
export const forOperator = { scope: "system", roles: operator } as const
