import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { Refusal, unavailable } from "./refusal.ts"

type Memory = {
  /** Bytes that this process may still take, Infinity where the system does not tell. */
  free: number
  /** Bytes of the narrowest limit that is set for it (cgroups of a container or a unit); Infinity without one. */
  limit: number
}

/** Names of the files of one version of cgroups. What `cache` finds is part of `used`, and given back at any time. */
type Files = { limit: string; used: string; cache: RegExp }

const VERSION_1: Files = {
  limit: "memory.limit_in_bytes",
  used: "memory.usage_in_bytes",
  cache: /^total_inactive_file (\d+)$/m,
}
const VERSION_2: Files = { limit: "memory.max", used: "memory.current", cache: /^inactive_file (\d+)$/m }

/** Version 1 writes a number near 2^63 for "no limit". */
const NO_LIMIT = 2 ** 60

/**
 * Reads how much memory is there, for the machine and for each group of processes that this one is in: a process that
 * takes more than its group may is ended by the system without a word.
 *
 * @param root "/" on a server; tests use a folder
 */
export function readMemory(root = "/"): Memory {
  const read = (...path: string[]): string | undefined => {
    const file = join(root, ...path)
    try {
      return existsSync(file) ? readFileSync(file, "utf8") : undefined
    } catch {
      return undefined
    }
  }
  const available = /^MemAvailable:\s+(\d+) kB$/m.exec(read("proc/meminfo") ?? "")?.[1]
  const memory: Memory = { free: available ? Number(available) * 1024 : Infinity, limit: Infinity }
  for (const { place, group, files } of groupsOf(read("proc/self/cgroup") ?? "")) {
    const limit = Number.parseInt(read(place, group, files.limit) ?? "", 10)
    const used = Number.parseInt(read(place, group, files.used) ?? "", 10)
    if (!(limit < NO_LIMIT) || Number.isNaN(used)) continue
    const cache = Number(files.cache.exec(read(place, group, "memory.stat") ?? "")?.[1] ?? 0)
    memory.limit = Math.min(memory.limit, limit)
    memory.free = Math.min(memory.free, limit - used + cache)
  }
  return memory
}

/**
 * @returns where the limits of a process stand: those of its group and of each one around it, the outermost first. Inside
 *   of a container only some of these exist
 */
function groupsOf(text: string): { place: string; group: string; files: Files }[] {
  return text.split("\n").flatMap((line) => {
    const [, controllers = "", path = "/"] = /^\d+:([^:]*):(.*)$/.exec(line) ?? []
    const names = path.split("/").filter(Boolean)
    const groups = Array.from({ length: names.length + 1 }, (_, depth) => names.slice(0, depth).join("/"))
    const at = (place: string, files: Files) => groups.map((group) => ({ place, group, files }))
    if (controllers.split(",").includes("memory")) return at("sys/fs/cgroup/memory", VERSION_1)
    return line.startsWith("0::") ? at("sys/fs/cgroup", VERSION_2) : []
  })
}

/** Bytes that others need meanwhile: requests, a backup, the database. */
const RESERVE = 24 * 1024 * 1024

/** Bytes that are promised to pictures and documents which are being made now. */
let promised = 0

/**
 * Does work that takes much memory, if it is there.
 *
 * @param need in bytes
 * @param tooMuch says what to do where this service will never have as much
 * @throws Refusal too large, unavailable; and what `work` throws
 */
export async function withMemory<T>(need: number, tooMuch: string, work: () => Promise<T>): Promise<T> {
  requireMemory(need, tooMuch)
  promised += need
  try {
    return await work()
  } finally {
    promised -= need
  }
}

function requireMemory(need: number, tooMuch: string): void {
  const fits = () => need + promised + RESERVE <= readMemory().free
  if (fits()) return
  // Much of what seems taken may be garbage.
  Bun.gc(true)
  if (fits()) return
  if (need + RESERVE > readMemory().limit / 2) throw new Refusal("too large", tooMuch)
  throw unavailable(
    "Der Server hat gerade zu wenig freien Arbeitsspeicher dafür. Bitte gleich noch einmal versuchen.",
    5,
  )
}
