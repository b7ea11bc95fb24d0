import { describeLosses, findLosses, forgetLedgerEnds } from "../../db/ledger-ends.ts"
import type { Log } from "../../lib/log.ts"
import { StartRefused } from "../../lib/start-refused.ts"

/**
 * Looks for acknowledged bookings that are missing. If they are lost from the same database file, the start is refused:
 * new bookings would take their numbers. Another file was put there by somebody, who is told once.
 *
 * @throws StartRefused naming them, and the ways to go on
 */
export function refuseShortened(dataDir: string, log: Log): void {
  const { replaced, losses } = findLosses(dataDir)
  if (losses.length === 0) return
  if (!replaced) throw new StartRefused(describeLoss(dataDir, losses))
  log.error("the ledger ends earlier than it did", {
    missing: describeLosses(losses),
    advice: "Eine frühere Datenbank wurde zurückgelegt. War das nicht gewollt: pfandwerk restore DATEI",
  })
  forgetLedgerEnds(dataDir)
}

/** @returns the missing bookings and the ways to go on, in German */
export const describeLoss = (dataDir: string, losses: Parameters<typeof describeLosses>[0]): string =>
  `In ${dataDir}/pfandwerk.db fehlen bestätigte Buchungen (${describeLosses(losses)}). Meist wurde pfandwerk.db-wal gelöscht.
Es wurde nichts verändert. So geht es weiter:
  - Gibt es die Datei pfandwerk.db-wal noch? Sie zurücklegen und neu starten.
  - Reicht eine Sicherung weiter? Sie einspielen: pfandwerk restore DATEI
  - Sonst den Verlust hinnehmen: pfandwerk init --accept-loss. Dann nach Papieren und Telefonen neu erfassen, was fehlt`
