import { existsSync, readFileSync } from "node:fs"

/** @returns when a process began, as the system counts; undefined when there is none */
export function startOf(pid: string): string | undefined {
  const file = `/proc/${pid}/stat`
  // The name of the program, in brackets, may hold spaces.
  return existsSync(file) ? readFileSync(file, "utf8").split(") ").at(-1)?.split(" ")[19] : undefined
}
