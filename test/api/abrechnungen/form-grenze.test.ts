import { expect, test } from "bun:test"
import { formOf } from "../../../src/api/abrechnungen/pflicht.ts"

/** UStDV § 33: what comes to no more than 250 EUR with VAT, either way, needs no structured invoice. */
test.each([
  [25_000, "papier"],
  [25_001, "zugferd"],
  [-25_000, "papier"],
  [-25_001, "zugferd"],
])("a settlement of %d cents goes out as %s", (brutto, form) => {
  const ust_cent = Math.round((brutto * 19) / 119)
  const steuern = [{ satz: 19, netto_cent: brutto - ust_cent, ust_cent }]
  expect(formOf({ abrechnung_ist: "rechnung", kleinunternehmer: 0, art: "unternehmen", steuern })).toBe(
    form as never,
  )
})
