import { createReadStream, createWriteStream, mkdirSync, rmSync } from "node:fs"
import { dirname } from "node:path"
import { pipeline } from "node:stream/promises"
import { workFolder } from "../ops/backup/backup.ts"
import { reasonOf } from "../lib/disk-fault.ts"
import { StartRefused } from "../lib/refusal.ts"
import { STREAM, type Terminal, UsageError } from "./command.ts"
import { PROGRAM, userName } from "../lib/ourselves.ts"

/**
 * Makes an archive and puts it where it was asked for: into a file, or on standard output.
 *
 * @param make makes it under the given name, and verifies it
 * @param report words about it, for the stream that does not carry the archive
 * @throws StartRefused when it cannot be written to standard output
 */
export async function putArchive<T>(
  file: string,
  dataDir: string,
  terminal: Terminal,
  make: (target: string) => Promise<T>,
  report: (made: T, target: string) => string,
): Promise<void> {
  if (file !== STREAM) {
    terminal.out(`${report(await make(file), file)}: ${file} (lesen kann sie nur ${userWords()})`)
    return
  }
  refuseScreen(file, terminal)
  const target = transitFile(dataDir)
  try {
    const made = await make(target)
    await pipeline(createReadStream(target), createWriteStream("", { fd: 1, autoClose: false }))
    terminal.err(`${report(made, target)}.`)
  } catch (cause) {
    if (!(cause as { code?: string }).code) throw cause
    throw new StartRefused(`Das Archiv konnte nicht ausgegeben werden: ${reasonOf(cause)}`, { cause })
  } finally {
    rmSync(target, { force: true })
  }
}

/** @throws UsageError when an archive would be written onto the screen */
export function refuseScreen(file: string, { isTerminal }: Pick<Terminal, "isTerminal">): void {
  if (file === STREAM && isTerminal)
    throw new UsageError("Ein Archiv gehört nicht auf den Bildschirm. So kommt es in eine Datei: … - > DATEI")
}

/**
 * Reads an archive from a file or from standard input; `take` gets the name of a file either way.
 *
 * @throws StartRefused, which names no file on its way, as nobody who reads it knows that one
 */
export async function takeArchive<T>(
  file: string,
  dataDir: string,
  take: (source: string) => Promise<T>,
): Promise<T> {
  if (file !== STREAM) return take(file)
  const source = transitFile(dataDir)
  try {
    mkdirSync(dirname(source), { recursive: true, mode: 0o700 })
    await pipeline(process.stdin, createWriteStream(source, { mode: 0o600 }))
    return await take(source)
  } catch (cause) {
    if (!(cause instanceof StartRefused)) throw cause
    throw new StartRefused(cause.message.replaceAll(source, nameOf(STREAM)), { cause })
  } finally {
    rmSync(source, { force: true })
  }
}

/** @returns what to call a file that is read: under sudo (owner.ts), the one that was typed arrives as a stream */
export const nameOf = (file: string): string => (file === STREAM ? "Die Datei" : file)

/**
 * File for an archive on its way from or to a stream. It is named as unfinished, so that it is removed if this process
 * is killed, and a second earlier than the work folder, so that the names differ.
 */
const transitFile = (dataDir: string): string => `${workFolder(dataDir, new Date(Date.now() - 1000))}.tar`

/** @param missing pictures that the archive lacks */
export function warnOfMissing(missing: string[], err: (line: string) => void): void {
  if (missing.length === 0) return
  err(`Achtung: ${missing.length} Bilddateien fehlen, die erste ist ${missing[0]}. Alles andere ist dabei.`)
  err(`Suchen und ersetzen: ${PROGRAM} uploads repair`)
}

function userWords(): string {
  if (process.platform === "win32") return "wer diesen Befehl gab"
  return userName() ?? `der Benutzer ${process.getuid?.()}`
}
