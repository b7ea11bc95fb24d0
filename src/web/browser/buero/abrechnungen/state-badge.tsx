import { Badge } from "../../ui/parts/badge.tsx"

/** Whether a settlement still applies. */
export function StateBadge({ art, storniert }: { art: "abrechnung" | "storno"; storniert: boolean }) {
  if (art === "storno") return <Badge tone="warn">Storno</Badge>
  return storniert ? <Badge>Storniert</Badge> : <Badge tone="good">Gilt</Badge>
}
