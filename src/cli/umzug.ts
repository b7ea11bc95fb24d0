import { parseArgs } from "node:util"
import { exportCompany, importCompany } from "../ops/backup/umzug.ts"
import type { Deps } from "../deps.ts"
import { tenants } from "../db/schema.ts"
import { StartRefused } from "../lib/start-refused.ts"
import { writeProtokoll } from "../api/record.ts"
import { changeTenant } from "../api/tenants/rules.ts"
import { COMMAND_LINE, type Command, UsageError, withDeps } from "./command.ts"

export const tenantExport: Command = {
  name: "tenant export",
  summary: "Write one company, with its pictures, into a file to take to another server",
  usage: `pfandwerk tenant export SLUG FILE [--block]

  --block   block the company here first, so that nothing is booked in two places
Works beside the service. The ledger is proven and the file read back before the command says that it is done.`,
  async run(args, terminal) {
    const [[slug, file], { block }] = read(args, ["SLUG", "FILE"], "block")
    return withDeps(terminal, async (deps) => {
      const { company, rows } = await recorded(deps, slug, block, () =>
        exportCompany(deps.config.dataDir, slug, file, new Date()),
      )
      terminal.out(`Tenant ${slug} (${company.name}, ${rows} records) written and verified: ${file}`)
      if (!block) terminal.out("It goes on here. When it is to work elsewhere, export it again with --block.")
      return 0
    })
  },
}

export const tenantImport: Command = {
  name: "tenant import",
  summary: "Take in a company that was exported, with its history; overwrites nothing",
  usage: `pfandwerk tenant import FILE [--activate]

  --activate   let the company work here when it was blocked for the export
Works beside the service, whose other companies wait while the records are written.`,
  async run(args, terminal) {
    const [[file], { activate }] = read(args, ["FILE"], "activate")
    return withDeps(terminal, async (deps) => {
      const { company, rows } = await importCompany(deps.config.dataDir, file, new Date())
      const { status } = await record(
        deps,
        company.slug,
        "tenants.importiert",
        activate ? "aktiv" : undefined,
      )
      terminal.out(`Tenant ${company.slug} (${company.name}, ${rows} records) taken in; it is ${status}.`)
      terminal.out("Its people log in with the passwords they have, anew.")
      return 0
    })
  },
}

/** The entry is in the file, too, and one of an export that failed stays; but nobody stays locked out by that. */
async function recorded<T>(deps: Deps, slug: string, block: boolean | undefined, work: () => Promise<T>) {
  const { system } = deps
  const before = system.tenantBySlug(slug)?.status
  const { id } = await record(deps, slug, "tenants.exportiert", block ? "gesperrt" : undefined)
  try {
    return await work()
  } catch (error) {
    if (block && before)
      await system.write(() => changeTenant(system, COMMAND_LINE, id, { status: before }, undefined))
    throw error
  }
}

/** Writes down in the company's own log what was done with it, and sets its status where that is wanted. */
function record(deps: Deps, slug: string, aktion: string, status?: "aktiv" | "gesperrt") {
  const { system } = deps
  return system.write(() => {
    const tenant = system.tenantBySlug(slug)
    if (!tenant) throw new StartRefused(`There is no tenant ${slug}.`)
    writeProtokoll(system.tenant(tenant.id), COMMAND_LINE, aktion, tenants, tenant, tenant)
    return status ? changeTenant(system, COMMAND_LINE, tenant.id, { status }, undefined) : tenant
  })
}

/** @throws UsageError unless exactly the named arguments were given */
function read(
  args: string[],
  names: string[],
  flag: string,
): [[string, string], Record<string, boolean | undefined>] {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { [flag]: { type: "boolean" } },
      allowPositionals: true,
    })
    if (positionals.length !== names.length) throw new Error(`Name ${names.join(" and ")}.`)
    return [positionals as [string, string], values as Record<string, boolean | undefined>]
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}
