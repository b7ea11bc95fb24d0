import { existsSync } from "node:fs"
import { join } from "node:path"
import { readConfig } from "../config.ts"
import { openDeps } from "../deps.ts"
import { StartRefused } from "../lib/start-refused.ts"
import { type Command, commandLog, UsageError } from "./command.ts"
import { readOptions } from "./options.ts"

export const initCommand: Command = {
  name: "init",
  summary: "Mit leerer Datenbank beginnen, wo eine frühere verloren ist",
  usage: `pfandwerk init --empty

  --empty   ja, wirklich leer: was in DATA_DIR noch liegt (Bilder, Sicherungen), bleibt, gehört aber niemandem mehr
Im Alltag unnötig: In einem neuen Ordner legt der erste Start die Datenbank von selbst an.`,
  onData: {},
  async run(args, terminal) {
    const { empty } = readOptions(args, { empty: "boolean" })
    if (!empty) throw new UsageError("Wenn wirklich leer begonnen werden soll, gehört --empty dazu.")
    const config = readConfig(terminal.env)
    if (existsSync(join(config.dataDir, "pfandwerk.db")))
      throw new StartRefused(`In ${config.dataDir} gibt es eine Datenbank; sie bleibt, wie sie ist.`)
    openDeps(config, commandLog(config, terminal), { beginAnew: true }).close()
    terminal.out(`Leere Datenbank angelegt: ${join(config.dataDir, "pfandwerk.db")}`)
    return 0
  },
}
