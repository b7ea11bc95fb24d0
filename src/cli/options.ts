import { parseArgs } from "node:util"
import { invalidFields, Refusal } from "../lib/refusal.ts"
import { HelpWanted, STREAM, UsageError } from "./command.ts"
import { nearest } from "./nearest.ts"

type Kinds = Record<string, "string" | "boolean">
type Values<K extends Kinds> = { [N in keyof K]?: K[N] extends "string" ? string : boolean }

/**
 * Reads the options of a command, `--name value`, `--name=value` or `--flag`.
 *
 * @throws UsageError for an unknown option, one without its value or typed twice, or a stray argument; HelpWanted
 */
export const readOptions = <K extends Kinds>(args: string[], kinds: K): Values<K> =>
  readArguments(args, kinds).values

/**
 * Reads options and arguments.
 *
 * @param names of the arguments that must be there, as in the usage
 * @param optional names of those that may follow
 * @throws UsageError, also when an argument is missing; HelpWanted
 */
export function readArguments<K extends Kinds>(
  args: string[],
  kinds: K,
  names: string[] = [],
  optional: string[] = [],
): { values: Values<K>; positionals: string[] } {
  const options = Object.fromEntries(Object.entries(kinds).map(([name, type]) => [name, { type }]))
  const { tokens } = parseArgs({ args, options: { ...options, ...HELP }, strict: false, tokens: true })
  const values: Record<string, string | boolean> = {}
  const positionals: string[] = []
  for (const token of tokens) {
    if (token.kind === "positional") positionals.push(token.value)
    if (token.kind !== "option") continue
    if (token.name === "help") throw new HelpWanted()
    if (Object.hasOwn(values, token.name)) throw new UsageError(`--${token.name} steht zweimal da.`)
    values[token.name] = valueOf(token, kinds)
  }
  const missing = names[positionals.length]
  if (missing) throw new UsageError(`${missing} fehlt.`)
  // Never repeats it: it may be the password of somebody who forgot --password-stdin.
  if (positionals.length > names.length + optional.length)
    throw new UsageError("Da steht ein Argument zu viel. Was Leerzeichen enthält, braucht Anführungszeichen.")
  return { values: values as Values<K>, positionals }
}

const HELP = { help: { type: "boolean", short: "h" } } as const

type Option = { name: string; rawName: string; value?: string | undefined; inlineValue?: boolean | undefined }

/** Checks options by hand: parseArgs has English messages, and its codes do not tell the fault. */
function valueOf({ name, rawName, value, inlineValue }: Option, kinds: Kinds): string | boolean {
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
  if (!kind) {
    const like = nearest(
      rawName,
      Object.keys(kinds).map((known) => `--${known}`),
    )
    throw new UsageError(
      `Die Option ${rawName} gibt es hier nicht${like ? `; gemeint ist wohl ${like}` : ""}.`,
    )
  }
  if (kind === "boolean") {
    if (value !== undefined) throw new UsageError(`${rawName} nimmt keinen Wert.`)
    return true
  }
  if (value === undefined || value === "") throw new UsageError(`${rawName} braucht einen Wert.`)
  // "--name --slug sommer" lacks a name; "--name=--slug" is taken as it stands.
  if (!inlineValue && value.startsWith("-") && value !== STREAM)
    throw new UsageError(`${rawName} braucht einen Wert; beginnt er mit einem Strich, dann so: ${rawName}=-…`)
  return value
}

/** @returns the same error; its faults named as they were typed, `admin.email` as `--admin-email` */
export function byOption(error: unknown): unknown {
  const faults = error instanceof Refusal ? error.details.faults : undefined
  if (!faults) return error
  return invalidFields(
    faults.map((fault) => ({ ...fault, path: `--${fault.path.replaceAll(/[._]/g, "-")}` })),
  )
}
