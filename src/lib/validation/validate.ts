import type { TSchema } from "@sinclair/typebox"
import { TypeCompiler, ValueErrorType } from "@sinclair/typebox/compiler"
import { type Fault, invalidFields } from "../refusal.ts"
import { message } from "./messages.ts"
import { join, type Normalize, normalizer } from "./normalize.ts"

type Location = Fault["location"]

/** Most faults in a reply; checking stops there. */
const NAMED = 100

/** Longest path of a field in a reply: an unknown field's name may be as long as the body. */
const LONGEST_PATH = 200

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
    // The first fault of each field: a missing one is found twice (missing, and of the wrong type).
    const faults = new Map<string, Fault>()
    const refuse = (): never => {
      throw invalidFields([...faults.values()])
    }
    const add = (field: string, msg: string): void => {
      const path = field.slice(0, LONGEST_PATH)
      if (!faults.has(path)) faults.set(path, { location, path, msg })
      if (faults.size === NAMED) refuse()
    }
    const value = normalize(input, "", add)
    if (!compiled.Check(value)) {
      for (const error of compiled.Errors(value)) {
        // Only unknown fields were given, which is reported already.
        if (error.type === ValueErrorType.ObjectMinProperties && faults.size > 0) continue
        add(readablePath(error.path), message(error))
      }
    }
    return faults.size > 0 ? refuse() : value
  }
}

/** "/positionen/0/menge" → "positionen[0].menge" */
function readablePath(pointer: string): string {
  return pointer
    .slice(1)
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce((path, part) => (/^\d+$/.test(part) && path ? `${path}[${part}]` : join(path, part)), "")
}
