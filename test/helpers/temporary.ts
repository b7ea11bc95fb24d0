import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startOf } from "./start-of.ts"

/** One of several processes (`--parallel`) that a run hands its files to: none of them knows which is its last. */
export const isWorker = process.env["BUN_TEST_WORKER_ID"] !== undefined

type Ending = () => unknown
const endings: Ending[] = []

/** Runs `work` when the test file is through; in a run of one process, when all are. */
export const atEnd = (work: Ending): void => void endings.push(work)

/** Runs `work` when all test files are through. A worker leaves it to what cleans up behind it. */
export const atLast = (work: Ending): void => (isWorker ? undefined : atEnd(work))

/**
 * The last one first: a process ends before its folder goes.
 *
 * @throws AggregateError when one fails, after the others had their turn
 */
export async function end(): Promise<void> {
  const failures: unknown[] = []
  for (const work of endings.splice(0).toReversed()) {
    try {
      await work()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, failures.join("\n"))
}

/** @returns a new empty folder that is removed when the test file is through, or all are: see `atEnd` */
export const temporaryDir = (): string => newDir(atEnd, tmpdir())

/** @returns the same below another folder */
export const dirIn = (parent: string): string => newDir(atEnd, parent)

/** @returns a new empty folder that is there for all test files of this process */
export const lastingDir = (): string => newDir(atLast, tmpdir())

function newDir(when: (work: Ending) => void, parent: string): string {
  const dir = mkdtempSync(join(parent, "pfandwerk-test-"))
  when(() => rmSync(dir, { recursive: true, force: true }))
  cleanUpBehind("folder", dir)
  return dir
}

let reaper: Bun.Subprocess<"pipe", "ignore", "ignore"> | undefined

/** Sees to it that something is cleaned up also when no hook of this run gets to it (reaper.ts). */
export function cleanUpBehind(kind: "folder" | "mount", path: string): void {
  tell(`${kind} ${path}`)
}

/** Sees to it that a started process is ended. */
export const endBehind = (pid: number): void => tell(`process ${named(pid)}`)

/** Sees to it that a folder is cleaned up that another process may still need when this one has ended. */
export const cleanUpAfter = (pid: number, dir: string): void => tell(`shared ${named(pid)} ${dir}`)

/** Its number, and when it began: the number alone may be another one's by then. */
const named = (pid: number): string => `${pid} ${startOf(String(pid)) ?? ""}`

function tell(line: string): void {
  // Detached, so that Ctrl-C in a terminal ends the run and not this.
  reaper ??= Bun.spawn([process.execPath, join(import.meta.dir, "reaper.ts")], {
    stdin: "pipe",
    stdout: "ignore",
    stderr: "ignore",
    detached: true,
  })
  reaper.unref()
  void reaper.stdin.write(`${line}\n`)
  void reaper.stdin.flush()
}
