import { closeSync, existsSync, fchownSync, fsyncSync, openSync, rmSync } from "node:fs"
import { orRefuse } from "../lib/disk-fault.ts"
import { ourselves } from "../lib/ourselves.ts"
import { ownerOf } from "../lib/files.ts"
import { readConfig } from "../config.ts"
import { StartRefused } from "../lib/refusal.ts"
import { requireFile } from "../ops/backup/archive.ts"
import { isKept } from "../ops/backup/restore.ts"
import { type Command, type FilePlace, STREAM, type Terminal } from "./command.ts"

/**
 * Runs what root typed as the owner of the data folder: the service could not read what root writes there. A file
 * outside of it is opened here, with root's rights, and given to the user who called sudo.
 *
 * @returns the exit code; undefined when the command is to run as it is
 * @throws StartRefused when a named file cannot be opened
 */
export async function runAsOwner(
  command: Command,
  args: string[],
  terminal: Terminal,
): Promise<number | undefined> {
  if (process.getuid?.() !== 0 || command.asCaller) return undefined
  const owner = ownerOf(readConfig(terminal.env).dataDir)
  if (owner.uid === 0) return undefined
  const name = command.name.split(" ")
  const source = fileAt(args, command.reads)
  // The data from before a restore are a folder, which no stream can hand over; they are the owner's.
  if (source && !isKept(source.file)) {
    requireFile(source.file)
    const stdin = orRefuse(`${source.file} kann nicht gelesen werden`, () => openSync(source.file, "r"))
    return runAs(owner, [...name, ...source.streaming], terminal, { stdin })
  }
  const target = fileAt(args, command.writes)
  if (!target) return runAs(owner, [...name, ...args], terminal, {})
  if (existsSync(target.file))
    throw new StartRefused(`${target.file} gibt es schon; überschrieben wird nie etwas.`)
  const stdout = orRefuse(`${target.file} kann nicht geschrieben werden`, () =>
    openSync(target.file, "wx", 0o600),
  )
  try {
    const code = await runAs(owner, [...name, ...target.streaming], terminal, { stdout })
    if (code === 0) handOver(stdout, target.file, terminal)
    else rmSync(target.file, { force: true })
    return code
  } finally {
    closeSync(stdout)
  }
}

type Streams = { stdin?: number; stdout?: number }

async function runAs(
  { uid, gid }: { uid: number; gid: number },
  words: string[],
  terminal: Terminal,
  { stdin, stdout }: Streams,
): Promise<number> {
  const child = Bun.spawn([...ourselves(), ...words], {
    uid,
    gid,
    env: terminal.env,
    stdio: [stdin ?? "inherit", stdout ?? "inherit", "inherit"],
  })
  // Ctrl-C reaches both processes; this one waits for the other's exit code.
  process.on("SIGINT", () => {})
  process.on("SIGTERM", () => child.kill("SIGTERM"))
  return await child.exited
}

/**
 * @param place the number of the argument, or the name of the option
 * @returns the file that was named there, and the arguments with a stream instead; undefined when there is none
 */
function fileAt(args: string[], place: FilePlace | undefined) {
  if (place === undefined) return undefined
  const inline = args.findIndex((arg) => arg.startsWith(`--${place}=`))
  const at =
    typeof place === "number"
      ? args.flatMap((arg, i) => (arg.startsWith("-") && arg !== STREAM ? [] : [i]))[place]
      : inline >= 0
        ? inline
        : args.indexOf(`--${place}`) + 1 || undefined
  if (at === undefined) return undefined
  const prefix = at === inline ? `--${place}=` : ""
  const file = args[at]?.slice(prefix.length)
  if (!file || file === STREAM) return undefined
  return { file, streaming: args.with(at, prefix + STREAM) }
}

function handOver(fd: number, file: string, { env, err }: Terminal): void {
  fsyncSync(fd)
  const { SUDO_UID: uid, SUDO_GID: gid, SUDO_USER: name } = env
  if (uid && gid && !changeOwner(fd, Number(uid), Number(gid))) {
    err(
      `${file} liegt auf einem Datenträger, der keine Besitzer kennt (etwa einem USB-Stick mit FAT): Lesen kann sie, wer ihn hat.`,
    )
    return
  }
  err(`${file} gehört ${uid ? (name ?? `dem Benutzer ${uid}`) : "root"}; niemand sonst kann die Datei lesen.`)
}

/** @returns false where the file system knows no owners: the archive is whole there, too */
function changeOwner(fd: number, uid: number, gid: number): boolean {
  try {
    fchownSync(fd, uid, gid)
    return true
  } catch (error) {
    if (/^(?:EPERM|ENOTSUP|EOPNOTSUPP|ENOSYS|EINVAL)$/.test((error as { code?: string }).code ?? ""))
      return false
    throw error
  }
}
