import type { Deps } from "../deps.ts"
import { StartRefused } from "../lib/start-refused.ts"
import { isCopying } from "../ops/work/leftovers.ts"
import { becomeAcquainted } from "../ops/uploads/acquaintance.ts"
import { bringBack, quarantined } from "../ops/uploads/quarantine.ts"
import { sweep } from "../ops/uploads/sweep.ts"
import { GRACE } from "../ops/upkeep.ts"
import { type Command, withDeps } from "./command.ts"
import { readOptions } from "./options.ts"

export const uploadsSweep: Command = {
  name: "uploads sweep",
  summary: "Bilddateien ohne Datensatz in die Quarantäne legen, auch viele",
  usage: `pfandwerk uploads sweep

Von selbst räumt der Dienst nur auf, was seit der jetzigen Datenbank liegen blieb, und nie viel auf einmal. Dieser
Befehl nimmt alles, was kein Datensatz nennt und älter als eine Stunde ist. Es liegt dann 30 Tage in
uploads/.quarantine und kommt zurück mit: pfandwerk uploads restore`,
  onData: {},
  async run(args, terminal) {
    readOptions(args, {})
    return withDeps(terminal, async (deps) => {
      refuseWhileCopying(deps)
      const { quarantined: moved } = await sweep(deps, Date.now() - GRACE, { all: true })
      terminal.out(`${moved} Dateien liegen jetzt für 30 Tage in der Quarantäne.`)
      return 0
    })
  },
}

export const uploadsRestore: Command = {
  name: "uploads restore",
  summary: "Bilddateien aus der Quarantäne zurückholen",
  usage: `pfandwerk uploads restore

Alles aus uploads/.quarantine kommt dorthin zurück, wo es lag, und bleibt: Der Dienst räumt es nicht wieder weg.`,
  onData: {},
  async run(args, terminal) {
    readOptions(args, {})
    return withDeps(terminal, async ({ config }) => {
      becomeAcquainted(config)
      let [back, left] = [0, 0]
      for await (const file of quarantined(config.uploadsDir))
        if (await bringBack(config.uploadsDir, file)) back++
        else left++
      terminal.out(`${back} Dateien sind zurück.`)
      if (left > 0) terminal.out(`${left} blieben in der Quarantäne: An ihrem Platz liegt eine andere Datei.`)
      return 0
    })
  },
}

function refuseWhileCopying({ config }: Deps): void {
  if (isCopying(config.dataDir, new Date()))
    throw new StartRefused("Gerade läuft eine Sicherung, ein Export oder ein Import. Danach noch einmal.")
}
