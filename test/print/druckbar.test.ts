import { beforeAll, expect, test } from "bun:test"
import { openFonts, printable } from "../../src/print/pdf/fonts.ts"
import { listUnprintable } from "../../src/lib/printed.ts"

/** Everything that the pages call printable is printed. */

beforeAll(async () => {
  await openFonts()
})

test("no sign becomes a box of which the pages do not say so", () => {
  const silent: string[] = []
  for (let code = 0; code < 0x2_0000; code++) {
    if (code >= 0xd800 && code < 0xe000) continue
    const sign = String.fromCodePoint(code)
    if (sign !== "□" && printable(sign) === "□" && listUnprintable([sign]).length === 0)
      silent.push(code.toString(16))
  }
  expect(silent).toEqual([])
})

test("names of Europe are told of nothing, other scripts are named sign by sign", () => {
  const names =
    "Ægir Øster Łódź Čeněk Őrsi Ştefan Șerban İlkay ığdır Ñandú Ó Dónaill Żaneta Ūdris Kaßner ẞ Київ Ґанок Ёлка Αθήνα ΐ Nguyễn „Zum Löwen“ – 5 € № 3 e\u0301 CO₂ m³ ⅓ ℓ"
  expect(listUnprintable([names, null, "Zeile\nZeile\tZeile"])).toEqual([])
  expect(printable(names)).not.toContain("□")
  expect(listUnprintable(["漢字 漢", "😀\ufe0f", null, "ش"])).toEqual(["漢", "字", "😀", "ش"])
})
