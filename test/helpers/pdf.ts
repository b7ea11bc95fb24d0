import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { lastingDir } from "./temporary.ts"

/** Debian's poppler-utils read the documents as somebody else's program; `.ci/run` installs them. */
export const poppler = Bun.which("pdftotext") !== null && Bun.which("pdfinfo") !== null
if (!poppler) process.stderr.write("pdftotext is missing (poppler-utils): what documents say is not tested\n")

const run = (command: string[]): string => {
  const { stdout, stderr, exitCode } = Bun.spawnSync(command)
  // A damaged document is read all the same, with a complaint.
  if (exitCode !== 0 || stderr.length > 0) throw new Error(`${command[0]}: ${stderr.toString()}`)
  return stdout.toString()
}

const dir = lastingDir()
const file = (bytes: Uint8Array): string => {
  const path = join(dir, `${Bun.randomUUIDv7()}.pdf`)
  writeFileSync(path, bytes)
  return path
}

/** @returns what each page says, lines as they stand, with ordinary spaces */
export function pdfPages(bytes: Uint8Array): string[] {
  const text = run(["pdftotext", "-layout", file(bytes), "-"]).replaceAll("\u00a0", " ")
  return text.split("\f").slice(0, -1)
}

/** @returns what the document says, every run of spaces and line breaks as one space */
export const pdfText = (bytes: Uint8Array): string => pdfPages(bytes).join(" ").replace(/\s+/g, " ")

/** @returns title, number of pages, whether tagged, … */
export function pdfInfo(bytes: Uint8Array): Record<string, string> {
  const lines = run(["pdfinfo", file(bytes)])
    .trim()
    .split("\n")
  return Object.fromEntries(lines.map((line) => line.split(/:\s+/, 2) as [string, string]))
}
