import { parseAddress } from "../lib/address.ts"

/**
 * What the trusted proxies in front of the service tell of the caller. Each appends what it saw, so that all entries
 * before theirs may be forged. `Forwarded` (RFC 7239) says in one header what X-Forwarded-For and X-Forwarded-Proto say
 * in two.
 */

/** An entry of `Forwarded` ends at a comma outside of quotes, a pair at a semicolon outside of them. */
const ENTRY = /(?:"(?:\\.|[^"\\])*"|[^,"])+/g
const PAIR = /([\w-]+)\s*=\s*("(?:\\.|[^"\\])*"|[^;"]*)/g

/** Longer headers are ignored: the time to parse one grows with the square of its length. */
const LONGEST = 2000

const forwardedEntries = (header: string): string[] =>
  header.length > LONGEST ? [] : (header.match(ENTRY) ?? []).filter((entry) => entry.trim() !== "")

/** @returns the value of a name in an entry; undefined if it has none */
const valueIn = (entry: string | undefined, name: string): string | undefined =>
  [...(entry ?? "").matchAll(PAIR)]
    .find(([, key]) => key?.toLowerCase() === name)?.[2]
    ?.trim()
    .replaceAll(/^"|"$/g, "")

/** RFC 7239 wants an address with a colon in quotes, and RFC 9110 knows no empty entry of a list. */
const entriesOf = (header: string): string[] => header.match(/[^\s,"][^,"]*/g) ?? []

/** @returns the entry of the outermost trusted proxy */
const trusted = (entries: readonly string[], proxies: number): string | undefined =>
  entries.at(-proxies) ?? entries[0]

/** If the outermost trusted proxy says nothing, no other entry counts: somebody else may have written it. */
const forwardedValue = (headers: Headers, proxies: number, name: string): string | undefined =>
  valueIn(trusted(forwardedEntries(headers.get("forwarded") ?? ""), proxies), name)

/**
 * Anything but an address is ignored: the throttle would keep it in memory, of any length.
 *
 * @param proxies number of trusted proxies
 * @returns the address from which the outermost of them was called; undefined if they name none, or if the two headers
 *   contradict each other: a proxy writes only one of them, and passes on the other as its caller sent it
 */
export function forwardedFor({ headers }: Request, proxies: number): string | undefined {
  if (proxies === 0) return undefined
  const plain = headers.get("x-forwarded-for")
  const one = parseAddress((trusted(entriesOf(plain ?? ""), proxies) ?? "").trim())
  const other = parseAddress(forwardedValue(headers, proxies, "for") ?? "")
  return one && other && one !== other ? undefined : (one ?? other)
}

/** @returns whether the outermost trusted proxy was called over TLS */
export function isForwardedOverTls({ headers }: Request, proxies: number): boolean {
  if (proxies === 0) return false
  const plain = headers.get("x-forwarded-proto")?.split(",")
  const said = plain ? trusted(plain, proxies) : forwardedValue(headers, proxies, "proto")
  return said?.trim().toLowerCase() === "https"
}
