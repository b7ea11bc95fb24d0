import { createReadStream, createWriteStream, mkdirSync, rmSync } from "node:fs"
import { dirname } from "node:path"
import { pipeline } from "node:stream/promises"
import { workFolder } from "../ops/backup/backup.ts"
import { StartRefused } from "../lib/start-refused.ts"
import { STREAM, type Terminal, UsageError } from "./command.ts"

/**
 * Lets an archive be made where it was asked for.
 *
 * @param make makes it under the given name, and proves it
 * @param told what to say of it, on whatever is not the archive
 * @throws StartRefused when it cannot be passed on
 */
export async function writeCarried<T>(
  file: string,
  dataDir: string,
  terminal: Terminal,
  make: (target: string) => Promise<T>,
  told: (made: T, target: string) => string,
): Promise<void> {
  if (file !== STREAM) {
    terminal.out(`${told(await make(file), file)}: ${file} (lesen kann sie nur ${userName()})`)
    return
  }
  if (terminal.isTerminal)
    throw new UsageError("Ein Archiv gehört nicht auf den Bildschirm. So kommt es in eine Datei: … - > DATEI")
  const target = passing(dataDir)
  try {
    const made = await make(target)
    await pipeline(createReadStream(target), createWriteStream("", { fd: 1, autoClose: false }))
    terminal.err(`${told(made, target)}.`)
  } catch (cause) {
    const { code, message } = cause as { code?: string; message: string }
    if (!code) throw cause
    throw new StartRefused(`Das Archiv konnte nicht ausgegeben werden: ${message}`, { cause })
  } finally {
    rmSync(target, { force: true })
  }
}

/** Takes an archive from where it is; `take` gets the name of a file. */
export async function readCarried<T>(
  file: string,
  dataDir: string,
  take: (source: string) => Promise<T>,
): Promise<T> {
  if (file !== STREAM) return take(file)
  const source = passing(dataDir)
  try {
    mkdirSync(dirname(source), { recursive: true, mode: 0o700 })
    await pipeline(process.stdin, createWriteStream(source, { mode: 0o600 }))
    return await take(source)
  } finally {
    rmSync(source, { force: true })
  }
}

/** Known as unfinished, so that it is removed when this process is killed; of another moment than the work itself. */
const passing = (dataDir: string): string => `${workFolder(dataDir, new Date(Date.now() - 1000))}.tar`

/** By id(1): the runtime's own answer is what the environment says. */
function userName(): string {
  if (process.platform === "win32") return "wer diesen Befehl gab"
  return Bun.spawnSync(["id", "-un"]).stdout.toString().trim() || `der Benutzer ${process.getuid?.()}`
}
