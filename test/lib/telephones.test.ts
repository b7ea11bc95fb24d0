import { expect, test } from "bun:test"
import { dialledFrom, telephones, typedNumbers } from "../../src/lib/telephones.ts"

test.each([
  ["+49 (0) 4131/70 01-0", ["0413170010"]],
  ["tel:+49-4131-700500", ["04131700500"]],
  ["+49\u00a04131\u202f700500", ["04131700500"]],
  ["49 171 7007000", ["01717007000"]],
  ["04131 701400 / 0171 7014001", ["04131701400", "01717014001"]],
  ["0 41 31 / 70 24 00", ["04131702400"]],
  ["+43 1 5131234", ["004315131234"]],
  ["4901234567894", ["01234567894"]],
  ["Charge 49012", []],
])("%p holds %p", (text, numbers) => {
  expect(telephones(text)).toEqual(numbers)
})

test.each([
  ["tel:+494131700500", ["04131700500"]],
  ["494131700500", ["04131700500"]],
  ["4131700500", ["04131700500"]],
  ["+4315131234", ["004315131234", "015131234"]],
  ["12345", []],
  ["Adler 04131", []],
])("who is called by %p is looked for as %p", (typed, numbers) => {
  expect(typedNumbers(typed)).toEqual(numbers)
})

test("a number at home abroad is that of its country", () => {
  expect([dialledFrom("015131234", "AT"), dialledFrom("040123456", "DE")]).toEqual([
    "004315131234",
    "040123456",
  ])
})
