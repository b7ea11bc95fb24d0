import { describeSettings } from "../config.ts"
import type { Command, Terminal } from "./command.ts"
import { backupCommand, restoreCommand } from "./backup.ts"
import { checkCommand } from "./check.ts"
import { demoCommand } from "./demo.ts"
import { exitOf } from "./exit.ts"
import { initCommand } from "./init.ts"
import { installCommand } from "./install.ts"
import { passwordSet } from "./password.ts"
import { serveCommand } from "./serve.ts"
import { superadminCreate, superadminList } from "./superadmin.ts"
import { tenantCreate, tenantList } from "./tenant.ts"
import { tenantExport, tenantImport } from "./umzug.ts"
import { tlsCommand } from "./tls.ts"
import { uploadsRestore, uploadsSweep } from "./uploads.ts"
import { versionCommand } from "./version.ts"

/** Every command of the executable. */
export const commands: Command[] = [
  serveCommand,
  demoCommand,
  superadminCreate,
  superadminList,
  tenantCreate,
  tenantList,
  tenantExport,
  tenantImport,
  passwordSet,
  backupCommand,
  restoreCommand,
  checkCommand,
  initCommand,
  uploadsSweep,
  uploadsRestore,
  installCommand,
  tlsCommand,
  versionCommand,
]

/**
 * Runs what was typed behind `pfandwerk`.
 *
 * @returns the exit code: 0 done, 1 failed, 2 wrong usage
 */
export async function runCommand(argv: string[], terminal: Terminal): Promise<number> {
  const wantsHelp = argv.some((arg) => arg === "--help" || arg === "-h") || argv[0] === "help"
  const words = argv.filter((arg) => arg !== "--help" && arg !== "-h" && arg !== "help")
  if (words[0] === "--version") return versionCommand.run([], terminal)
  const command = words.length === 0 && !wantsHelp ? serveCommand : find(words)
  if (wantsHelp) {
    terminal.out(command ? `${command.summary}.\n\n${command.usage}` : overview())
    return 0
  }
  if (!command) {
    terminal.err(`Unknown command: ${words.slice(0, 2).join(" ")}\n\n${overview()}`)
    return 2
  }
  try {
    return await command.run(words.slice(words.length === 0 ? 0 : command.name.split(" ").length), terminal)
  } catch (error) {
    return tell(error, command, terminal)
  }
}

function find(words: string[]): Command | undefined {
  return commands.find(({ name }) => name.split(" ").every((word, i) => words[i] === word))
}

function tell(error: unknown, command: Command, terminal: Terminal): number {
  const { code, expected } = exitOf(error)
  if (!expected) terminal.err(`Unexpected failure: ${(error as Error)?.stack ?? String(error)}`)
  else terminal.err((error as Error).message + (code === 2 ? `\n\n${command.usage}` : ""))
  return code
}

function overview(): string {
  const width = Math.max(...commands.map(({ name }) => name.length))
  const rows = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`)
  return `pfandwerk COMMAND [OPTIONS]

${rows.join("\n")}

pfandwerk COMMAND --help tells more. Exit codes: 0 done, 1 failed, 2 wrong usage.

Settings, from the environment or a file .env beside the executable:

${describeSettings()}`
}
