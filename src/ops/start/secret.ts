import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Config } from "../../config.ts"
import { publishOnce } from "../../lib/files.ts"
import type { Log } from "../../lib/log.ts"
import { createSeal, randomSecret, type Seal } from "../../lib/seal.ts"
import { StartRefused } from "../../lib/refusal.ts"

type Settings = Pick<Config, "dataDir" | "jwtSecret">

/**
 * The secret by which log-ins are signed: the setting's, or the one that is kept in the data folder. Losing or changing
 * it merely logs everybody out.
 *
 * @param log gets a warning when the secret has changed; undefined where nobody can be logged in yet
 * @param isService false for a command: its settings may differ from the service's, so it stores no mark of its secret
 * @throws StartRefused for a kept one that is too short
 */
export function openSecret(config: Readonly<Settings>, log: Log | undefined, isService: boolean): string {
  const { dataDir, jwtSecret } = config
  const isLost = jwtSecret === undefined && !existsSync(fileIn(dataDir))
  if (isLost)
    log?.warn("a new secret was made", {
      file: fileIn(dataDir),
      advice: "jwt_secret fehlte: Alle melden sich neu an.",
    })
  const secret = jwtSecret ?? keptSecret(dataDir)
  if (!isService) return secret
  const mark = markOf(secret)
  const before = readMark(dataDir)
  if (before !== undefined && before !== mark && !isLost)
    log?.warn("the secret is another one than before", {
      from: jwtSecret === undefined ? fileIn(dataDir) : "JWT_SECRET",
      advice: "Das Geheimnis ist ein anderes als beim letzten Start: Alle melden sich neu an.",
    })
  if (before !== mark) writeMark(dataDir, mark)
  return secret
}

const fileIn = (dataDir: string): string => join(dataDir, "jwt_secret")
const markIn = (dataDir: string): string => join(dataDir, "jwt_secret.mark")

/** @returns a mark that tells two secrets apart, and does not help to guess one */
const markOf = (secret: string): string =>
  new Bun.CryptoHasher("sha256").update(`mark of ${secret}`).digest("hex").slice(0, 8)

function readMark(dataDir: string): string | undefined {
  try {
    return readFileSync(markIn(dataDir), "utf8").trim()
  } catch {
    return undefined
  }
}

/** Stores the mark. On a full disk nothing is written, and the next start reports no change. */
function writeMark(dataDir: string, mark: string): void {
  try {
    writeFileSync(markIn(dataDir), mark, { mode: 0o600 })
  } catch {
    rmSync(markIn(dataDir), { force: true })
  }
}

/** The secret generated at the first start. */
function keptSecret(dataDir: string): string {
  const file = fileIn(dataDir)
  publishOnce(file, randomSecret)
  chmodSync(file, 0o600)
  const secret = readFileSync(file, "utf8").trim()
  if (secret.length < 32) {
    throw new StartRefused(
      `${file} ist zu kurz für ein Geheimnis. Wird die Datei gelöscht, entsteht beim Start ein neues; alle melden sich dann neu an.`,
    )
  }
  return secret
}

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

const decodeKey = (file: string): Buffer => Buffer.from(readFileSync(file, "utf8").trim(), "base64url")
const isKey = (key: Buffer): boolean => key.length === 32

function readKey(file: string): Uint8Array {
  publishOnce(file, randomSecret)
  const key = decodeKey(file)
  if (!isKey(key)) throw new Error(`${file} is not a key of 32 bytes`)
  return key
}

/** @returns in German that the kept key is none: sealed secrets of companies cannot be read with it; undefined when all is well */
export function sealFault(dataDir: string): string | undefined {
  const file = join(dataDir, SEAL_KEY)
  if (!existsSync(file) || isKey(decodeKey(file))) return undefined
  return `${file} ist beschädigt: Passwörter von Mailservern und Geheimnisse von Empfängern sind damit nicht mehr zu lesen. Die Datei siegel aus einer Sicherung nehmen (tar xf DATEI siegel) und an ihre Stelle legen; sonst entfernen und die Geheimnisse neu eingeben`
}
