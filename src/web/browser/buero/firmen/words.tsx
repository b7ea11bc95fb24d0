import { firmenfelder } from "../../../../lib/felder/firma.ts"
import type { Answer } from "../../ui/api/call.ts"
import { optionsOf } from "../../ui/forms/form-of.ts"
import { Badge } from "../../ui/parts/badge.tsx"
import { date } from "../../ui/values/format.ts"

export type Tenant = Answer<"get", "/api/tenants/{id}">

/** The usual one first. */
export const types = optionsOf(firmenfelder.typ.words).toReversed()

/** @returns the last second of a day (`2026-03-31`) in this browser's time zone, as ISO 8601 UTC */
export const endOf = (day: string): string => new Date(`${day}T23:59:59`).toISOString()

/** @returns whether the demo is over; the service stores that only at the next log-in */
export const isOver = ({ status, demo_expires_at }: Tenant): boolean =>
  status === "abgelaufen" || (demo_expires_at !== null && Date.parse(demo_expires_at) < Date.now())

/** Whether its people can log in, in a word. */
export function TenantState({ tenant }: { tenant: Tenant }) {
  if (tenant.status === "gesperrt") return <Badge tone="bad">Gesperrt</Badge>
  if (isOver(tenant)) return <Badge tone="warn">Abgelaufen</Badge>
  return <Badge tone="good">Aktiv</Badge>
}

/** `Demo bis 31.03.2026`, or `Standard`. */
export const kindOf = ({ typ, demo_expires_at }: Tenant): string =>
  typ === "standard" ? "Standard" : demo_expires_at ? `Demo bis ${date(demo_expires_at)}` : "Demo ohne Ende"
