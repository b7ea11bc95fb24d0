import { isIP } from "node:net"

/** The longest address is an IPv4 one inside an IPv6 one; only a zone suffix could be longer. */
const LONGEST = 45

/**
 * Reads an address as sockets and proxies write it: `203.0.113.7`, `203.0.113.7:51324`, `2001:db8::1`,
 * `[2001:db8::1]:51324`.
 *
 * @returns it without port and zone, in the one spelling of RFC 5952, an IPv4 one inside IPv6 as IPv4; undefined for
 *   anything else
 */
export function parseAddress(text: string): string | undefined {
  const bare = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text
  const kind = bare.length <= LONGEST ? isIP(bare) : 0
  if (kind === 0) return undefined
  if (kind === 4) return bare
  const [address = ""] = bare.split("%")
  const plain = new URL(`http://[${address}]/`).hostname.slice(1, -1)
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(plain) ?? []
  if (high === undefined || low === undefined) return plain
  const [one, two] = [Number.parseInt(high, 16), Number.parseInt(low, 16)]
  return [one >> 8, one & 255, two >> 8, two & 255].join(".")
}

/** @returns the network of one household or office: the /64 of an IPv6 address; any other address as it is */
export function networkOf(address: string): string {
  const known = parseAddress(address) ?? address
  if (!known.includes(":")) return known
  const [head = "", tail = ""] = known.split("::")
  const front = head.split(":").filter(Boolean)
  const back = tail.split(":").filter(Boolean)
  const zeros = Array<string>(Math.max(0, 8 - front.length - back.length)).fill("0")
  return [...front, ...zeros, ...back].slice(0, 4).join(":")
}
