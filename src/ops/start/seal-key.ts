import { readFileSync } from "node:fs"
import { join } from "node:path"
import { publishOnce } from "../../lib/files.ts"
import { createSeal, type Seal } from "../../lib/seal.ts"

/**
 * File in the data folder with the key that seals secrets in the database (lib/seal.ts). Backups of the whole carry it, as
 * without it every secret would have to be changed; whoever has the database alone reads none.
 */
export const SEAL_KEY = "siegel"

/** @returns the seal of this installation; its key is made when something is sealed for the first time */
export function openSeal(dataDir: string): Seal {
  let key: Uint8Array | undefined
  return createSeal(() => (key ??= readKey(join(dataDir, SEAL_KEY))))
}

function readKey(file: string): Uint8Array {
  publishOnce(file, () => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64url"))
  const key = Buffer.from(readFileSync(file, "utf8").trim(), "base64url")
  if (key.length !== 32) throw new Error(`${file} is not a key of 32 bytes`)
  return key
}
