import { parseArgs } from "node:util"
import { invalidFields, Refusal } from "../lib/refusal.ts"
import { HelpWanted, type Kinds, STREAM, type Typed, UsageError } from "./command.ts"
import { distance } from "fastest-levenshtein"

/**
 * Reads a command's options (`--name value`, `--name=value`, `--flag`) and arguments.
 *
 * @param takes arguments as in the usage; those in brackets may be left out
 * @throws UsageError for an unknown option, one without its value or typed twice, and for an argument too few or too
 *   many; HelpWanted
 */
export function readArguments(args: string[], kinds: Kinds = {}, takes: string[] = []): Typed {
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
  const missing = takes[positionals.length]
  if (missing && !missing.startsWith("[")) throw new UsageError(`${missing} fehlt.`)
  // Never repeats it: it may be the password of somebody who forgot --password-stdin.
  if (positionals.length > takes.length)
    throw new UsageError("Da steht ein Argument zu viel. Was Leerzeichen enthält, braucht Anführungszeichen.")
  return { values, positionals }
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
  // The runtime puts this sign for bytes that it cannot read.
  if (value.includes("\ufffd"))
    throw new UsageError(`${rawName} ist kein UTF-8: das Terminal auf UTF-8 stellen (locale) und neu tippen.`)
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

/** Letters of a word for each typing error that it may have: with more errors, another word was meant. */
const LETTERS_PER_ERROR = 3

/** @returns what was probably meant; undefined when nothing is near */
export function nearest(typed: string, known: string[]): string | undefined {
  const [best] = known
    .map((word) => ({ word, apart: distance(typed, word) }))
    .toSorted((a, b) => a.apart - b.apart)
  return best && best.apart <= Math.max(2, best.word.length / LETTERS_PER_ERROR) ? best.word : undefined
}
