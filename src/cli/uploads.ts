import type { RecordOfFile } from "../db/upload-paths.ts"
import type { Deps } from "../deps.ts"
import { StartRefused } from "../lib/refusal.ts"
import { isCopying } from "../ops/work/leftovers.ts"
import { notePair, sweep } from "../ops/uploads/sweep.ts"
import { bringBack, quarantined } from "../ops/uploads/quarantine.ts"
import { repair, replaceByPlaceholder } from "../ops/repair/lost-pictures.ts"
import { GRACE } from "../ops/upkeep.ts"
import { command } from "./command.ts"
import { withDeps } from "./with-deps.ts"
import { takeArchive } from "./archive-stream.ts"
import { PROGRAM } from "../lib/ourselves.ts"

export const uploadsSweep = command({
  summary: "Bilddateien ohne Datensatz in die Quarantäne legen, auch viele",
  usage: `pfandwerk uploads sweep

Von selbst räumt der Dienst nur auf, was seit der jetzigen Datenbank liegen blieb, und nie viel auf einmal. Dieser
Befehl nimmt alles, was kein Datensatz nennt und älter als eine Stunde ist. Es liegt dann 30 Tage in
uploads/.quarantine und kommt zurück mit: pfandwerk uploads restore`,
  run: (_typed, terminal) =>
    withDeps(terminal, async (deps) => {
      if (isCopying(deps.config.dataDir, new Date()))
        throw new StartRefused("Gerade läuft eine Sicherung, ein Export oder ein Import. Danach noch einmal.")
      const { quarantined: moved } = await sweep(deps, Date.now() - GRACE, { all: true })
      terminal.out(`${moved} Dateien liegen jetzt für 30 Tage in der Quarantäne.`)
    }),
})

export const uploadsRestore = command({
  summary: "Bilddateien aus der Quarantäne zurückholen",
  usage: `pfandwerk uploads restore

Alles aus uploads/.quarantine kommt dorthin zurück, wo es lag, und bleibt: Der Dienst räumt es nicht wieder weg.`,
  run: (_typed, terminal) =>
    withDeps(terminal, async ({ config }) => {
      notePair(config)
      let [back, left] = [0, 0]
      for await (const file of quarantined(config.uploadsDir))
        if (await bringBack(config.uploadsDir, file)) back++
        else left++
      terminal.out(`${back} Dateien sind zurück.`)
      if (left > 0) terminal.out(`${left} blieben in der Quarantäne: An ihrem Platz liegt eine andere Datei.`)
    }),
})

export const uploadsRepair = command({
  summary: "Verlorene Bilddateien suchen, ersetzen und so Sicherungen wieder vollständig machen",
  usage: `pfandwerk uploads repair [DATEI] [--placeholder]

  DATEI           eine Sicherung, in der zuerst gesucht wird; - liest sie von der Standardeingabe
  --placeholder   was nirgends zu finden ist, durch ein graues Bild mit Kreuz ersetzen
Gesucht wird in der Quarantäne, in dem, was Wiederherstellungen beiseite gelegt haben, und in allen Sicherungen in
BACKUP_DIR. Eine verlorene Vorschau wird neu gemacht. Geht neben dem laufenden Dienst; Endcode 1, wenn etwas fehlt.`,
  reads: 0,
  options: { placeholder: "boolean" },
  takes: ["[DATEI]"],
  run: ({ values, positionals: [file] }, terminal) =>
    withDeps(terminal, async (deps) => {
      const look = (archive?: string) => repair(deps, archive, terminal.out)
      const all = await (file === undefined ? look() : takeArchive(file, deps.config.dataDir, look))
      const lost = all.filter((one) => one.from === undefined)
      for (const { path, from: found } of all)
        terminal.out(`uploads/${path}: ${found ? `zurück (${found})` : "nicht gefunden"}`)
      terminal.out(`${all.length} Dateien fehlten, ${all.length - lost.length} sind wieder da.`)
      if (lost.length === 0) return 0
      for (const { record } of lost) if (record) terminal.out(describe(deps, record))
      if (!values.placeholder) {
        terminal.out(`Liegt anderswo noch eine Sicherung: ${PROGRAM} uploads repair DATEI`)
        terminal.out(`Sonst damit abschließen: ${PROGRAM} uploads repair --placeholder`)
        return 1
      }
      for (const { path } of lost) await replaceByPlaceholder(deps, path)
      terminal.out(`${lost.length} sind durch ein graues Bild mit Kreuz ersetzt.`)
      return 0
    }),
})

/** Names the company and the record, so that somebody can be asked for the picture again. */
function describe({ system }: Deps, { tabelle, id, tenant_id }: RecordOfFile): string {
  return `  Firma ${system.tenants.byId(tenant_id)?.slug ?? tenant_id}, ${tabelle} ${id}`
}
