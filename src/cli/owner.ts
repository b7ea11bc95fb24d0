import { closeSync, fchownSync, fsyncSync, openSync, rmSync } from "node:fs"
import { ourselves } from "../lib/ourselves.ts"
import { ownerOf } from "../lib/owner.ts"
import { readConfig } from "../config.ts"
import { StartRefused } from "../lib/start-refused.ts"
import type { Command, Terminal } from "./command.ts"
import { STREAM } from "./carried.ts"

/**
 * Runs what root typed as the user to whom the data folder belongs: what root writes there, the service could not
 * read. A file that is carried elsewhere is opened here, with root's rights, and given to whoever called sudo.
 *
 * @returns the exit code; undefined when the command is to run as it is
 * @throws StartRefused when a named file cannot be opened
 */
export async function runAsOwner(
  command: Command,
  args: string[],
  terminal: Terminal,
): Promise<number | undefined> {
  if (process.getuid?.() !== 0 || !command.onData) return undefined
  const owner = ownerOf(readConfig(terminal.env).dataDir)
  if (owner.uid === 0) return undefined
  const { reads, writes } = command.onData
  const name = command.name.split(" ")
  const at = placeOf(args, reads ?? writes)
  const file = at === undefined ? undefined : args[at]
  if (at === undefined || file === undefined) return runAs(owner, [...name, ...args], terminal, {})
  const words = [...name, ...args.with(at, STREAM)]
  if (reads !== undefined) {
    const stdin = openFor("gelesen", file, () => openSync(file, "r"))
    return runAs(owner, words, terminal, { stdin })
  }
  const stdout = openFor("geschrieben", file, () => openSync(file, "wx", 0o600))
  try {
    const code = await runAs(owner, words, terminal, { stdout })
    if (code === 0) handOver(stdout, file, terminal)
    else rmSync(file, { force: true })
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
  // Ctrl-C goes to both; this one waits for how the other ends.
  process.on("SIGINT", () => {})
  process.on("SIGTERM", () => child.kill("SIGTERM"))
  return await child.exited
}

/** @returns where among the arguments the file stands, unless a stream is meant already */
function placeOf(args: string[], index: number | undefined): number | undefined {
  if (index === undefined) return undefined
  const at = args.flatMap((arg, i) => (arg.startsWith("-") && arg !== STREAM ? [] : [i]))[index]
  return at === undefined || args[at] === STREAM ? undefined : at
}

function openFor(what: string, file: string, open: () => number): number {
  try {
    return open()
  } catch (cause) {
    const exists = (cause as { code?: string }).code === "EEXIST"
    throw new StartRefused(
      exists
        ? `${file} gibt es schon; überschrieben wird nie etwas.`
        : `${file} kann nicht ${what} werden: ${(cause as Error).message}`,
      { cause },
    )
  }
}

function handOver(fd: number, file: string, { env, err }: Terminal): void {
  fsyncSync(fd)
  const { SUDO_UID: uid, SUDO_GID: gid, SUDO_USER: name } = env
  if (uid && gid) fchownSync(fd, Number(uid), Number(gid))
  err(`${file} gehört ${uid ? (name ?? `dem Benutzer ${uid}`) : "root"}; niemand sonst kann die Datei lesen.`)
}
