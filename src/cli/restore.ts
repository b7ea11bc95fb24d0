import { join } from "node:path"
import { readConfig } from "../config.ts"
import { adviceOnLosses, describeLosses } from "../db/ledger-ends.ts"
import { KEPT } from "../ops/backup/exchange.ts"
import { restore, undoRestore } from "../ops/backup/restore.ts"
import { PROGRAM } from "../lib/ourselves.ts"
import { takeArchive, warnOfMissing } from "./archive-stream.ts"
import { Cancelled, command, type Terminal, UsageError } from "./command.ts"

export const restoreCommand = command({
  summary: "Eine Sicherung zurückholen; vorher den Dienst beenden",
  usage: `pfandwerk restore [--despite-faults] DATEI | --undo

  DATEI              eine Sicherung; - liest sie von der Standardeingabe
  --despite-faults   auch Daten, die nicht in Ordnung sind: sagt, was ihnen fehlt, und fragt, bevor sich etwas ändert
  --undo             nach einer Wiederherstellung, die unterbrochen wurde: zurück zu den Daten von vorher
Nimmt Sicherungen dieser und jeder früheren Version, in ein leeres oder ein benutztes DATA_DIR, und die Kopien der
Datenbank, die ein Upgrade macht (DATA_DIR/backups/pfandwerk-v….db). Was vorher da war, bleibt in
DATA_DIR/backups/${KEPT}ZEITPUNKT (in DATA_DIR selbst, wenn backups eine eigene Platte ist); statt DATEI genannt, kommt es von dort zurück.`,
  reads: 0,
  options: { undo: "boolean", "despite-faults": "boolean" },
  takes: ["[DATEI]"],
  async run({ values, positionals: [file] }, terminal) {
    const { env, out, err } = terminal
    const { dataDir } = readConfig(env)
    if ((file === undefined) !== (values.undo === true)) throw new UsageError("Eine DATEI, oder --undo.")
    if (file === undefined) {
      undoRestore(dataDir)
      out(`In ${dataDir} liegen wieder die Daten von vor der Wiederherstellung.`)
      return
    }
    const accept = values["despite-faults"] ? confirmFaults(terminal) : undefined
    const { from, kept, missing, losses, returned, loggedOut, foreign } = await takeArchive(
      file,
      dataDir,
      (source) => restore(dataDir, source, new Date(), accept),
    )
    out(`Wiederhergestellt in ${dataDir}: ${from}.`)
    if (kept) {
      out(`Was vorher da war, liegt in ${kept}; wenn alles gut ist, kann es weg.`)
      out(`War es die falsche Sicherung, kommt es so zurück: ${PROGRAM} restore ${kept}`)
    }
    if (losses.length > 0)
      err(`Achtung: Darin fehlen ${describeLosses(losses)}. ${adviceOnLosses(losses)}`.trim())
    if (foreign) err("Achtung: Diese Sicherung ist von einer anderen Anlage. War sie gemeint?")
    if (!loggedOut)
      err(
        "Achtung: Die Tabelle der Konten ist beschädigt, deshalb gelten frühere Anmeldungen weiter. Alle enden mit einem " +
          `anderen JWT_SECRET oder, wo keines gesetzt ist, ohne die Datei ${join(dataDir, "jwt_secret")}.`,
      )
    if (returned.length > 0) {
      const lines = returned.map((line) => `  - ${line}`).join("\n")
      err(
        `Achtung: Was inzwischen weggenommen war, gilt wieder. Bitte gleich noch einmal wegnehmen:\n${lines}`,
      )
    }
    warnOfMissing(missing, err)
    if (loggedOut) out("Alle Personen melden sich neu an.")
    out("Was auf Telefonen wartet, bleibt dort und wird nach der Anmeldung gesendet.")
  },
})

const YES = "ja"

function confirmFaults({ err, confirm }: Terminal): (faults: string[]) => Promise<void> {
  return async (faults) => {
    err(`Diese Daten sind nicht in Ordnung:\n${faults.map((fault) => `  - ${fault}`).join("\n")}`)
    err("Der Dienst arbeitet damit weiter, aber check und jede neue Sicherung melden den Schaden.")
    if ((await confirm(`Trotzdem zurückholen? Dann „${YES}“ eingeben: `)).trim() !== YES)
      throw new Cancelled()
  }
}
