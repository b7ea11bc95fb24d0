import { exportCompany, importCompany } from "../ops/backup/transfer.ts"
import type { Deps } from "../deps.ts"
import { tenants } from "../db/schema.ts"
import { reasonOf } from "../lib/disk-fault.ts"
import { StartRefused } from "../lib/refusal.ts"
import { writeProtokoll } from "../api/shared/record.ts"
import { changeTenant } from "../api/tenants/rules.ts"
import { refuseScreen, takeArchive, warnOfMissing, putArchive } from "./archive-stream.ts"
import { COMMAND_LINE, command } from "./command.ts"
import { withDeps } from "./with-deps.ts"
import { harmless } from "./terminal.ts"
import { PROGRAM } from "../lib/ourselves.ts"

export const tenantExport = command({
  summary: "Eine Firma mit ihren Bildern in eine Datei schreiben, für einen anderen Server",
  usage: `pfandwerk tenant export SLUG DATEI [--block]

  DATEI     die neue Datei; - gibt das Archiv aus
  --block   sperrt die Firma hier zuerst, damit nicht an zwei Orten gebucht wird;
            rückgängig mit: pfandwerk tenant unblock SLUG
Geht neben dem laufenden Dienst. Das Pfandbuch wird bewiesen und die Datei zurückgelesen, bevor der Befehl sagt,
dass sie fertig ist.`,
  writes: 1,
  options: { block: "boolean" },
  takes: ["SLUG", "DATEI"],
  run: ({ values, positionals: [slug = "", file = ""] }, terminal) =>
    withDeps(terminal, async (deps) => {
      const { dataDir } = deps.config
      refuseScreen(file, terminal)
      // The output, too: a company is not blocked for an archive that nobody got.
      await recorded(deps, slug, values.block, () =>
        putArchive(
          file,
          dataDir,
          terminal,
          (target) => exportCompany(dataDir, slug, target, new Date()),
          ({ company, rows, missing }) => {
            warnOfMissing(missing, terminal.err)
            return `Firma ${slug} (${harmless(company.name)}, ${rows} Datensätze) geschrieben und geprüft`
          },
        ),
      )
      if (!values.block)
        terminal.err("Hier geht es mit ihr weiter. Soll sie umziehen, noch einmal mit --block exportieren.")
    }),
})

export const tenantImport = command({
  summary: "Eine exportierte Firma mit ihrer Geschichte übernehmen; überschreibt nichts",
  usage: `pfandwerk tenant import DATEI [--activate]

  DATEI        was tenant export geschrieben hat; - liest es von der Standardeingabe
  --activate   lässt die Firma hier arbeiten, wenn sie für den Export gesperrt wurde
Geht neben dem laufenden Dienst; dessen andere Firmen warten, während die Datensätze geschrieben werden.`,
  reads: 0,
  options: { activate: "boolean" },
  takes: ["DATEI"],
  run: ({ values, positionals: [file = ""] }, terminal) =>
    withDeps(terminal, async (deps) => {
      const { dataDir } = deps.config
      const { company, rows, missing } = await takeArchive(file, dataDir, (source) =>
        importCompany(dataDir, source, new Date()),
      )
      const { slug } = company
      const { status } = await record(deps, slug, "tenants.importiert", values.activate ? "aktiv" : undefined)
      terminal.out(
        `Firma ${slug} (${harmless(company.name)}, ${rows} Datensätze) übernommen; sie ist ${status}.`,
      )
      warnOfMissing(missing, terminal.err)
      terminal.out("Ihre Leute melden sich neu an, mit den Passwörtern, die sie haben.")
    }),
})

/** Logs the export first, so that the file has the entry, too. If it fails, the entry stays and the block does not. */
async function recorded<T>(deps: Deps, slug: string, block: boolean | undefined, work: () => Promise<T>) {
  const { system } = deps
  const before = system.tenants.bySlug(slug)?.status
  const { id } = await record(deps, slug, "tenants.exportiert", block ? "gesperrt" : undefined)
  try {
    return await work()
  } catch (error) {
    // The disk may refuse this as well: then people are told the first reason, and that the company stayed blocked.
    if (block && before)
      await system
        .write(() => changeTenant(system, COMMAND_LINE, id, { status: before }, undefined))
        .catch((cause: unknown) => {
          throw new StartRefused(
            `${reasonOf(error)}\nDie Firma ${slug} blieb gesperrt; wenn wieder Platz ist: ${PROGRAM} tenant unblock ${slug}`,
            { cause },
          )
        })
    throw error
  }
}

/** Writes into the company's own log what was done with it, and sets its status if one is given. */
function record(deps: Deps, slug: string, aktion: string, status?: "aktiv" | "gesperrt") {
  const { system } = deps
  return system.write(() => {
    const tenant = system.tenants.bySlug(slug)
    if (!tenant) throw new StartRefused(`Eine Firma ${harmless(slug)} gibt es nicht.`)
    writeProtokoll(system.tenant(tenant.id), COMMAND_LINE, aktion, tenants, tenant, tenant)
    return status ? changeTenant(system, COMMAND_LINE, tenant.id, { status }, undefined) : tenant
  })
}
