import { randomSecret } from "../../lib/seal.ts"

/** Letters by which a key is recognised, also by programs that look for secrets in sources. */
const PREFIX = "pfandwerk_"
/** Characters of a key that people see afterwards. */
const SHOWN = PREFIX.length + 6

/** @returns a new key of 256 random bits, and the part of it that may be shown later */
export function newKey(): { schluessel: string; kennung: string } {
  const schluessel = PREFIX + randomSecret()
  return { schluessel, kennung: schluessel.slice(0, SHOWN) }
}

/** @returns whether a token looks like a program's key rather than a person's; it may still be a wrong one */
export const isProgramToken = (token: string): boolean => token.startsWith(PREFIX)

/** A key has 256 random bits: nobody finds it by trying, so that a fast hash is enough. */
export const hashOfToken = (token: string): string =>
  new Bun.CryptoHasher("sha256").update(token).digest("hex")
