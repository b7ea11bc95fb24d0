import { X509Certificate } from "node:crypto"
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Config } from "../../config.ts"
import { fsyncPath } from "../../lib/durable.ts"
import type { Log } from "../../lib/log.ts"
import { StartRefused } from "../../lib/start-refused.ts"
import type { TlsFiles } from "../../lib/tls.ts"
import type { Pair } from "./authority.ts"
import { loadAuthority } from "./load.ts"
import { DAY } from "../../lib/day.ts"

/** Time before its end at which the server's certificate is replaced. In ms. */
const RENEW_BEFORE = 60 * DAY

/** Folder of the certificates of the installation's own authority: in the data folder, in no backup. */
const tlsFolder = (dataDir: string): string => join(dataDir, "tls")
const authorityFile = (dataDir: string): string => join(tlsFolder(dataDir), "authority.pem")
const serverFile = (dataDir: string): string => join(tlsFolder(dataDir), "server.pem")

/** @returns the files to serve TLS with, when `pfandwerk tls` has made a certificate */
export function ownTls(dataDir: string): TlsFiles | undefined {
  const file = serverFile(dataDir)
  return existsSync(file) ? { cert: file, key: file } : undefined
}

/** @returns the settings with the certificate of the installation's own authority, unless they name another one */
export const withOwnTls = (config: Readonly<Config>): Readonly<Config> =>
  config.tls ? config : { ...config, tls: ownTls(config.dataDir) }

/** @returns the authority's certificate (PEM, without its key), for telephones to trust */
export function authorityCertificate(dataDir: string): X509Certificate | undefined {
  const file = authorityFile(dataDir)
  return existsSync(file) ? new X509Certificate(readFileSync(file)) : undefined
}

/** @returns what people compare, in the same form wherever they see it */
export const fingerprint = (certificate: X509Certificate): string =>
  certificate.fingerprint256.replaceAll(":", " ").toLowerCase()

/** @returns undefined when there is none yet */
export function readAuthority(dataDir: string): Pair | undefined {
  const file = authorityFile(dataDir)
  return existsSync(file) ? splitPem(readFileSync(file, "utf8"), file) : undefined
}

export const storeAuthority = (dataDir: string, pair: Pair): void =>
  store(dataDir, authorityFile(dataDir), pair)

/** Another authority takes its place: telephones may still trust the earlier one. @returns where that is kept */
export function putAuthorityAside(dataDir: string): string {
  const kept = `${authorityFile(dataDir)}.before`
  renameSync(authorityFile(dataDir), kept)
  return kept
}
export const storeServer = (dataDir: string, pair: Pair): void => store(dataDir, serverFile(dataDir), pair)

/** Ends TLS with the installation's own certificate; the authority stays, for telephones trust it. */
export const removeServer = (dataDir: string): void => rmSync(serverFile(dataDir), { force: true })

/**
 * @param text PEM of one certificate (with its chain) and one private key
 * @throws StartRefused when one of them is missing
 */
export function splitPem(text: string, file: string): Pair {
  const blocks = text.match(/-----BEGIN [A-Z ]+-----[^-]+-----END [A-Z ]+-----\n?/g) ?? []
  const cert = blocks.filter((block) => block.startsWith("-----BEGIN CERTIFICATE")).join("")
  const key = blocks.find((block) => block.startsWith("-----BEGIN PRIVATE KEY"))
  if (!cert || !key) throw new StartRefused(`${file} enthält kein Zertifikat mit seinem Schlüssel.`)
  return { cert, key }
}

export const joinPem = ({ cert, key }: Pair): string => `${cert}${key}`

/**
 * Replaces the server's certificate when it expires soon.
 *
 * @returns whether it did
 */
export async function renewOwnTls(dataDir: string, now: Date): Promise<boolean> {
  const [authority, file] = [readAuthority(dataDir), serverFile(dataDir)]
  if (!authority || !existsSync(file)) return false
  const { cert } = splitPem(readFileSync(file, "utf8"), file)
  const ends = new X509Certificate(cert).validToDate
  if (ends.getTime() - now.getTime() > RENEW_BEFORE) return false
  const { issueCertificate, namesOf } = await loadAuthority()
  storeServer(dataDir, await issueCertificate(authority, namesOf(cert), now))
  return true
}

/** Certificate and key are one file, so that they are replaced at once. */
function store(dataDir: string, file: string, pair: Pair): void {
  const folder = tlsFolder(dataDir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, joinPem(pair), { mode: 0o600 })
  fsyncPath(draft)
  renameSync(draft, file)
  fsyncPath(folder)
}

/**
 * Renews the certificate in time, now and every day.
 *
 * @param renewed takes up the new one
 * @returns ends it
 */
export function renewDaily(
  { config, log, clock }: { config: Readonly<Config>; log: Log; clock: () => Date },
  renewed: () => void,
): () => void {
  if (config.tls?.cert !== serverFile(config.dataDir)) return () => {}
  const renew = async (): Promise<void> => {
    try {
      if (await renewOwnTls(config.dataDir, clock())) renewed()
    } catch (error) {
      log.error("the certificate could not be renewed", { error })
    }
  }
  void renew()
  const timer = setInterval(() => void renew(), DAY)
  return () => clearInterval(timer)
}
