/** @returns a UUID that depends on both texts alone (RFC 9562, version 8, which leaves the making to us) */
export function derivedId(id: string, part: string): string {
  const hex = new Bun.CryptoHasher("sha256").update(`${id} ${part}`).digest("hex")
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
