import { parseArgs } from "node:util"
import type { TSchema } from "@sinclair/typebox"
import { Refusal } from "../lib/refusal.ts"
import { validator } from "../http/validate.ts"
import { UsageError } from "./command.ts"

type Kinds = Record<string, "string" | "boolean">
type Values<K extends Kinds> = { [N in keyof K]?: K[N] extends "string" ? string : boolean }

/**
 * Reads the options of a command, `--name value` or `--flag`.
 *
 * @throws UsageError for an unknown option, one without its value, or a stray argument
 */
export function readOptions<K extends Kinds>(args: string[], kinds: K): Values<K> {
  const options = Object.fromEntries(Object.entries(kinds).map(([name, type]) => [name, { type }]))
  try {
    return parseArgs({ args, options, allowPositionals: false }).values as Values<K>
  } catch (error) {
    // Never repeats a stray argument: it may be the password of somebody who forgot --password-stdin.
    const stray = (error as { code?: string }).code === "ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL"
    throw new UsageError(stray ? "There is an argument too many." : (error as Error).message)
  }
}

/**
 * Checks what was typed with the same models as HTTP.
 *
 * @returns the value, trimmed and normalized
 * @throws UsageError naming every fault
 */
export function checked<T>(schema: TSchema, value: T): T {
  try {
    return validator(schema, "body")(value) as T
  } catch (error) {
    throw error instanceof Refusal ? new UsageError(error.message) : error
  }
}
