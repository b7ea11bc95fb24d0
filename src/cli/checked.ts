import type { TSchema } from "@sinclair/typebox"
import { validator } from "../lib/validation/validate.ts"

/**
 * Checks what was typed with the same models as HTTP.
 *
 * @returns the value, trimmed and normalized
 * @throws Refusal naming every fault
 */
export const checked = <T>(schema: TSchema, value: T): T => validator(schema, "body")(value) as T
