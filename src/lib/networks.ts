import { lookup } from "node:dns/promises"
import { BlockList, isIP, isIPv6 } from "node:net"

/**
 * Networks that are not the internet (IANA's registries of special addresses): what is reached there is the operator's own,
 * such as this service, a router or a cloud's description of the machine.
 */
const SPECIAL = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
  // Of IPv6, the internet is 2000::/3 without what carries or stands for other addresses there: Teredo, examples, 6to4.
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "3fff::/20",
]

const familyOf = (address: string) => (isIPv6(address) ? "ipv6" : "ipv4")

function listOf(named: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of named) {
    const [address = "", bits] = network.split("/")
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return list
}

const special = listOf(SPECIAL)
const internet6 = listOf(["2000::/3"])

const NETWORK = /^([\da-f.:]+?)(?:\/(\d{1,3}))?$/i

/** Networks with commas between them, such as `192.168.10.0/24, fd00::/8`. @throws Error that tells the fault without the value */
export function networks(text: string): BlockList {
  const named = text.split(",").map((one) => one.trim())
  for (const one of named) {
    const [, address = "", bits] = NETWORK.exec(one) ?? []
    const most = isIPv6(address) ? 128 : 32
    if (!isIP(address) || (bits !== undefined && Number(bits) > most))
      throw new Error("muss aus Netzen wie 192.168.10.0/24 oder fd12:3456::/48 bestehen, mehrere mit Komma")
  }
  return listOf(named)
}

/**
 * @param listed networks of the operator's own
 * @returns where an address lies: in a listed network, in the internet, or where nothing is sent to
 */
export function placeOf(address: string, listed: BlockList | undefined): "listed" | "internet" | "elsewhere" {
  const family = familyOf(address)
  // With a zone, such as fe80::1%eth0, it is no address of the internet either.
  if (!isIP(address) || address.includes("%")) return "elsewhere"
  if (listed?.check(address, family)) return "listed"
  const isSpecial = special.check(address, family) || (family === "ipv6" && !internet6.check(address, family))
  return isSpecial ? "elsewhere" : "internet"
}

/** Where the operator lets companies send to, besides the internet. */
export type Network = {
  /** Networks of the operator's own. */
  listed: BlockList | undefined
  /** @returns all addresses of a name */
  resolve?: (name: string) => Promise<string[]>
}

const lookUp = async (name: string): Promise<string[]> =>
  (await lookup(name, { all: true, verbatim: true })).map(({ address }) => address)

/** @returns all addresses of a name, which may be one itself; none where there are none */
export const addressesOf = async (name: string, { resolve = lookUp }: Network): Promise<string[]> =>
  isIP(name) ? [name] : resolve(name).catch(() => [])
