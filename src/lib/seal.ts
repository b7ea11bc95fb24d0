import { createCipheriv, createDecipheriv } from "node:crypto"

/** Seals secrets that the service must be able to read again, with a key that is not in the database. */
export type Seal = {
  /** @param place where it is kept: it can be opened there only */
  close: (text: string, place: string) => string
  /** @returns undefined where it was sealed with another key, or for another place */
  open: (sealed: string, place: string) => string | undefined
  /** @returns a name of 256 bits that nobody can guess and that need not be kept: for a place, it is always the same */
  nameFor: (place: string) => string
}

const CIPHER = "aes-256-gcm"
const NONCE = 12
const TAG = 16

/** @param key gives 32 bytes; asked for when something is sealed or opened */
export function createSeal(key: () => Uint8Array): Seal {
  return {
    close: (text, place) => {
      const nonce = crypto.getRandomValues(new Uint8Array(NONCE))
      const cipher = createCipheriv(CIPHER, key(), nonce).setAAD(Buffer.from(place))
      const sealed = [nonce, cipher.update(text, "utf8"), cipher.final()]
      return Buffer.concat([...sealed, cipher.getAuthTag()]).toString("base64url")
    },
    open: (sealed, place) => {
      const bytes = Buffer.from(sealed, "base64url")
      try {
        const decipher = createDecipheriv(CIPHER, key(), bytes.subarray(0, NONCE))
        decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(-TAG))
        return decipher.update(bytes.subarray(NONCE, -TAG), undefined, "utf8") + decipher.final("utf8")
      } catch {
        return undefined
      }
    },
    nameFor: (place) => new Bun.CryptoHasher("sha256", key()).update(`name ${place}`).digest("base64url"),
  }
}

/** @returns 256 random bits, for files and addresses: nobody finds them by trying */
export const randomSecret = (): string =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64url")
