import { X509Certificate } from "node:crypto"
import { readFileSync, writeFileSync } from "node:fs"
import { orRefuse } from "../lib/disk-fault.ts"
import { StartRefused } from "../lib/refusal.ts"
import type { Pair } from "../ops/tls/authority.ts"
import { joinPem, putAuthorityAside, readPair, splitPem, storePair } from "../ops/tls/kept.ts"
import { loadAuthority } from "../ops/tls/load.ts"
import { nameOf } from "./archive-stream.ts"
import { STREAM, type Terminal } from "./command.ts"
import { issue, namesFor, namesFrom, requireAllowed } from "./tls-make.ts"

/** Writes the authority with its key into a new file, or to the terminal. */
export async function exportAuthority(dataDir: string, file: string, terminal: Terminal): Promise<void> {
  const authority = readPair(dataDir, "authority")
  if (!authority)
    throw new StartRefused("Es gibt noch keine Zertifizierungsstelle, die man schreiben könnte.")
  const text = await describe(dataDir, authority)
  if (file === STREAM) {
    terminal.out(text.trimEnd())
    terminal.err("Wer diese Datei hat, kann sich als dieser Server ausgeben: sicher verwahren.")
    return
  }
  orRefuse(`${file} kann nicht geschrieben werden`, () =>
    writeFileSync(file, text, { mode: 0o600, flag: "wx" }),
  )
  terminal.out(
    `${file} geschrieben. Wer diese Datei hat, kann sich als dieser Server ausgeben: sicher verwahren.`,
  )
}

/**
 * Takes over another authority. Nothing is changed before it is certain that it can be used.
 *
 * @param option names as they were typed; undefined: those that it vouches for, that its server had, and this machine's own
 */
export async function importAuthority(
  dataDir: string,
  file: string,
  option: string | undefined,
  terminal: Terminal,
): Promise<void> {
  const authority = readFrom(file)
  const names = await namesFor(authority, option, dataDir, authority.names)
  await requireAllowed(authority, names)
  const before = readPair(dataDir, "authority")
  if (before && before.cert !== authority.cert)
    terminal.out(`Die Zertifizierungsstelle von vorher liegt in ${putAuthorityAside(dataDir)}.`)
  storePair(dataDir, "authority", authority)
  await issue(dataDir, authority, names, terminal)
}

/** The line before the PEM that says by which names and addresses telephones reach the server that wrote it. */
const NAMES = "Namen des Servers: "

async function describe(dataDir: string, authority: Pair): Promise<string> {
  const server = readPair(dataDir, "server")
  const names = server ? (await loadAuthority()).namesOf(server.cert) : []
  return `${names.length > 0 ? `${NAMES}${names.join(",")}\n` : ""}${joinPem(authority)}`
}

function readFrom(file: string): Pair & { names: string[] } {
  const text = orRefuse(`${file} kann nicht gelesen werden`, () =>
    readFileSync(file === STREAM ? 0 : file, "utf8"),
  )
  const pair = splitPem(text, nameOf(file))
  if (!new X509Certificate(pair.cert).ca)
    throw new StartRefused(`${nameOf(file)} enthält keine Zertifizierungsstelle.`)
  const line = text.split("\n").find((one) => one.startsWith(NAMES))
  return { ...pair, names: line ? namesFrom(line.slice(NAMES.length)) : [] }
}
