import { statSync } from "node:fs"

/** @returns a text that differs for another file in the same place; writing to the file does not change it */
export function identityOf(file: string): string {
  const { ino, birthtimeMs } = statSync(file)
  return `${ino}-${birthtimeMs}`
}
