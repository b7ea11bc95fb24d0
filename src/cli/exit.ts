import { type Kind, Refusal } from "../lib/refusal.ts"
import { StartRefused } from "../lib/start-refused.ts"
import { Cancelled, UsageError } from "./command.ts"

const FAILED = 1
const WRONG_USAGE = 2

/** Exit codes of refusals; all other kinds mean that the command failed. */
const codes: Partial<Record<Kind, number>> = { invalid: WRONG_USAGE }

/** @returns the exit code for an error that ended a command, and whether its message tells a person enough */
export function exitOf(error: unknown): { code: number; expected: boolean } {
  if (error instanceof UsageError) return { code: WRONG_USAGE, expected: true }
  if (error instanceof StartRefused || error instanceof Cancelled) return { code: FAILED, expected: true }
  if (error instanceof Refusal) return { code: codes[error.kind] ?? FAILED, expected: true }
  return { code: FAILED, expected: false }
}
