import { expect, test } from "bun:test"
import { fold, isFound, isSameName, namedSo, searchWords, simple, telephoneBook } from "../../src/lib/fold.ts"

/** Names as people type them: alike for a search, one and the same only where letters agree. */

test.each([
  ["Müller", "mueller muller MÜLLER Mu\u0308ller"],
  ["Straße", "strasse STRASSE"],
  ["Łódź", "lodz"],
  ["Bœuf", "boeuf"],
])("a search finds %s as %s", (name, ways) => {
  for (const way of ways.split(" ")) expect([way, fold(way)]).toEqual([way, fold(name)])
})

test.each([
  ["Müller", "Mueller", true],
  ["Weißer Hirsch", "Weisser  hirsch ", true],
  ["GROSS", "groß", true],
  ["Mu\u0308ller", "Müller", true],
  ["Bauer", "Baur", false],
  ["Müller", "Muller", false],
  ["Café", "Cafe", false],
])("%s and %s are one name: %p", (one, other, same) => {
  expect([isSameName(one, other), isSameName(other, one)]).toEqual([same, same])
})

test("who is called so letter by letter comes before those who are by ä as ae, and nobody by likeness", () => {
  const called = (name: string, ...names: string[]) => namedSo(name, names, (one) => one)
  expect(called("Müller", "Mueller", "Müller", "Muller")).toEqual(["Müller"])
  expect(called("müller ", "Mueller", "Muller")).toEqual(["Mueller"])
  expect(called("Müller", "Muller")).toEqual([])
})

test.each([
  ["adl cel", true],
  ["adl uelz", false],
  ["hof-aus", true],
  ["k-017", true],
  ["K 017", true],
  ["k-018", false],
  ["", true],
])("what is on the telephone is found by every word of %p: %p", (typed, found) => {
  expect(isFound(searchWords(typed), ["Adler Hof Ausschank", null, "K017", "Celle"])).toBe(found)
})

test("names are sorted as in a telephone book, headings compared without signs", () => {
  const names = ["Zander", "Ärger", "Adler", "Afrika"].toSorted((a, b) =>
    telephoneBook(a) < telephoneBook(b) ? -1 : 1,
  )
  expect(names).toEqual(["Adler", "Ärger", "Afrika", "Zander"])
  expect([simple("E-Mail"), simple("Straße / Nr.")]).toEqual([simple("email"), simple("strassenr")])
})
