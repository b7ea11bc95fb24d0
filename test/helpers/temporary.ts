import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startOf } from "./start-of.ts"

const endings: (() => void)[] = []

/** Runs `work` when all test files are through. */
export const atEnd = (work: () => void): void => void endings.push(work)

/**
 * The last one first: a process ends before its folder goes.
 *
 * @throws AggregateError when one fails, after the others had their turn
 */
export function end(): void {
  const failures: unknown[] = []
  for (const work of endings.toReversed()) {
    try {
      work()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, failures.join("\n"))
}

/** @returns a new empty folder that is removed when all test files are through */
export function temporaryDir(): string {
  const dir = mkdtempSync(join(tmpdir(), "pfandwerk-test-"))
  atEnd(() => rmSync(dir, { recursive: true, force: true }))
  cleanUpBehind("folder", dir)
  return dir
}

let reaper: Bun.Subprocess<"pipe", "ignore", "ignore"> | undefined

/** Sees to it that something is cleaned up also when no hook of this run gets to it (reaper.ts). */
export function cleanUpBehind(kind: "folder" | "mount", path: string): void {
  tell(`${kind} ${path}`)
}

/** The same of a process that was started. */
export const endBehind = (pid: number): void => tell(`process ${pid} ${startOf(String(pid)) ?? ""}`)

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
