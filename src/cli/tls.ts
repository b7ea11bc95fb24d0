import { X509Certificate } from "node:crypto"
import { reasonOf } from "../lib/disk-fault.ts"
import { readFileSync, writeFileSync } from "node:fs"
import { hostname, networkInterfaces } from "node:os"
import { isIP } from "node:net"
import { readConfig } from "../config.ts"
import { refuseForeignFolder } from "../lib/owner.ts"
import { StartRefused } from "../lib/start-refused.ts"
import {
  authorityCertificate,
  fingerprint,
  joinPem,
  ownTls,
  putAuthorityAside,
  readAuthority,
  removeServer,
  splitPem,
  storeAuthority,
  storeServer,
} from "../ops/tls/kept.ts"
import type { Pair } from "../ops/tls/authority.ts"
import { loadAuthority } from "../ops/tls/load.ts"
import { type Command, STREAM, type Terminal, UsageError } from "./command.ts"
import { readOptions } from "./options.ts"

export const tlsCommand: Command = {
  name: "tls",
  summary: "Ein eigenes Zertifikat machen, dem Telefone vertrauen können, auch ohne Domain",
  usage: `pfandwerk tls [--name NAME[,NAME …]] [--show | --off | --export DATEI | --import DATEI]

  --name     Namen und Adressen, unter denen Telefone den Server erreichen, durch Komma getrennt;
             ohne Angabe: der Name dieses Rechners und seine Adressen im eigenen Netz
  --show     zeigt nur, was da ist, mit dem Fingerabdruck
  --off      schaltet TLS mit dem eigenen Zertifikat wieder ab
  --export   schreibt die Zertifizierungsstelle mit ihrem Schlüssel in eine Datei (- gibt sie aus). In keiner
             Sicherung ist sie enthalten: Ohne diese Datei müssen Telefone nach einem Umzug neu eingerichtet werden
  --import   nimmt eine so geschriebene Zertifizierungsstelle auf; das Zertifikat gilt dann auch für den Namen des
             Servers, von dem sie kommt
Der Dienst erneuert das Zertifikat selbst. Nach einer Änderung neu starten.`,
  onData: { reads: "import", writes: "export" },
  async run(args, terminal) {
    const options = readOptions(args, {
      name: "string",
      show: "boolean",
      off: "boolean",
      export: "string",
      import: "string",
    })
    const actions = [options.show, options.off, options.export, options.import].filter(Boolean)
    if (actions.length > 1) throw new UsageError("--show, --off, --export und --import gehen nur einzeln.")
    const { dataDir } = readConfig(terminal.env)
    refuseForeignFolder(dataDir)
    if (options.show) return show(dataDir, terminal)
    if (options.off) return switchOff(dataDir, terminal)
    if (options.export !== undefined) return exportAuthority(dataDir, options.export, terminal)
    if (options.import !== undefined) return takeIn(dataDir, readPair(options.import), options.name, terminal)
    const names = namesFrom(options.name)
    return make(dataDir, readAuthority(dataDir) ?? (await newAuthority(dataDir, names)), names, terminal)
  },
}

async function newAuthority(dataDir: string, names: string[]): Promise<Pair> {
  const { createAuthority } = await loadAuthority()
  const authority = await createAuthority(names, new Date())
  storeAuthority(dataDir, authority)
  return authority
}

/** Takes over another authority. Nothing is changed before it is certain that it can be used. */
async function takeIn(
  dataDir: string,
  authority: Pair,
  option: string | undefined,
  terminal: Terminal,
): Promise<number> {
  const { namesAllowedBy, namesMeantBy } = await loadAuthority()
  // This machine has another name; telephones reach it under the earlier one's from now on.
  const names =
    option === undefined
      ? [
          ...namesMeantBy(authority.cert),
          ...namesFrom(option).filter((name) => namesAllowedBy(authority.cert, name)),
        ]
      : namesFrom(option)
  await requireAllowed(authority, names)
  const before = readAuthority(dataDir)
  if (before && before.cert !== authority.cert)
    terminal.out(`Die Zertifizierungsstelle von vorher liegt in ${putAuthorityAside(dataDir)}.`)
  storeAuthority(dataDir, authority)
  return make(dataDir, authority, [...new Set(names)], terminal)
}

async function requireAllowed(authority: Pair, names: string[]): Promise<void> {
  const { namesAllowedBy } = await loadAuthority()
  const outside = names.filter((name) => !namesAllowedBy(authority.cert, name))
  if (outside.length > 0)
    throw new StartRefused(
      `Die Zertifizierungsstelle darf nicht für ${outside.join(", ")} sprechen. Nichts wurde geändert.\n` +
        "Für eine neue den Ordner tls in DATA_DIR umbenennen und pfandwerk tls mit diesen Namen eingeben;\n" +
        "die Telefone brauchen dann das neue Zertifikat.",
    )
}

async function make(dataDir: string, authority: Pair, names: string[], terminal: Terminal): Promise<number> {
  await requireAllowed(authority, names)
  const { issueCertificate } = await loadAuthority()
  storeServer(dataDir, await issueCertificate(authority, names, new Date()))
  terminal.out(`Das Zertifikat gilt für: ${names.join(", ")}`)
  terminal.out(`Fingerabdruck der Zertifizierungsstelle: ${fingerprint(new X509Certificate(authority.cert))}`)
  terminal.out(
    "Jetzt den Dienst neu starten. Danach auf jedem Telefon die Seite /zertifikat dieses Servers öffnen.",
  )
  return 0
}

function show(dataDir: string, terminal: Terminal): number {
  const authority = authorityCertificate(dataDir)
  const files = ownTls(dataDir)
  if (!authority) {
    terminal.out("Es gibt noch keine Zertifizierungsstelle. Gemacht wird sie mit: pfandwerk tls")
    return 0
  }
  terminal.out(`Fingerabdruck der Zertifizierungsstelle: ${fingerprint(authority)}`)
  terminal.out(`Sie gilt bis ${authority.validToDate.toISOString().slice(0, 10)}.`)
  if (!files) {
    terminal.out("TLS ist abgeschaltet. Eingeschaltet wird es mit: pfandwerk tls")
    return 0
  }
  const server = new X509Certificate(readFileSync(files.cert))
  terminal.out(`Zertifikat des Servers für ${server.subjectAltName ?? "–"}`)
  terminal.out(
    `Es gilt bis ${server.validToDate.toISOString().slice(0, 10)}; der Dienst erneuert es vorher selbst.`,
  )
  return 0
}

function switchOff(dataDir: string, terminal: Terminal): number {
  removeServer(dataDir)
  terminal.out(
    "TLS mit dem eigenen Zertifikat ist aus; nach dem Neustart spricht der Dienst unverschlüsseltes HTTP.",
  )
  return 0
}

function exportAuthority(dataDir: string, file: string, terminal: Terminal): number {
  const authority = readAuthority(dataDir)
  if (!authority)
    throw new StartRefused("Es gibt noch keine Zertifizierungsstelle, die man schreiben könnte.")
  if (file === STREAM) {
    terminal.out(joinPem(authority).trimEnd())
    terminal.err("Wer diese Datei hat, kann sich als dieser Server ausgeben: sicher verwahren.")
    return 0
  }
  try {
    writeFileSync(file, joinPem(authority), { mode: 0o600, flag: "wx" })
  } catch (cause) {
    throw new StartRefused(`${file} kann nicht geschrieben werden: ${reasonOf(cause)}`, { cause })
  }
  terminal.out(
    `${file} geschrieben. Wer diese Datei hat, kann sich als dieser Server ausgeben: sicher verwahren.`,
  )
  return 0
}

function readPair(file: string): Pair {
  let text: string
  try {
    text = readFileSync(file === STREAM ? 0 : file, "utf8")
  } catch (cause) {
    throw new StartRefused(`${file} kann nicht gelesen werden: ${reasonOf(cause)}`, { cause })
  }
  const pair = splitPem(text, file)
  if (!new X509Certificate(pair.cert).ca)
    throw new StartRefused(`${file} enthält keine Zertifizierungsstelle.`)
  return pair
}

function namesFrom(option: string | undefined): string[] {
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
