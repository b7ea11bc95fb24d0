import { describe, expect, test } from "bun:test"
import { mergeOf } from "../../../src/web/browser/ui/forms/merge.ts"

type Values = { name: string; lines: { id: string; out: number }[] }
const lines = (out: number) => [{ id: "kasten", out }]
const base: Values = { name: "Alt", lines: lines(1) }

describe("what two people changed since a record was read", () => {
  test.each<[string, Partial<Values>, Partial<Values>, Partial<Values>, string[]]>([
    ["nobody changed it", {}, {}, {}, []],
    ["only I changed it", { name: "Meins" }, {}, { name: "Meins" }, []],
    ["only they changed it", {}, { name: "Ihres" }, { name: "Ihres" }, []],
    ["both changed it alike", { name: "Neu" }, { name: "Neu" }, { name: "Neu" }, []],
    ["both changed it differently", { name: "Meins" }, { name: "Ihres" }, { name: "Meins" }, ["name"]],
    [
      "each changed another field",
      { name: "Meins" },
      { lines: lines(2) },
      { name: "Meins", lines: lines(2) },
      [],
    ],
    ["both changed lines", { lines: lines(3) }, { lines: lines(2) }, { lines: lines(3) }, ["lines"]],
    ["lines were only read anew", { name: "Meins", lines: lines(1) }, {}, { name: "Meins" }, []],
  ])("%s", (_, mine, theirs, values, asked) => {
    const merged = mergeOf({ base, mine: { ...base, ...mine }, theirs: { ...base, ...theirs } })
    expect(merged).toEqual({ values: { ...base, ...values }, asked: asked as (keyof Values)[] })
  })

  test("without the values that were read, all that differs is asked about", () => {
    const theirs = { name: "Ihres", lines: lines(1) }
    expect(mergeOf({ base: undefined, mine: base, theirs })).toEqual({ values: base, asked: ["name"] })
  })
})
