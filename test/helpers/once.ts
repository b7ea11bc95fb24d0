import { chmodSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startOf } from "./start-of.ts"
import { atLast, cleanUpAfter, isWorker } from "./temporary.ts"

/** All processes of a run have this one in common. */
const run = isWorker ? process.ppid : process.pid
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
