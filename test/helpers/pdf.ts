import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { lastingDir } from "./temporary.ts"

/** Debian's poppler-utils read the documents as somebody else's program; test/machine.ts installs them. */
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

/** @returns the words of the first page, and where they stand, in points from its upper left corner */
export function pdfWords(bytes: Uint8Array): { word: string; left: number; top: number; bottom: number }[] {
  const text = run(["pdftotext", "-bbox", "-l", "1", file(bytes), "-"])
  return [
    ...text.matchAll(/<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="[\d.]+" yMax="([\d.]+)">(.*?)<\/word>/g),
  ].map(([, left, top, bottom, word]) => ({
    word: word!,
    left: Number(left),
    top: Number(top),
    bottom: Number(bottom),
  }))
}

/** @returns the files inside a document, by their names */
export function readAttachments(bytes: Uint8Array): Record<string, Buffer> {
  const into = mkdtempSync(join(dir, "anhang-"))
  run(["pdfdetach", "-saveall", "-o", into, file(bytes)])
  return Object.fromEntries(readdirSync(into).map((name) => [name, readFileSync(join(into, name))]))
}
