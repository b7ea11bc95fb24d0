import { expect, test } from "bun:test"
import { isIban, isLeitwegId, isUstId } from "../../src/lib/identifiers.ts"

test("a German VAT number is known by its check digit, others by their form", () => {
  for (const good of [
    "DE136695976",
    "DE136695950",
    "DE 136 695 976",
    "de136695976",
    "ATU12345678",
    "NL123456789B01",
    "GB123456789",
  ])
    expect([good, isUstId(good)]).toEqual([good, true])
  const bad = [
    "DE136695977",
    "DE136695967",
    "DE13669597",
    "DE036695976",
    "AT12345678",
    "136695976",
    "",
    "X",
    "KEINE",
  ]
  for (const one of bad) expect([one, isUstId(one)]).toEqual([one, false])
})

test("the VAT number of another country of the EU is known by its form and length", () => {
  const numbers =
    "ATU12345678 BE0123456789 BG1234567890 CY12345678X CZ1234567890 DK12345678 EE123456789 EL123456789 ESX1234567X FI12345678 FRXX123456789 HR12345678901 HU12345678 IE1X23456XY IT12345678901 LT123456789012 LU12345678 LV12345678901 MT12345678 NL123456789B01 PL1234567890 PT123456789 RO1234567890 SE123456789001 SI12345678 SK1234567890"
  for (const good of numbers.split(" ")) {
    expect([good, isUstId(good)]).toEqual([good, true])
    for (const bad of [`${good}1`, good.slice(0, 3)]) expect([bad, isUstId(bad)]).toEqual([bad, false])
  }
})

test("every German VAT number with one digit changed is told", () => {
  const digits = "136695976"
  for (let at = 0; at < digits.length; at++)
    for (let digit = 0; digit < 10; digit++) {
      const changed = `${digits.slice(0, at)}${digit}${digits.slice(at + 1)}`
      expect([changed, isUstId(`DE${changed}`)]).toEqual([changed, changed === digits])
    }
})

test("an IBAN is known by its check digits, a German one by its length as well", () => {
  for (const good of [
    "DE02120300000000202051",
    "DE02 1203 0000 0000 2020 51",
    "AT611904300234573201",
    "NL91ABNA0417164300",
    "MT84MALT011000012345MTLCAST001S",
  ])
    expect([good, isIban(good)]).toEqual([good, true])
  const bad = [
    "DE00123",
    "DE02120300000000202052",
    "DE0212030000000020205",
    "DE68210501700012345678X",
    "",
    "X",
  ]
  for (const one of bad) expect([one, isIban(one)]).toEqual([one, false])
})

test("a Leitweg-ID is known by form and check digits", () => {
  for (const good of ["04011000-1234512345-06", "991-33333TEST-33", "991-33333test-33"])
    expect([good, isLeitwegId(good)]).toEqual([good, true])
  for (const bad of [
    "04011000-1234512345-07",
    "04011000-1234512354-06",
    "991-33333TEST-34",
    "1-06",
    "04011000",
    "a-b-06",
  ])
    expect([bad, isLeitwegId(bad)]).toEqual([bad, false])
})
