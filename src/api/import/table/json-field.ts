import { invalid } from "../../../lib/refusal.ts"

/**
 * @param field of the form, and its text
 * @param msg why it is refused, in German
 * @returns the entries of the JSON object in it
 * @throws Refusal invalid for what is no such object, or has an entry that is refused
 */
export function entriesOf<T>(
  field: string,
  text: string,
  msg: string,
  isTaken: (entry: [string, unknown]) => boolean,
): [string, T][] {
  const fault = invalid(field, msg)
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    throw fault
  }
  if (typeof given !== "object" || given === null || Array.isArray(given)) throw fault
  const entries = Object.entries(given)
  if (!entries.every(isTaken)) throw fault
  return entries as [string, T][]
}
