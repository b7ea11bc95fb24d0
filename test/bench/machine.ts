import { arch, cpus, release, totalmem, type } from "node:os"

/** @returns what the figures were made on */
export function machine(): Record<string, string> {
  const all = cpus()
  return {
    processor: `${all.length} × ${all[0]?.model ?? "unknown"}`,
    memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
    system: `${type()} ${release()} ${arch()}`,
    bun: Bun.version,
    date: new Date().toISOString().slice(0, 10),
  }
}
