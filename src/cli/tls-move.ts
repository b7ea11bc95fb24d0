import { X509Certificate } from "node:crypto"
import { readFileSync, writeFileSync } from "node:fs"
import { orRefuse } from "../lib/disk-fault.ts"
import { StartRefused } from "../lib/start-refused.ts"
import type { Pair } from "../ops/tls/authority.ts"
import { joinPem, putAuthorityAside, readPair, splitPem, storePair } from "../ops/tls/kept.ts"
import { loadAuthority } from "../ops/tls/load.ts"
import { STREAM, type Terminal } from "./command.ts"
import { issue, namesFrom, requireAllowed } from "./tls-make.ts"

/** Writes the authority with its key into a new file, or to the terminal. */
export function exportAuthority(dataDir: string, file: string, terminal: Terminal): void {
  const authority = readPair(dataDir, "authority")
  if (!authority)
    throw new StartRefused("Es gibt noch keine Zertifizierungsstelle, die man schreiben könnte.")
  if (file === STREAM) {
    terminal.out(joinPem(authority).trimEnd())
    terminal.err("Wer diese Datei hat, kann sich als dieser Server ausgeben: sicher verwahren.")
    return
  }
  orRefuse(`${file} kann nicht geschrieben werden`, () =>
    writeFileSync(file, joinPem(authority), { mode: 0o600, flag: "wx" }),
  )
  terminal.out(
    `${file} geschrieben. Wer diese Datei hat, kann sich als dieser Server ausgeben: sicher verwahren.`,
  )
}

/**
 * Takes over another authority. Nothing is changed before it is certain that it can be used.
 *
 * @param option names as they were typed; undefined: those that it vouches for, and this machine's own
 */
export async function importAuthority(
  dataDir: string,
  file: string,
  option: string | undefined,
  terminal: Terminal,
): Promise<void> {
  const authority = readFrom(file)
  const names = await namesFor(authority, option)
  await requireAllowed(authority, names)
  const before = readPair(dataDir, "authority")
  if (before && before.cert !== authority.cert)
    terminal.out(`Die Zertifizierungsstelle von vorher liegt in ${putAuthorityAside(dataDir)}.`)
  storePair(dataDir, "authority", authority)
  await issue(dataDir, authority, names, terminal)
}

/** This machine has another name than the one before; telephones reach it under the earlier one's from now on. */
async function namesFor({ cert }: Pair, option: string | undefined): Promise<string[]> {
  const names = namesFrom(option)
  if (option !== undefined) return names
  const { namesAllowedBy, namesMeantBy } = await loadAuthority()
  return [...new Set([...namesMeantBy(cert), ...names.filter((name) => namesAllowedBy(cert, name))])]
}

function readFrom(file: string): Pair {
  const text = orRefuse(`${file} kann nicht gelesen werden`, () =>
    readFileSync(file === STREAM ? 0 : file, "utf8"),
  )
  const pair = splitPem(text, file)
  if (!new X509Certificate(pair.cert).ca)
    throw new StartRefused(`${file} enthält keine Zertifizierungsstelle.`)
  return pair
}
