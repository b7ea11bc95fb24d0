import { expect, test } from "bun:test"
import { join } from "node:path"
import { Glob } from "bun"
import * as arten from "../../src/lib/arten.ts"

/**
 * One word for a thing, and one thing for a word: what people read is held to the table of the handbook's chapter on the
 * office. Comments and names in the code are English, and not meant.
 */

const root = join(import.meta.dir, "../..")

type Rule = {
  /** What is said instead. */
  say: string
  never: RegExp
  in: string[]
  /** Where it means something else. */
  but?: RegExp
}

const pages = "src/web/browser/**/*.{ts,tsx}"
const handbook = "src/web/serve/hilfe/*.md"
const said = [pages, handbook, "src/{api,cli,http,lib,ops}/**/*.ts", "src/config.ts"]
const rules: Rule[] = [
  // The passwords that people guess first.
  { say: "Passwort", never: /kennw[oö]rt/i, in: said, but: /common-passwords/ },
  { say: "Storno", never: /gegenbuchung|rückbuchung|gegenbeleg|stornierung|annullier/i, in: said },
  {
    say: "Storniert",
    never: /\b(?:guthaben|abrechnung|vorgang|buchung)\w* (?:ist )?aufgehoben/i,
    in: [pages],
  },
  {
    say: "Brief, Papier oder Abrechnung",
    never: /\bBelege?n?\b/,
    in: [pages, "src/web/serve/hilfe/buero.md"],
    // A settlement that is no invoice.
    but: /^Ein Beleg|Ein Beleg zeigt|ein Beleg,|Aus Belegen gehen|^\| Beleg|^beleg$|^Belege Kontoauszug|^: Beleg\)/,
  },
  { say: "Prüfung des Pfandbuchs, oder Prüftermine", never: /„Prüfung“|^Prüfung ansehen$/, in: [...said] },
  // A spelling that a table may have.
  {
    say: "Verwaltung",
    never: /\bAdministrator/,
    in: said,
    but: /^Administrator(?:in)?$|felder\/mitarbeiter/,
  },
  { say: "Buchungen", never: /„Pfandbuch“|„Buchen“ öffnen/, in: [handbook] },
  { say: "Hof", never: /unter „Lager“/, in: said },
  {
    say: "Sie",
    never: /\b(?:[Dd]u|[Dd]ein(?:e[mnrs]?)?|[Dd]ich|[Dd]ir)\b/,
    in: ["src/web/browser/{buero,ui}/**/*.{ts,tsx}", "src/web/serve/hilfe/{buero,betrieb}.md"],
  },
  {
    say: "du",
    never: /\b(?:Ihnen|Ihr(?:e[mnrs]?)?)\b|\b[a-zäöü]+en Sie\b/,
    in: ["src/web/browser/fahrer/**/*.{ts,tsx}", "src/web/serve/hilfe/fahrer.md"],
  },
]

/** @returns what a file says to people: its texts, without what is code; all of a chapter, line by line */
function textsOf(path: string, source: string): string[] {
  if (path.endsWith(".md")) return source.split("\n")
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|(?<![:"'`\w])\/\/.*$/gm, "")
  const quoted = [...code.matchAll(/"([^"\n]*)"|`([^`]*)`/g)].map(([, a, b]) => a ?? b ?? "")
  const drawn = [...code.matchAll(/[>}]([^<>{}=;]*)[<{]/g)].map(([, text = ""]) => text.trim())
  return [...quoted, ...drawn].filter((text) => !/^[./@]/.test(text))
}

test.each(rules)("$say, and nothing else", async ({ never, in: where, but }) => {
  const found: string[] = []
  let read = 0
  for (const pattern of where) {
    for await (const path of new Glob(pattern).scan(root)) {
      if (path.includes(".gen.") || but?.test(path)) continue
      read++
      const texts = textsOf(path, await Bun.file(join(root, path)).text())
      found.push(
        ...texts.filter((text) => never.test(text) && !but?.test(text)).map((text) => `${path}: ${text}`),
      )
    }
  }
  expect(found).toEqual([])
  expect(read).toBeGreaterThan(0)
})

test("no two kinds or states of the same have one word", () => {
  for (const [name, words] of Object.entries(arten)) {
    const all = Object.values(words)
    expect([name, all.length - new Set(all).size]).toEqual([name, 0])
  }
})
