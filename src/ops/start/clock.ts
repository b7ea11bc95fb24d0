import { lastNoted } from "../../db/ledger-ends.ts"
import type { Log } from "../../lib/log.ts"
import { lastSeen } from "../clock/tidying.ts"

/** Smallest difference that is reported, in ms: less is a corrected clock. */
const DRIFT = 10 * 60_000

/** Says at the start that the clock stands before what this service has seen already: all times would be wrong. */
export function tellClockBack(dataDir: string, now: Date, log: Log): void {
  const last = Math.max(lastSeen(dataDir), lastNoted(dataDir))
  if (now.getTime() >= last - DRIFT) return
  log.error("the clock went back", {
    clock: now.toISOString(),
    before: new Date(last).toISOString(),
    advice: "Die Uhr des Servers stellen: sudo timedatectl set-ntp true. Bis dahin sind neue Zeiten falsch.",
  })
}
