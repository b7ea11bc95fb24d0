import { createPrivateKey, X509Certificate } from "node:crypto"
import { faultOf, reasonOf } from "./disk-fault.ts"
import { readFileSync } from "node:fs"
import { isIP } from "node:net"
import { createSecureContext } from "node:tls"
import { StartRefused } from "./refusal.ts"
import { DAY } from "./day.ts"

/** Paths of PEM files: the certificate with its chain, and its key without a password. */
export type TlsFiles = { cert: string; key: string }
export type Tls = { cert: string; key: string; /** End of the certificate. */ until: Date }

/** @throws StartRefused when the files cannot be read or do not belong together */
export function readTls(files: TlsFiles): Tls {
  const cert = read("TLS_CERT", files.cert)
  const key = read("TLS_KEY", files.key)
  const certificate = parse("TLS_CERT", files.cert, () => new X509Certificate(cert))
  const secret = parse("TLS_KEY", files.key, () => createPrivateKey(key))
  if (!certificate.checkPrivateKey(secret))
    throw new StartRefused(
      `TLS_KEY ${files.key} ist nicht der Schlüssel zum Zertifikat TLS_CERT ${files.cert}.`,
    )
  // Fails here rather than in the new listener: at SIGHUP the old one would be gone by then.
  parse(
    "TLS_CERT",
    files.cert,
    () => createSecureContext({ cert, key }),
    "enthält ein fehlerhaftes Zertifikat",
  )
  return { cert, key, until: new Date(certificate.validTo) }
}

/** @returns whether another pair lies there by now; while one half of it is still the old one, it is not replaced yet */
export function isReplaced(files: TlsFiles, inUse: Tls): boolean {
  try {
    // The text alone first: this is asked every few seconds.
    return readFileSync(files.cert, "utf8") !== inUse.cert && readTls(files).cert !== inUse.cert
  } catch {
    return false
  }
}

/** Remaining time, in ms, at which automatic renewal must have failed: certbot renews at thirty days. */
const SOON = 14 * DAY

/** @returns a warning for a certificate that has expired or soon will; otherwise undefined */
export function expiryOf({ until }: Tls, now: Date): string | undefined {
  if (until.getTime() - now.getTime() > SOON) return undefined
  const day = until.toISOString().slice(0, 10)
  return until < now ? `das Zertifikat ist am ${day} abgelaufen` : `das Zertifikat läuft am ${day} ab`
}

/**
 * @param adresse setting ADRESSE, by which people and telephones reach the service
 * @returns a warning for a certificate that they refuse however long it lasts: it is for another name, or comes without
 *   the one that issued it, which browsers may know from elsewhere, but no telephone nor program; otherwise undefined
 */
export function distrustOf({ cert }: Tls, adresse?: string): string | undefined {
  const [own, ...chain] = (cert.match(CERTIFICATE) ?? []).map((one) => new X509Certificate(one))
  if (!own) return undefined
  const host = adresse && new URL(adresse).hostname.replace(/^\[|\]$/g, "")
  if (host && !(isIP(host) ? own.checkIP(host) : own.checkHost(host)))
    return `das Zertifikat gilt nicht für ${host} (ADRESSE), sondern für ${nameOf(own.subjectAltName ?? own.subject)}`
  const isComplete = [own, ...chain].some((one) => own.checkIssued(one))
  if (isComplete || !own.infoAccess?.includes("CA Issuers")) return undefined
  return (
    `im Zertifikat fehlt die Kette: Telefone und Programme lehnen es ab, auch wenn ein Browser es annimmt. Hinter das ` +
    `eigene gehört das von ${nameOf(own.issuer)} (bei certbot: fullchain.pem statt cert.pem)`
  )
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g
const nameOf = (name: string): string => name.split("\n").join(", ").replaceAll("DNS:", "")

function read(name: string, file: string): string {
  try {
    return readFileSync(file, "utf8")
  } catch (cause) {
    const why = faultOf(cause) === "denied" ? openFor(file) : reasonOf(cause)
    throw new StartRefused(`${name} ${file} kann nicht gelesen werden: ${why}`, { cause })
  }
}

/** An authority's files are root's as a rule, and in folders that nobody else may enter. */
const openFor = (file: string): string =>
  `Der Dienst darf es nicht. Öffnen: sudo chgrp pfandwerk ${file}, dann sudo chmod g+r ${file}. Hilft das nicht, ist ` +
  "ein Ordner davor verschlossen, wie /etc/letsencrypt/live, oder es liegt unter /home oder /root, wo der Dienst nichts " +
  "sieht: eine Kopie nach /etc/pfandwerk legen (sudo mkdir -p /etc/pfandwerk) und diese nennen."

function parse<T>(
  name: string,
  file: string,
  work: () => T,
  fault = "ist keine PEM-Datei oder mit einem Passwort geschützt",
): T {
  try {
    return work()
  } catch (cause) {
    throw new StartRefused(`${name} ${file} ${fault}.`, { cause })
  }
}
