import { statSync } from "node:fs"

/** @returns what tells a file from another one in its place: writing to it changes neither number nor time */
export function identityOf(file: string): string {
  const { ino, birthtimeMs } = statSync(file)
  return `${ino}-${birthtimeMs}`
}
