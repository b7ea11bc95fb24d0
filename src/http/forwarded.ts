import { parseAddress } from "../lib/address.ts"

/**
 * Words of the trusted proxies in front of the service: each appends what it saw, so that all before theirs can be
 * forged. `Forwarded` (RFC 7239) says in one header what others say in several.
 */

/** An entry of `Forwarded` ends at a comma outside of quotes, a pair at a semicolon outside of them. */
const ENTRY = /(?:"(?:\\.|[^"\\])*"|[^,"])+/g
const PAIR = /([\w-]+)\s*=\s*("(?:\\.|[^"\\])*"|[^;"]*)/g

/** Longer ones say nothing: the time to take them apart grows with the square. */
const LONGEST = 2000

const standardEntries = (header: string): string[] =>
  header.length > LONGEST ? [] : (header.match(ENTRY) ?? []).filter((entry) => entry.trim() !== "")

/** @returns what an entry says of a name; undefined where it says nothing */
const saidIn = (entry: string | undefined, name: string): string | undefined =>
  [...(entry ?? "").matchAll(PAIR)]
    .find(([, key]) => key?.toLowerCase() === name)?.[2]
    ?.trim()
    .replaceAll(/^"|"$/g, "")

/** RFC 7239 wants an address with a colon in quotes, and RFC 9110 knows no empty entry of a list. */
const entriesOf = (header: string): string[] => header.match(/[^\s,"][^,"]*/g) ?? []

/** @returns the entry of the outermost trusted proxy */
const trusted = (entries: readonly string[], proxies: number): string | undefined =>
  entries.at(-proxies) ?? entries[0]

/** One that is silent says nothing: what stands before it was written by somebody else. */
const standardOf = (headers: Headers, proxies: number, name: string): string | undefined =>
  saidIn(trusted(standardEntries(headers.get("forwarded") ?? ""), proxies), name)

/**
 * Anything but an address is ignored: the throttle would keep it in memory, of any length.
 *
 * @param proxies number of trusted proxies
 * @returns the address from which the outermost of them was called; undefined where they say none, or where the two
 *   headers contradict each other: a proxy leaves as it is, what its caller wrote into the one that it does not write
 */
export function forwardedFor({ headers }: Request, proxies: number): string | undefined {
  if (proxies === 0) return undefined
  const plain = headers.get("x-forwarded-for")
  const one = parseAddress((trusted(entriesOf(plain ?? ""), proxies) ?? "").trim())
  const other = parseAddress(standardOf(headers, proxies, "for") ?? "")
  return one && other && one !== other ? undefined : (one ?? other)
}

/** @returns whether the outermost trusted proxy was called over TLS */
export function isForwardedOverTls({ headers }: Request, proxies: number): boolean {
  if (proxies === 0) return false
  const plain = headers.get("x-forwarded-proto")?.split(",")
  const said = plain ? trusted(plain, proxies) : standardOf(headers, proxies, "proto")
  return said?.trim().toLowerCase() === "https"
}
