import { existsSync, readFileSync, statfsSync } from "node:fs"
import { freemem } from "node:os"

const MEMORY = "/dev/shm"
/** More than the files of a run ever take at once, in bytes. */
const ENOUGH = 8 * 2 ** 30

/**
 * Puts what tests write into memory, where that has the room and lets programs run: it is gone when they end, and the
 * disk is what they would wait for most. Power cuts and full disks are tried on disks that those tests make.
 */
export function writeInMemory(): void {
  if (process.env["TMPDIR"] === undefined && isThere() && room() > ENOUGH) process.env["TMPDIR"] = MEMORY
}

function isThere(): boolean {
  if (!existsSync("/proc/mounts")) return false
  const options = /^\S+ \/dev\/shm tmpfs (\S+)/m.exec(readFileSync("/proc/mounts", "utf8"))?.[1]
  return options !== undefined && !options.split(",").includes("noexec")
}

function room(): number {
  const { bavail, bsize } = statfsSync(MEMORY)
  return Math.min(bavail * bsize, freemem())
}
