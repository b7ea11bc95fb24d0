import type { Config } from "../config.ts"
import { createLog, type Log } from "../lib/log.ts"
import { StartRefused } from "../lib/refusal.ts"

/** The author of a command's changes in a tenant's log. */
export const COMMAND_LINE = { id: null, name: "Kommandozeile" }

/** The command was typed wrongly; answered with the message and where help is, exit code 2. */
export class UsageError extends Error {
  override name = "UsageError"
}

/** `--help` was typed behind a command. */
export class HelpWanted extends Error {
  override name = "HelpWanted"
}

/** The person did not want to answer a question; exit code 1. */
export class Cancelled extends StartRefused {
  override name = "Cancelled"
  override message = "Abgebrochen, nichts wurde geändert."
}

/** Typed in place of a file: standard input or output. */
export const STREAM = "-"

/** Asks one question and waits for the line that is typed. */
export type Ask = (question: string) => Promise<string>

/** Parts of the process that a command may use. */
export type Terminal = {
  env: Record<string, string | undefined>
  out: (line: string) => void
  err: (line: string) => void
  /** @returns the first line of standard input */
  readFirstLine: () => Promise<string>
  /** Asks without echo (prompt.ts). @throws UsageError without a terminal; Cancelled */
  askSecretly: <T>(dialog: (ask: Ask) => Promise<T>) => Promise<T>
  /** Asks at the terminal, even when standard input is a file (prompt.ts). @throws UsageError without a terminal */
  confirm: Ask
  /** Whether a person reads the output. */
  isTerminal: boolean
  /** Whether a person types the input. */
  isInteractive: boolean
  /** Resolves at SIGTERM or SIGINT. */
  stopped: Promise<string>
  /** Calls back at every SIGHUP, which then no longer ends the process. */
  onHangup: (listener: () => void) => void
}

/** The number of an argument, or the name of an option. */
export type FilePlace = number | string

/** Options of a command: `--name value`, or `--name` alone. */
export type Kinds = Record<string, "string" | "boolean">
type Value<Kind> = Kind extends "string" ? string : boolean

/** Arguments typed behind a command's name. */
export type Typed<K extends Kinds = Kinds> = {
  values: { [N in keyof K]?: Value<K[N]> }
  positionals: string[]
}

/** Parts of a command; its name stands in commands.ts. */
export type Declared<K extends Kinds = Kinds> = {
  summary: string
  /** Options and arguments, a line each; left out where the name is all. */
  usage?: string
  options?: K
  /** Arguments as in the usage; those in brackets may be left out. */
  takes?: string[]
  /** Set where it runs as whoever typed it; all others run as the owner of the data folder (owner.ts). */
  asCaller?: true
  /** Place of a file that may belong to the caller instead of that owner. */
  reads?: FilePlace
  writes?: FilePlace
  /** @returns the exit code, when it is not 0 (done) */
  run(typed: Typed<K>, terminal: Terminal): Promise<number | void>
}

/** A command by its name: the words typed after `pfandwerk`, e.g. `superadmin create`. */
export type Command = Declared & { name: string; usage: string }

/** @returns the same, with the types of its options known to `run` */
export const command = <K extends Kinds>(declared: Declared<K>): Declared => declared

/** @returns a log to standard output: in words for somebody who watches, as JSON where it is redirected, unless set */
export function commandLog(config: Pick<Config, "logFormat">, terminal: Terminal): Log {
  const format = config.logFormat === "auto" ? (terminal.isTerminal ? "text" : "json") : config.logFormat
  return createLog(format, terminal.out)
}
