import type { Config } from "../config.ts"
import { createLog, type Log } from "../lib/log.ts"

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
export class Cancelled extends Error {
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

export type Command = {
  /** Words typed after `pfandwerk`, e.g. `superadmin create`. */
  name: string
  summary: string
  /** Options and arguments, a line each. */
  usage: string
  /**
   * Set where a command works on the data folder: it then runs as the folder's owner, even when root typed it
   * (owner.ts). `reads` and `writes` say which argument names a file that may belong to the caller instead.
   */
  onData?: { reads?: FilePlace; writes?: FilePlace }
  /** @returns the exit code: 0 done, 1 failed */
  run: (args: string[], terminal: Terminal) => Promise<number>
}

export function commandLog(config: Pick<Config, "logFormat">, terminal: Terminal): Log {
  const format = config.logFormat === "auto" ? (terminal.isTerminal ? "text" : "json") : config.logFormat
  return createLog(format, terminal.out)
}
