import { diskFault } from "../lib/disk-fault.ts"
import { auftraegeCommand } from "./auftraege.ts"
import { backupCommand, restoreCommand } from "./backup.ts"
import { backupList } from "./backup-list.ts"
import { checkCommand } from "./check.ts"
import { type Command, HelpWanted, type Terminal } from "./command.ts"
import { demoCommand } from "./demo.ts"
import { exitOf } from "./exit.ts"
import { commandHelp, groupHelp, overview, unknownCommand } from "./help.ts"
import { handbuchCommand } from "./handbuch.ts"
import { initCommand } from "./init.ts"
import { installCommand } from "./install.ts"
import { byOption } from "./options.ts"
import { runAsOwner } from "./owner.ts"
import { passwordSet } from "./password.ts"
import { serveCommand } from "./serve.ts"
import { superadminCreate, superadminList } from "./superadmin.ts"
import { tenantBlock, tenantCreate, tenantList, tenantUnblock } from "./tenant.ts"
import { tenantExport, tenantImport } from "./transfer.ts"
import { tlsCommand } from "./tls.ts"
import { uploadsRepair, uploadsRestore, uploadsSweep } from "./uploads.ts"
import { versionCommand } from "./version.ts"

/** Every command of the executable. */
export const commands: Command[] = [
  serveCommand,
  demoCommand,
  superadminCreate,
  superadminList,
  tenantCreate,
  tenantList,
  tenantBlock,
  tenantUnblock,
  tenantExport,
  tenantImport,
  passwordSet,
  backupCommand,
  backupList,
  restoreCommand,
  checkCommand,
  initCommand,
  uploadsRepair,
  uploadsSweep,
  uploadsRestore,
  installCommand,
  tlsCommand,
  auftraegeCommand,
  handbuchCommand,
  versionCommand,
]

const HELP = new Set(["--help", "-h", "help"])

/**
 * Runs what was typed behind `pfandwerk`.
 *
 * @returns the exit code: 0 done, 1 failed, 2 wrong usage
 */
export async function runCommand(argv: string[], terminal: Terminal): Promise<number> {
  const [first = "serve", second = ""] = argv
  if (first === "--version") return versionCommand.run([], terminal)
  const asked = HELP.has(first) ? argv.slice(1) : HELP.has(second) ? [first] : undefined
  if (asked) return help(asked, terminal)
  const command = find(argv.length === 0 ? [first] : argv)
  if (!command) {
    terminal.err(unknownCommand(commands, argv))
    return 2
  }
  const args = argv.slice(command.name.split(" ").length)
  try {
    return (await runAsOwner(command, args, terminal)) ?? (await command.run(args, terminal))
  } catch (error) {
    return tell(byOption(error), command, terminal)
  }
}

/** The longest name that fits: "backup list" is no backup into a file of that name. */
function find(words: string[]): Command | undefined {
  return commands
    .filter(({ name }) => name.split(" ").every((word, i) => words[i] === word))
    .toSorted((a, b) => b.name.length - a.name.length)[0]
}

function help(words: string[], terminal: Terminal): number {
  const command = find(words)
  const group = commands.filter(({ name }) => name.startsWith(`${words[0]} `))
  if (words.length === 0) terminal.out(overview(commands))
  else if (group.length > 0 && !(command && words.length > 1)) terminal.out(groupHelp(group, command))
  else if (command) terminal.out(commandHelp(command))
  else {
    terminal.err(unknownCommand(commands, words))
    return 2
  }
  return 0
}

function tell(error: unknown, command: Command, terminal: Terminal): number {
  if (error instanceof HelpWanted) {
    terminal.out(commandHelp(command))
    return 0
  }
  const { code, expected } = exitOf(error)
  const fault = expected ? undefined : diskFault(error)
  if (fault) terminal.err(`Das ist misslungen: ${fault}`)
  else if (!expected) terminal.err(`Unerwarteter Fehler: ${(error as Error)?.stack ?? String(error)}`)
  else
    terminal.err((error as Error).message + (code === 2 ? `\nHilfe: pfandwerk ${command.name} --help` : ""))
  return code
}
