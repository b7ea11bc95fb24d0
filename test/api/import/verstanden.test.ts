import { expect, test } from "bun:test"
import { join } from "node:path"
import { imports } from "../../../src/api/einrichtung/imports.ts"
import { artikelfelder } from "../../../src/lib/felder/artikel.ts"
import { kundenfelder } from "../../../src/lib/felder/kunde.ts"
import { mitarbeiterfelder } from "../../../src/lib/felder/mitarbeiter.ts"
import { keyOf } from "../../../src/lib/headings.ts"

/**
 * A heading, or a word of a cell, that was understood once is understood still: companies bring the same table again, and
 * their programs write it as they always did. New ones may come beside them. Where one has to go, or many have come:
 * UEBERSCHRIFTEN=schreiben bun test with this file.
 */

const FILE = join(import.meta.dir, "verstanden.txt")

type Words = Readonly<Record<string, string>>
const wordsOf = (field: object): Words | undefined =>
  "alsoWords" in field ? (field.alsoWords as Words) : undefined

/** @returns a line for each field whose values have words of other programs, with what they mean */
const words = (): string[] =>
  Object.entries({ artikelfelder, kundenfelder, mitarbeiterfelder }).flatMap(([whose, felder]) =>
    Object.entries<object>(felder).flatMap(([name, field]) => {
      const pairs = Object.entries(wordsOf(field) ?? {}).map((pair) => pair.join("="))
      return pairs.length > 0 ? [`${whose}.${name}: ${pairs.toSorted().join(", ")}`] : []
    }),
  )

/** @returns a line for each column of each kind of table, with its headings as they are compared */
const headings = (): string[] =>
  Object.entries(imports).flatMap(([art, { stored }]) =>
    stored.spalten.map(({ feld, name, auch = [] }) => {
      const keys = new Set([name, ...auch].map(keyOf))
      return `${art}.${feld}: ${[...keys].toSorted().join(", ")}`
    }),
  )

const lines = (): string[] => [...headings(), ...words()]

const read = (text: string) =>
  new Map(
    text.split("\n").map((line) => {
      const [column = "", known = ""] = line.split(": ")
      return [column, known.split(", ")]
    }),
  )

test("headings and words of other programs that were understood once are understood still", async () => {
  if (process.env["UEBERSCHRIFTEN"] === "schreiben") await Bun.write(FILE, `${lines().join("\n")}\n`)
  const now = read(lines().join("\n"))
  const lost = [...read((await Bun.file(FILE).text()).trim())].flatMap(([column, before]) => {
    const known = new Set(now.get(column))
    return before.filter((one) => !known.has(one)).map((one) => `${column}: ${one}`)
  })
  expect(lost).toEqual([])
})
