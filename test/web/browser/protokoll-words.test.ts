import { expect, test } from "bun:test"
import { getTableColumns } from "drizzle-orm"
import { fieldOf } from "../../../src/lib/felder/tabellen.ts"
import * as schema from "../../../src/db/schema.ts"
import { TRACED } from "../../helpers/traced.ts"
import { fieldInWords, labelOf } from "../../../src/web/browser/buero/protokoll/field-words.ts"
import { values, valueInWords } from "../../../src/web/browser/buero/protokoll/value-words.ts"
import { actionInWords, records, verbs } from "../../../src/web/browser/buero/protokoll/words.ts"

/** Kept out of the log, or out of sight in it. */
const unseen =
  /^(?:id|tenant_id|version|erstellt_am|aktualisiert_am|status_seit|angaben|pfad|vorschau_pfad|password_hash|token_.*|geheimnis|geheimnis_vorher|bis_nummer|.*_sort|name_ordnung|nummer_wert|erfasst_ab|stand_nr|versand_offen)$/

const columns = Object.keys(records)
  // Of these the log tells little else than that they were taken along.
  .filter((table) => table !== "belege" && table !== "auftraege")
  .flatMap((table) =>
    Object.entries(getTableColumns(schema[table as "kunden"])).map(([name, column]) => ({
      table,
      name,
      values: column.enumValues ?? [],
    })),
  )
  .filter(({ name }) => !unseen.test(name))

test("the log has words for every column that it tells of, and for every one of a few values", () => {
  expect(columns.filter(({ name, table }) => labelOf(name, table) === undefined)).toEqual([])
  const raw = columns.flatMap(({ table, name, values: some }) =>
    some
      .filter((value) => values[value] === undefined && fieldOf(table, name)?.kind !== "choice")
      .map((value) => `${table}.${name} ${value}`),
  )
  expect(raw).toEqual([])
})

test("the log says in words who took data along", () => {
  const told = Object.keys(TRACED).map((aktion) => [
    aktion,
    actionInWords({ aktion, tabelle: aktion.split(".")[0] ?? "" }),
  ])
  expect(Object.fromEntries(told)).toEqual(TRACED)
})

/** What is done is written as it is named, but for these, and for those that are traced above. */
const OTHERWISE = {
  alle_abgemeldet: "überall abgemeldet",
  dokument_angehaengt: "Zeugnis angehängt",
  gestartet: "begonnen",
  link_gemacht: "Link für den Kunden erstellt",
  postversand_zurueckgenommen: "Vermerk „per Post versandt“ zurückgenommen",
  status: "Stand geändert",
  wieder_vorgeschlagen: "nicht mehr ausgelassen",
  wiederholt: "noch einmal gesendet",
}

test("the log says what was done in the words of what is done, with their umlauts", () => {
  const ascii = (words: string): string =>
    words
      .toLowerCase()
      .replaceAll("ä", "ae")
      .replaceAll("ö", "oe")
      .replaceAll("ü", "ue")
      .replaceAll("ß", "ss")
  const told = Object.entries(verbs).filter(
    ([action, words]) =>
      !action.endsWith("_exportiert") && !action.split("_").every((part) => ascii(words).includes(part)),
  )
  expect(Object.fromEntries(told)).toEqual(OTHERWISE)
})

test("the log tells values as people know them", () => {
  expect([fieldInWords("typ", "tenants"), valueInWords("typ", "standard", "tenants")]).toEqual([
    "Art der Firma",
    "auf Dauer",
  ])
  expect(valueInWords("typ", "standard", "geraete")).toBe("standard")
  expect([
    valueInWords("kleinunternehmer", "1", "tenants"),
    valueInWords("preise", "netto", "tenants"),
  ]).toEqual(["ja", "ohne Umsatzsteuer vereinbart"])
  // A filter of an export, which is logged for the company.
  expect(valueInWords("status", "nicht_zugestellt", "tenants")).toBe("nicht zugestellt")
  const list = '["Nicht angetroffen","Geschlossen"]'
  expect(valueInWords("fehlschlag_gruende", list, "fahrer_einstellungen")).toBe(
    "Nicht angetroffen, Geschlossen",
  )
  expect(valueInWords("notiz", "[sic", "kunden")).toBe("[sic")
})
