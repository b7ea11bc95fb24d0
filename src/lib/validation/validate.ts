import type { TSchema } from "@sinclair/typebox"
import { TypeCompiler, type ValueError } from "@sinclair/typebox/compiler"
import { type Fault, invalidFields } from "../refusal.ts"
import { message } from "./messages.ts"
import { join, type Normalize, normalizer } from "./normalize.ts"

type Location = Fault["location"]
/** The first fault of each field, by its path. */
type Messages = Map<string, string>

/** A reply lists at most this many. */
const NAMED = 100

/**
 * Prepares the validation of one part of a request. Schemas are compiled on first use: compiling all of them
 * would take half of the start-up time.
 *
 * @returns a function that normalises the input (normalize.ts), or throws a Refusal with all faults
 */
export function validator(schema: TSchema, location: Location): (input: unknown) => unknown {
  let check: ReturnType<typeof TypeCompiler.Compile> | undefined
  let normalize: Normalize | undefined
  return (input) => {
    const compiled = (check ??= TypeCompiler.Compile(schema))
    normalize ??= normalizer(schema)
    const found: Messages = new Map()
    const value = normalize(input, "", (path, msg) => found.set(path, msg))
    if (!compiled.Check(value)) addMessages(found, compiled.Errors(value))
    if (found.size > 0) throw invalidFields(faults(found, location))
    return value
  }
}

function addMessages(found: Messages, errors: Iterable<ValueError>): void {
  for (const error of errors) {
    if (found.size >= NAMED) return
    const path = readablePath(error.path)
    // A missing field is reported twice (missing, and of the wrong type); the first report says it better.
    if (!found.has(path)) found.set(path, message(error))
  }
}

const faults = (found: Messages, location: Location): Fault[] =>
  [...found].slice(0, NAMED).map(([path, msg]) => ({ location, path, msg }))

/** "/positionen/0/menge" → "positionen[0].menge" */
function readablePath(pointer: string): string {
  return pointer
    .slice(1)
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce((path, part) => (/^\d+$/.test(part) && path ? `${path}[${part}]` : join(path, part)), "")
    .slice(0, 200)
}
