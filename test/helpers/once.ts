import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startOf } from "./start-of.ts"
import { atLast, cleanUpAfter, isWorker } from "./temporary.ts"

const OWN = "/proc/self/cmdline"
/**
 * With `--parallel=1` the run's only process has a worker's number, and the terminal as its parent: what was made in a
 * run before would be taken for this one's.
 */
const isAlone = !isWorker || (existsSync(OWN) && !readFileSync(OWN, "utf8").includes("--test-worker"))

/** All processes of a run have this one in common. */
const run = isAlone ? process.pid : process.ppid
const folder = join(tmpdir(), `pfandwerk-run-${run}-${startOf(String(run)) ?? ""}`)

/**
 * Makes what takes long once for all files of a run, whichever of its processes is the first to need it.
 *
 * @param make puts it into a new empty folder
 * @returns the folder it is in then
 * @throws what `make` throws
 */
export async function madeOnce(name: string, make: (dir: string) => Promise<void>): Promise<string> {
  const made = join(folder, name)
  const draft = `${made}.new`
  openFolder()
  while (!existsSync(made)) {
    if (!claims(draft)) {
      await Bun.sleep(20)
      continue
    }
    try {
      await make(draft)
      renameSync(draft, made)
    } catch (error) {
      rmSync(draft, { recursive: true })
      throw error
    }
  }
  return made
}

let opened = false

function openFolder(): void {
  if (opened) return
  opened = true
  mkdirSync(folder, { recursive: true })
  // Other users run what is in it.
  chmodSync(folder, 0o755)
  atLast(() => rmSync(folder, { recursive: true, force: true }))
  cleanUpAfter(run, folder)
}

/** @returns whether this process is to make it: nobody else has begun */
function claims(draft: string): boolean {
  try {
    mkdirSync(draft)
    chmodSync(draft, 0o755)
    return true
  } catch {
    return false
  }
}
