import { invalid } from "../../../lib/refusal.ts"

/**
 * @param field name of the form field
 * @param text of that field
 * @param msg what it must be, in German
 * @param isTaken whether an entry is valid
 * @returns the entries of the JSON object in the text
 * @throws Refusal invalid if it is no object, or an entry is not valid
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
