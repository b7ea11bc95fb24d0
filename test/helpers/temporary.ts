import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const endings: (() => void)[] = []

/** Runs `work` when all test files are through. */
export const atEnd = (work: () => void): void => void endings.push(work)

/** The last one first: a process ends before its folder goes. */
export const end = (): void => endings.toReversed().forEach((work) => work())

/** @returns a new empty folder that is removed when all test files are through */
export function temporaryDir(): string {
  const dir = mkdtempSync(join(tmpdir(), "pfandwerk-test-"))
  atEnd(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}
