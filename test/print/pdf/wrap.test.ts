import { expect, test } from "bun:test"
import fc from "fast-check"
import { breakWord, wrapLine } from "../../../src/print/pdf/wrap.ts"

/** Letters of different widths, and what was measured so far. */
function measuring() {
  const state = { letters: 0 }
  const measure = (line: string): number => {
    state.letters += line.length
    return [...line].reduce((sum, sign) => sum + (sign === "i" ? 1 : sign === "W" ? 4 : 2), 0)
  }
  return { state, measure }
}

/** The breaking of a word, said in the simplest way. */
function broken(word: string, width: number, measure: (line: string) => number): string[] {
  const parts: string[] = []
  let part = ""
  for (const sign of word) {
    if (part !== "" && measure(part + sign) > width) {
      parts.push(part)
      part = ""
    }
    part += sign
  }
  return [...parts, part]
}

test("a word is broken where its letters no longer fit, and nothing of it is lost", () => {
  const word = fc.string({ unit: fc.constantFrom("i", "W", "a", "ß", "😀"), minLength: 1, maxLength: 900 })
  fc.assert(
    fc.property(word, fc.integer({ min: 1, max: 90 }), (text, width) => {
      const { measure } = measuring()
      expect(breakWord(text, width, measure)).toEqual(broken(text, width, measure))
    }),
  )
})

test("a line has as many words as fit, and breaks none that fits into a line", () => {
  const words = fc.array(fc.string({ unit: fc.constantFrom("i", "W", "a"), minLength: 1, maxLength: 5 }), {
    minLength: 1,
  })
  fc.assert(
    fc.property(words, fc.integer({ min: 20, max: 90 }), (some, width) => {
      const { measure } = measuring()
      const lines = wrapLine(some.join(" "), width, measure)
      expect(lines.join(" ")).toBe(some.join(" "))
      for (const [i, line] of lines.entries()) {
        expect(measure(line)).toBeLessThanOrEqual(width)
        const [next] = lines[i + 1]?.split(" ") ?? []
        if (next !== undefined) expect(measure(`${line} ${next}`)).toBeGreaterThan(width)
      }
    }),
  )
})

test("a long hint is not measured over and over", () => {
  for (const text of ["x".repeat(4000), "Bitte hinten am Tor läuten ".repeat(150)]) {
    const { state, measure } = measuring()
    expect(wrapLine(text, 60, measure).join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""))
    expect(state.letters / text.length).toBeLessThan(7)
  }
})
