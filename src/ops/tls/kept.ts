import { X509Certificate } from "node:crypto"
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs"
import { dirname, join } from "node:path"
import type { Config } from "../../config.ts"
import { replaceFile } from "../../lib/files.ts"
import { StartRefused } from "../../lib/refusal.ts"
import type { TlsFiles } from "../../lib/tls.ts"
import type { Pair } from "./authority.ts"

/** PEM files with a certificate and its key: the installation's own authority, and the server. */
type Name = "authority" | "server"

/** Their place: in the data folder, in no backup. */
export const pemFile = (dataDir: string, name: Name): string => join(dataDir, "tls", `${name}.pem`)

/** @returns the files to serve TLS with, when `pfandwerk tls` has made a certificate */
export function ownTls(dataDir: string): TlsFiles | undefined {
  const file = pemFile(dataDir, "server")
  return existsSync(file) ? { cert: file, key: file } : undefined
}

/** @returns the settings with the certificate of the installation's own authority, unless they name another one */
export const withOwnTls = (config: Readonly<Config>): Readonly<Config> =>
  config.tls ? config : { ...config, tls: ownTls(config.dataDir) }

/** @returns the authority's certificate, without its key, for telephones to trust */
export function authorityCertificate(dataDir: string): X509Certificate | undefined {
  const file = pemFile(dataDir, "authority")
  return existsSync(file) ? new X509Certificate(readFileSync(file)) : undefined
}

/** @returns what people compare, in the same form wherever they see it */
export const fingerprint = (certificate: X509Certificate): string =>
  certificate.fingerprint256.replaceAll(":", " ").toLowerCase()

/** @returns undefined when there is none yet */
export function readPair(dataDir: string, name: Name): Pair | undefined {
  const file = pemFile(dataDir, name)
  return existsSync(file) ? splitPem(readFileSync(file, "utf8"), file) : undefined
}

/** Renames the authority's file, as telephones may still trust it. @returns the new path */
export function putAuthorityAside(dataDir: string): string {
  const file = pemFile(dataDir, "authority")
  const kept = `${file}.before`
  renameSync(file, kept)
  return kept
}

/** Ends TLS with the installation's own certificate; the authority stays, for telephones trust it. */
export const removeServer = (dataDir: string): void => rmSync(pemFile(dataDir, "server"), { force: true })

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

/** @returns both as one text, which `splitPem` takes apart again */
export const joinPem = ({ cert, key }: Pair): string => `${cert}${key}`

/** Certificate and key are one file, so that they are replaced at once. */
export function storePair(dataDir: string, name: Name, pair: Pair): void {
  const file = pemFile(dataDir, name)
  const folder = dirname(file)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  replaceFile(file, joinPem(pair))
}
