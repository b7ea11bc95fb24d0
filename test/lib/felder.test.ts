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

/**
 * Each file more is one in which a field can be forgotten; of a personal one that was forgotten in the erasure, data
 * would survive.
 */
test("a field is added to a customer in four files, and all the rest follows, the erasure too", async () => {
  const folder = copySources()
  for (const path of ["test/helpers", "test/lib/felder-probe.ts"])
    cpSync(join(ROOT, path), join(folder, path), { recursive: true })
  const at = (path: string): string => join(folder, path)

  insert(
    at("src/lib/felder/kunde.ts"),
    "  telefon: {",
    '  filialleitung: { ...text("Filialleitung", 100), personal: true, searched: true, auch: ["Marktleitung"] },\n',
  )
  writeFileSync(
    at("migrations/9999_filialleitung.sql"),
    "ALTER TABLE kunden ADD COLUMN filialleitung text;\n",
  )
  insert(
    at("src/web/browser/buero/kunden/fields.tsx"),
    '        <TextField {...field("telefon")}',
    '        <TextField {...field("filialleitung")} />\n',
  )
  appendFileSync(at("src/web/serve/hilfe/buero.md"), "\nZu einem Kunden gehört die Filialleitung.\n")

  const { stdout } =
    await $`diff -rq ${ROOT}/src ${folder}/src; diff -rq ${ROOT}/migrations ${folder}/migrations`
      .nothrow()
      .quiet()
  expect(stdout.toString().trim().split("\n").length).toBe(4)

  const told = await $`${process.execPath} ${at("test/lib/felder-probe.ts")}`.cwd(folder).quiet().json()
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
}, 60_000)
