import { expect, test } from "bun:test"
import { searchExpression } from "../../src/db/search.ts"

const index = (words: string[]) => (text: string) => words.toSorted().find((word) => word >= text)

test("words that few begin with are asked for by name", () => {
  const words = index(["gasthaus", "gasthof", "gastwirt", "hof"])
  expect(searchExpression(["gasth", "hof"], words)).toBe('("gasthaus" OR "gasthof") AND "hof"*')
  expect(searchExpression(["gasthaus"], words)).toBe('("gasthaus")')
})

test("what many begin with, or none, is asked for by its beginning", () => {
  const words = index(Array.from({ length: 9 }, (_, i) => `gast${i}`))
  expect(searchExpression(["gast"], words)).toBe('"gast"*')
  expect(searchExpression(["gastx"], words)).toBe('"gastx"*')
})
