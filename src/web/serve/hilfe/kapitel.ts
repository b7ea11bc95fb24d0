import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { eachSetting } from "../../../config.ts"
import { compareGerman } from "../../../lib/fold.ts"

/** One chapter of the handbook: a file of this folder, `betrieb.md`. It begins with its title and what it is about. */
export type Kapitel = { name: string; title: string; about: string; text: string }

let known: Kapitel[] | undefined

/** @returns every chapter, by title; inside the executable the files lie where `compile.assets` puts them */
export const listKapitel = (): Kapitel[] =>
  (known ??= readdirSync(import.meta.dir)
    .filter((file) => file.endsWith(".md"))
    .map((file) => readKapitel(file.slice(0, -3)))
    .toSorted((a, b) => compareGerman(a.title, b.title)))

/** @returns undefined when there is none of that name */
export const findKapitel = (name: string): Kapitel | undefined =>
  listKapitel().find((kapitel) => kapitel.name === name)

function readKapitel(name: string): Kapitel {
  const text = readFileSync(join(import.meta.dir, `${name}.md`), "utf8").replace(
    "{{einstellungen}}",
    tabulateSettings,
  )
  const [, title = name, about = ""] = /^# (.+)\n+((?:.+\n)+)/.exec(text) ?? []
  return { name, title, about: about.replaceAll("\n", " ").trim(), text }
}

/** @returns the table of settings in Markdown */
function tabulateSettings(): string {
  const lines = eachSetting.map(
    ([name, { doc, fallback }]) => `| \`${name}\` | ${doc} | ${fallback ? `\`${fallback}\`` : "–"} |`,
  )
  return `| Einstellung | Was sie bedeutet | Wenn sie fehlt |\n| --- | --- | --- |\n${lines.join("\n")}`
}
