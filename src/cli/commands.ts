import type { Command, Declared } from "./command.ts"

/** Every command of the executable by its name; loaded when it is typed, with what it needs. */
const loaders: Record<string, () => Promise<Declared>> = {
  serve: async () => (await import("./serve.ts")).serveCommand,
  demo: async () => (await import("./demo.ts")).demoCommand,
  "superadmin create": async () => (await import("./superadmin.ts")).superadminCreate,
  "superadmin list": async () => (await import("./superadmin.ts")).superadminList,
  "tenant create": async () => (await import("./tenant.ts")).tenantCreate,
  "tenant list": async () => (await import("./tenant.ts")).tenantList,
  "tenant block": async () => (await import("./tenant.ts")).tenantBlock,
  "tenant unblock": async () => (await import("./tenant.ts")).tenantUnblock,
  "tenant export": async () => (await import("./transfer.ts")).tenantExport,
  "tenant import": async () => (await import("./transfer.ts")).tenantImport,
  "password set": async () => (await import("./password.ts")).passwordSet,
  backup: async () => (await import("./backup.ts")).backupCommand,
  "backup list": async () => (await import("./backup.ts")).backupList,
  restore: async () => (await import("./restore.ts")).restoreCommand,
  "mail test": async () => (await import("./mail.ts")).mailTest,
  check: async () => (await import("./check.ts")).checkCommand,
  init: async () => (await import("./init.ts")).initCommand,
  "uploads repair": async () => (await import("./uploads.ts")).uploadsRepair,
  "uploads sweep": async () => (await import("./uploads.ts")).uploadsSweep,
  "uploads restore": async () => (await import("./uploads.ts")).uploadsRestore,
  install: async () => (await import("./install.ts")).installCommand,
  tls: async () => (await import("./tls.ts")).tlsCommand,
  handbuch: async () => (await import("./handbuch.ts")).handbuchCommand,
  version: async () => (await import("./version.ts")).versionCommand,
}

/** Commands in the order of the help. */
export const commandNames = Object.keys(loaders)

/** @param name all its words, e.g. `superadmin create`. @returns undefined if there is no such command */
export async function loadCommand(name: string): Promise<Command | undefined> {
  const loader = loaders[name]
  return loader && named(name, await loader())
}

/** @returns every command, in the order of the help */
export const allCommands = (): Promise<Command[]> =>
  Promise.all(Object.entries(loaders).map(async ([name, loader]) => named(name, await loader())))

const named = (name: string, declared: Declared): Command => ({
  usage: `pfandwerk ${name}`,
  ...declared,
  name,
})
