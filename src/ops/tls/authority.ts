import { AsnConvert } from "@peculiar/asn1-schema"
import { GeneralName, GeneralSubtree, GeneralSubtrees, NameConstraints } from "@peculiar/asn1-x509"
import * as x509 from "@peculiar/x509"
import { isIP } from "node:net"
import { DAY } from "../../lib/day.ts"

/** A certificate and its private key, both PEM. */
export type Pair = { cert: string; key: string }

/** The authority lasts longer than the telephones that trust it. In days. */
const AUTHORITY_DAYS = 20 * 365
/** Apple refuses a server's certificate of more than 825 days (support.apple.com/103769). In days. */
const SERVER_DAYS = 397
/** Clocks of telephones are not always right. In ms. */
const EARLIER = DAY

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const

/** RFC 5280 §4.2.1.10 */
const NAME_CONSTRAINTS = "2.5.29.30"

/** Domains reserved for local networks (RFC 6761, 6762, 8375; `internal` by decision of ICANN). */
const PRIVATE_DOMAINS = ["localhost", "local", "lan", "home.arpa", "internal", "fritz.box"]

/**
 * Makes a certificate authority that may speak for private names and for the given ones alone, so that a telephone
 * that trusts it has little to fear if its key is stolen. Addresses are not limited: BoringSSL, which many programs
 * bring, refuses every certificate below an authority that limits those, too.
 *
 * @param names host names and addresses of the server
 */
export async function createAuthority(names: string[], now: Date): Promise<Pair> {
  const keys = await newKeys()
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name: `CN=Pfandwerk ${names.find((name) => isIP(name) === 0) ?? names[0]}, O=Pfandwerk`,
    ...lasting(now, AUTHORITY_DAYS),
    signingAlgorithm: ALGORITHM,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      new x509.Extension(NAME_CONSTRAINTS, true, permittedNames(names)),
    ],
  })
  return { cert: pem(certificate), key: await exportKey(keys.privateKey) }
}

/**
 * Makes a certificate for a server, signed by the authority.
 *
 * @param names host names and addresses by which telephones reach it
 */
export async function issueCertificate(authority: Pair, names: string[], now: Date): Promise<Pair> {
  const keys = await newKeys()
  const issuer = new x509.X509Certificate(authority.cert)
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject: "CN=Pfandwerk",
    issuer: issuer.subject,
    ...lasting(now, SERVER_DAYS),
    signingAlgorithm: ALGORITHM,
    publicKey: keys.publicKey,
    signingKey: await importKey(authority.key),
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(
        names.map((value) => ({ type: isIP(value) ? ("ip" as const) : ("dns" as const), value })),
      ),
      await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return { cert: `${pem(certificate)}${authority.cert}`, key: await exportKey(keys.privateKey) }
}

/** @returns the host names and addresses that a server's certificate is for */
export function namesOf(cert: string): string[] {
  const names = new x509.X509Certificate(cert).getExtension(x509.SubjectAlternativeNameExtension)?.names
  return (names?.toJSON() ?? []).map(({ value }) => value)
}

/** @returns whether this authority may speak for a name or an address */
export function namesAllowedBy(authority: string, name: string): boolean {
  const domains = domainsOf(authority)
  return !domains || isIP(name) > 0 || domains.some((domain) => isBelow(name, domain))
}

/** @returns the host names that the authority was made for, beside private ones */
export const namesMeantBy = (authority: string): string[] =>
  (domainsOf(authority) ?? []).filter((domain) => !PRIVATE_DOMAINS.includes(domain))

/** @returns undefined for an authority without limits */
function domainsOf(authority: string): string[] | undefined {
  const constraints = new x509.X509Certificate(authority).getExtension(NAME_CONSTRAINTS)
  if (!constraints) return undefined
  const { permittedSubtrees = [] } = AsnConvert.parse(constraints.value, NameConstraints)
  return [...permittedSubtrees].map(({ base: { dNSName = "" } }) => dNSName)
}

const isBelow = (name: string, domain: string): boolean => name === domain || name.endsWith(`.${domain}`)

function permittedNames(names: string[]): ArrayBuffer {
  const domains = [...PRIVATE_DOMAINS, ...names.filter((name) => isIP(name) === 0)]
  const subtrees = domains.map((dNSName) => new GeneralSubtree({ base: new GeneralName({ dNSName }) }))
  return AsnConvert.serialize(new NameConstraints({ permittedSubtrees: new GeneralSubtrees(subtrees) }))
}

const newKeys = (): Promise<CryptoKeyPair> =>
  crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]) as Promise<CryptoKeyPair>

const lasting = (now: Date, days: number): { notBefore: Date; notAfter: Date } => ({
  notBefore: new Date(now.getTime() - EARLIER),
  notAfter: new Date(now.getTime() + days * DAY),
})

/** Positive, and not to be guessed (CA/Browser Forum, 64 bits at least). */
const serialNumber = (): string => `01${crypto.getRandomValues(new Uint8Array(15)).toHex()}`

const pem = (certificate: x509.X509Certificate): string => `${certificate.toString("pem").trim()}\n`

async function exportKey(key: CryptoKey): Promise<string> {
  const bytes = await crypto.subtle.exportKey("pkcs8", key)
  return `${x509.PemConverter.encode(bytes, "PRIVATE KEY").trim()}\n`
}

const importKey = (key: string): Promise<CryptoKey> =>
  crypto.subtle.importKey("pkcs8", x509.PemConverter.decodeFirst(key), ALGORITHM, false, ["sign"])
