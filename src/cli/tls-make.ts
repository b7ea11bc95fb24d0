import { X509Certificate } from "node:crypto"
import { isIP } from "node:net"
import { hostname, networkInterfaces } from "node:os"
import { type Config, readConfig } from "../config.ts"
import { StartRefused } from "../lib/refusal.ts"
import type { Pair } from "../ops/tls/authority.ts"
import { fingerprint, readPair, storePair } from "../ops/tls/kept.ts"
import { loadAuthority } from "../ops/tls/load.ts"
import { type Terminal, UsageError } from "./command.ts"
import { PROGRAM } from "../lib/ourselves.ts"

/**
 * Makes the server's certificate, and the authority where there is none.
 *
 * @param option names as they were typed
 */
export async function makeCertificate(
  dataDir: string,
  option: string | undefined,
  terminal: Terminal,
): Promise<void> {
  const before = readPair(dataDir, "authority")
  if (before) return issue(dataDir, before, await namesFor(before, option, dataDir), terminal)
  const names = namesFrom(option)
  const { createAuthority } = await loadAuthority()
  const authority = await createAuthority(names, new Date())
  storePair(dataDir, "authority", authority)
  await issue(dataDir, authority, names, terminal)
}

/**
 * Names for a certificate where none were typed: those that the authority was made for, those of the certificate that is
 * there or comes with the authority, and of this machine's own those that the authority may speak for. A telephone that
 * reaches the server by one of them goes on doing so when another machine has taken over.
 *
 * @param option names as they were typed; undefined: none
 * @param earlier names that come with the authority
 */
export async function namesFor(
  authority: Pair,
  option: string | undefined,
  dataDir: string,
  earlier: string[] = [],
): Promise<string[]> {
  const own = namesFrom(option)
  if (option !== undefined) return own
  const { namesAllowedBy, namesMeantBy, namesOf } = await loadAuthority()
  const server = readPair(dataDir, "server")
  const before = server && readPair(dataDir, "authority")?.cert === authority.cert ? namesOf(server.cert) : []
  const possible = [...earlier, ...before, ...own].filter((name) => namesAllowedBy(authority.cert, name))
  return [...new Set([...namesMeantBy(authority.cert), ...possible])]
}

/** Makes the server's certificate by an authority, and says how telephones come to trust it. */
export async function issue(
  dataDir: string,
  authority: Pair,
  names: string[],
  terminal: Terminal,
): Promise<void> {
  await requireAllowed(authority, names)
  const { issueCertificate } = await loadAuthority()
  storePair(dataDir, "server", await issueCertificate(authority, names, new Date()))
  terminal.out(`Das Zertifikat gilt für: ${names.join(", ")}`)
  terminal.out(`Fingerabdruck der Zertifizierungsstelle: ${fingerprint(new X509Certificate(authority.cert))}`)
  terminal.out(
    "Erreichen Telefone den Server unter einer Adresse, die hier fehlt (nach einem Umzug etwa der des früheren), alle mit --name nennen:\n" +
      `  ${PROGRAM} tls --name ${names.join(",")},WEITERER-NAME`,
  )
  terminal.out(adviseAddress(readConfig(terminal.env), names))
  terminal.out(
    "Jetzt den Dienst neu starten. Danach auf jedem Telefon die Seite /zertifikat dieses Servers öffnen.",
  )
}

/** @returns what to know of ADRESSE, which links and QR codes carry, beside a certificate for these names */
function adviseAddress({ adresse, port }: Pick<Config, "adresse" | "port">, names: string[]): string {
  const host = adresse && new URL(adresse).hostname.replace(/^\[|\]$/g, "")
  if (host === undefined)
    return `QR-Codes und Links gibt es erst mit der Einstellung ADRESSE, etwa ADRESSE=https://${names[0]}${port === 443 ? "" : `:${port}`}`
  return names.includes(host)
    ? `QR-Codes und Links nennen die Einstellung ADRESSE: ${adresse}`
    : `Die Einstellung ADRESSE nennt ${host}: Dafür gilt dieses Zertifikat nicht. Entweder sie ändern oder ${host} mit --name dazunehmen.`
}

/** @throws StartRefused when the authority may not vouch for one of the names */
export async function requireAllowed(authority: Pair, names: string[]): Promise<void> {
  const { namesAllowedBy, namesMeantBy } = await loadAuthority()
  const outside = names.filter((name) => !namesAllowedBy(authority.cert, name))
  const possible = [...new Set([...namesMeantBy(authority.cert), ...names])].filter(
    (name) => !outside.includes(name),
  )
  if (outside.length > 0)
    throw new StartRefused(
      `Die Zertifizierungsstelle darf nicht für ${outside.join(", ")} sprechen. Nichts wurde geändert.\n` +
        `Ohne neue Einrichtung der Telefone geht: ${PROGRAM} tls --name ${possible.join(",")}\n` +
        "(dazu die Adressen, unter denen sie den Server bisher erreichten).\n" +
        `Nur wenn das nicht genügt: Für eine neue den Ordner tls in DATA_DIR umbenennen und ${PROGRAM} tls mit diesen Namen eingeben;\n` +
        "die Telefone brauchen dann das neue Zertifikat.",
    )
}

/**
 * @param option names and addresses with commas between; undefined: this machine's own
 * @returns each once, and localhost
 * @throws UsageError for what is neither a name nor an address
 */
export function namesFrom(option: string | undefined): string[] {
  const names = (option?.split(",") ?? ownNames()).map((name) => name.trim().toLowerCase())
  const isName = (name: string) =>
    isIP(name) > 0 || /^(?=.{1,253}$)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*$/.test(name)
  if (!names.every(isName)) throw new UsageError("--name: Hier ist etwas weder ein Name noch eine Adresse.")
  return [...new Set([...names, "localhost"])]
}

/** The names and addresses by which others in the same network reach this machine. */
function ownNames(): string[] {
  const host = hostname().toLowerCase()
  const addresses = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ internal, scopeid }) => !internal && !scopeid)
    .map(({ address }) => address)
  const names = host.includes(".") ? [host] : [host, `${host}.local`]
  return [...names, ...addresses, "127.0.0.1"]
}
