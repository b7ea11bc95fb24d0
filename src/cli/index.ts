import { diskFault } from "../lib/disk-fault.ts"
import { Refusal, StartRefused } from "../lib/refusal.ts"
import { type Command, HelpWanted, type Terminal, UsageError } from "./command.ts"
import { allCommands, commandNames, loadCommand } from "./commands.ts"
import { commandHelp, groupHelp, overview, unknownCommand } from "./help.ts"
import { byOption, nearest, readArguments } from "./options.ts"
import { runAsOwner } from "./owner.ts"

const HELP = new Set(["--help", "-h", "help"])

/**
 * Runs what was typed behind `pfandwerk`.
 *
 * @returns the exit code: 0 done, 1 failed, 2 wrong usage
 */
export async function runCommand(argv: string[], terminal: Terminal): Promise<number> {
  if (argv[0] === "--version") return runCommand(["version"], terminal)
  const [first = "serve", second = ""] = argv
  const asked = HELP.has(first) ? argv.slice(1) : HELP.has(second) ? [first] : undefined
  if (asked) return help(asked, terminal)
  const command = await find(argv.length === 0 ? [first] : argv)
  if (!command) {
    terminal.err(unknownCommand(commandNames, argv))
    return 2
  }
  const args = argv.slice(command.name.split(" ").length)
  const meant = mistypedName(command, args)
  if (meant !== undefined) {
    terminal.err(`Gemeint ist wohl: pfandwerk ${meant}. Eine Datei dieses Namens schreibt man ./${args[0]}`)
    return 2
  }
  try {
    const code = await runAsOwner(command, args, terminal)
    if (code !== undefined) return code
    return (await command.run(readArguments(args, command.options, command.takes), terminal)) ?? 0
  } catch (error) {
    return reportError(byOption(error), command, terminal)
  }
}

/** The longest name that fits: "backup list" is no backup into a file of that name. */
async function find(words: string[]): Promise<Command | undefined> {
  const [name] = commandNames
    .filter((known) => known.split(" ").every((word, i) => words[i] === word))
    .toSorted((a, b) => b.length - a.length)
  return name === undefined ? undefined : loadCommand(name)
}

/** @returns the command that was meant by "backup lsit", which is no file to be written; undefined for what has a dot or slash */
function mistypedName({ name, writes }: Command, [first = ""]: string[]): string | undefined {
  if (writes === undefined || !/^[a-z]+$/.test(first)) return undefined
  const below = commandNames.filter((known) => known.startsWith(`${name} `))
  const meant = nearest(
    first,
    below.map((known) => known.slice(name.length + 1)),
  )
  return meant && `${name} ${meant}`
}

async function help(words: string[], terminal: Terminal): Promise<number> {
  const command = await find(words)
  const commands = await allCommands()
  const group = commands.filter(({ name }) => name.startsWith(`${words[0]} `))
  if (words.length === 0) terminal.out(overview(commands))
  else if (group.length > 0 && !(command && words.length > 1)) terminal.out(groupHelp(group, command))
  else if (command) terminal.out(commandHelp(command))
  else {
    terminal.err(unknownCommand(commandNames, words))
    return 2
  }
  return 0
}

/** @returns the exit code */
function reportError(error: unknown, command: Command, terminal: Terminal): number {
  if (error instanceof HelpWanted) {
    terminal.out(commandHelp(command))
    return 0
  }
  const isMistyped = error instanceof UsageError || (error instanceof Refusal && error.kind === "invalid")
  if (isMistyped) terminal.err(`${error.message}\nHilfe: pfandwerk ${command.name} --help`)
  else if (error instanceof StartRefused || error instanceof Refusal) terminal.err(error.message)
  else {
    const fault = diskFault(error)
    const told = fault
      ? `Das ist misslungen: ${fault}`
      : `Unerwarteter Fehler: ${(error as Error)?.stack ?? String(error)}`
    terminal.err(told)
  }
  return isMistyped ? 2 : 1
}
