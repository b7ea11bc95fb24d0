import type { Deps } from "../deps.ts"
import { openDeps } from "../deps.ts"
import { type Config, readConfig } from "../config.ts"
import { createLog, type Log } from "../lib/log.ts"

/** Who is written down in a tenant's log for what a command did. */
export const COMMAND_LINE = { id: null, name: "command line" }

/** The command was typed wrongly; answered with the message and its usage, exit code 2. */
export class UsageError extends Error {
  override name = "UsageError"
}

/** What a command may use of the process it runs in. */
export type Terminal = {
  env: Record<string, string | undefined>
  out: (line: string) => void
  err: (line: string) => void
  /** @returns the first line of standard input */
  readLine: () => Promise<string>
  /** Asks without echo. @throws UsageError when there is nobody to ask */
  askSecret: (question: string) => Promise<string>
  isTerminal: boolean
  /** Resolves at SIGTERM or SIGINT. */
  stopped: Promise<string>
  /** Calls back at every SIGHUP, which then no longer ends the process. */
  onHangup: (listener: () => void) => void
}

export type Command = {
  /** As typed behind `pfandwerk`, e.g. `superadmin create`. */
  name: string
  summary: string
  /** Options and arguments, a line each. */
  usage: string
  /** @returns the exit code: 0 done, 1 failed */
  run: (args: string[], terminal: Terminal) => Promise<number>
}

/** Opens the data folder beside a service that may be running, and closes it again. */
export async function withDeps<T>(terminal: Terminal, work: (deps: Deps) => Promise<T> | T): Promise<T> {
  const config = readConfig(terminal.env)
  const deps = openDeps(config, commandLog(config, terminal), { exclusive: false })
  try {
    return await work(deps)
  } finally {
    deps.close()
  }
}

export function commandLog(config: Pick<Config, "logFormat">, terminal: Terminal): Log {
  const format = config.logFormat === "auto" ? (terminal.isTerminal ? "text" : "json") : config.logFormat
  return createLog(format, terminal.out)
}

/**
 * Takes a new password from where the options say.
 *
 * @throws UsageError when it is shorter than the specification allows
 */
export async function newPassword(fromStdin: boolean, terminal: Terminal): Promise<string> {
  const password = fromStdin ? await terminal.readLine() : await askTwice(terminal)
  if (password.length < 6) throw new UsageError("A password has at least 6 characters.")
  return password
}

async function askTwice(terminal: Terminal): Promise<string> {
  const password = await terminal.askSecret("New password: ")
  if ((await terminal.askSecret("Once more: ")) !== password) throw new UsageError("The two differ.")
  return password
}
