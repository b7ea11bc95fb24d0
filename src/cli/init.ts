import { existsSync } from "node:fs"
import { readConfig } from "../config.ts"
import { adviceOnLosses, describeLosses, findLosses, forgetLedgerEnds } from "../db/ledger-ends.ts"
import { openDeps } from "../deps.ts"
import { StartRefused } from "../lib/refusal.ts"
import { command, commandLog, UsageError } from "./command.ts"
import { databaseIn } from "../db/open.ts"

export const initCommand = command({
  summary: "Nach einem Verlust weitermachen: mit leerer Datenbank, oder mit dem, was von ihr da ist",
  usage: `pfandwerk init --empty | --accept-loss

  --empty         mit leerer Datenbank: was in DATA_DIR noch liegt (Bilder, Sicherungen), bleibt, gehört aber
                  niemandem mehr
  --accept-loss   mit einer Datenbank, in der bestätigte Buchungen oder Abrechnungen fehlen: ihre Nummern werden neu vergeben
Im Alltag unnötig: In einem neuen Ordner legt der erste Start die Datenbank von selbst an.`,
  options: { empty: "boolean", "accept-loss": "boolean" },
  async run({ values: options }, terminal) {
    if ((options.empty === true) === (options["accept-loss"] === true))
      throw new UsageError("Entweder --empty oder --accept-loss gehört dazu.")
    const config = readConfig(terminal.env)
    const { dataDir } = config
    if (options.empty) {
      if (existsSync(databaseIn(dataDir)))
        throw new StartRefused(`In ${dataDir} gibt es eine Datenbank; sie bleibt, wie sie ist.`)
      openDeps(config, commandLog(config, terminal), { beginAnew: true }).close()
      terminal.out(`Leere Datenbank angelegt: ${databaseIn(dataDir)}`)
      return
    }
    const { losses } = findLosses(dataDir)
    if (losses.length === 0)
      throw new StartRefused(`In ${dataDir} fehlt keine bestätigte Buchung oder Abrechnung.`)
    forgetLedgerEnds(dataDir)
    terminal.out(`Hingenommen: Es fehlen ${describeLosses(losses)}. ${adviceOnLosses(losses)}`.trim())
    terminal.out("Der Dienst startet jetzt wieder. Nach Papieren und Telefonen neu erfassen, was fehlt.")
  },
})
