import { expect, test } from "bun:test"
import { appendFileSync, cpSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { $ } from "bun"
import { copySources } from "../helpers/sources.ts"

const ROOT = join(import.meta.dir, "../..")

/** Puts text before the only place where something stands. */
function insert(file: string, before: string, text: string): void {
  const parts = readFileSync(file, "utf8").split(before)
  expect([file, parts.length]).toEqual([file, 2])
  writeFileSync(file, parts.join(text + before))
}

type Added = {
  /** Where the declaration stands, before what, and the field. */
  declared: [file: string, before: string, field: string]
  column: string
  /** Where it stands on the page, before what, and its line. */
  shown: [file: string, before: string, line: string]
  handbook: string
  /** Lives through what happens to it, and prints that as JSON. */
  probe: string
}

/** @returns what the probe tells of a field that was added to a copy of the sources, in four files and no more */
async function liveThrough({ declared, column, shown, handbook, probe }: Added): Promise<unknown> {
  const folder = copySources()
  for (const path of ["test/helpers", probe])
    cpSync(join(ROOT, path), join(folder, path), { recursive: true })
  for (const [file, before, text] of [declared, shown]) insert(join(folder, "src", file), before, text)
  writeFileSync(join(folder, "migrations/9999_feld.sql"), `ALTER TABLE ${column};\n`)
  appendFileSync(join(folder, "src/web/serve/hilfe/buero.md"), `\n${handbook}\n`)
  const { stdout } =
    await $`diff -rq ${ROOT}/src ${folder}/src; diff -rq ${ROOT}/migrations ${folder}/migrations`
      .nothrow()
      .quiet()
  expect(stdout.toString().trim().split("\n").length).toBe(4)
  return $`${process.execPath} ${join(folder, probe)}`.cwd(folder).quiet().json()
}

/**
 * Each file more is one in which a field can be forgotten; of a personal one that was forgotten in the erasure, data
 * would survive.
 */
test("a field is added to a customer in four files, and all the rest follows, the erasure too", async () => {
  const told = await liveThrough({
    declared: [
      "lib/felder/kunde.ts",
      "  telefon: {",
      '  filialleitung: { ...text("Filialleitung", 100), personal: true, searched: true, auch: ["Marktleitung"] },\n',
    ],
    column: "kunden ADD COLUMN filialleitung text",
    shown: [
      "web/browser/buero/kunden/fields.tsx",
      '        <TextField {...field("telefon")}',
      '        <TextField {...field("filialleitung")} />\n',
    ],
    handbook: "Zu einem Kunden gehört die Filialleitung.",
    probe: "test/lib/felder-probe.ts",
  })
  expect(told).toEqual({
    made: "Frau Wendisch",
    tooLong: [400, "filialleitung", "höchstens 100 Zeichen"],
    imported: [1, []],
    template: ["Filialleitung"],
    // Of a new one, of a change, of a reply, and of an erasure.
    described: 4,
    found: ["Frau Wendisch"],
    table: [true, true, true],
    logged: true,
    words: ["Filialleitung", "Filialleitung"],
    erased: null,
    left: [false, [], false],
  })
}, 120_000)

test("a field is added to a delivery in four files, and erased with its customer", async () => {
  const told = await liveThrough({
    declared: [
      "lib/felder/lieferung.ts",
      "} satisfies Personenfelder\n\n/** The fields of a delivery that the office plans",
      '  ladestelle: { ...text("Ladestelle", 100), personal: true },\n',
    ],
    column: "lieferungen ADD COLUMN ladestelle text",
    shown: [
      "web/browser/buero/lieferungen/plan-fields.tsx",
      '    <PrintedField\n      {...form.field("hinweis")}',
      '    <PrintedField {...form.field("ladestelle")} label={labels.ladestelle} />\n',
    ],
    handbook: "Zu einer Lieferung gehört die Ladestelle.",
    probe: "test/lib/lieferfeld-probe.ts",
  })
  expect(told).toEqual({
    made: "Frau Wendisch",
    tooLong: [400, "ladestelle", "höchstens 100 Zeichen"],
    // To its driver, and when it is another's.
    answered: ["Frau Wendisch", 200, null],
    // Of a copy of the tour; then as a table, in the log, and in the list.
    before: ["Frau Wendisch", true, true, true],
    heading: true,
    words: ["Ladestelle", "Ladestelle"],
    erased: 200,
    after: [null, null, false, false, false],
  })
}, 120_000)

test("a field is added to a company in four files, and all the rest follows", async () => {
  const told = await liveThrough({
    declared: [
      "lib/felder/firma.ts",
      '  telefon: phone("Telefon"),',
      '  handelsregister: text("Handelsregister", 50),\n',
    ],
    column: "tenants ADD COLUMN handelsregister text",
    shown: [
      "web/browser/buero/firma/briefkopf.tsx",
      '        <TextField {...text("telefon")}',
      '        <TextField {...text("handelsregister")} />\n',
    ],
    handbook: "Zu einer Firma gehört ihr Handelsregister.",
    probe: "test/lib/firmenfeld-probe.ts",
  })
  expect(told).toEqual({
    label: "Handelsregister",
    shown: "",
    changed: "HRB 4711",
    tooLong: [400, "handelsregister", "höchstens 50 Zeichen"],
    asOperator: "HRB 4711",
    // Of a new one, of a change by the operator and by itself, and of both replies.
    described: 5,
    logged: true,
    words: ["Handelsregister", "Handelsregister"],
    archived: [true, true],
    emptied: [400, "zahlungsziel_tage"],
  })
}, 120_000)
