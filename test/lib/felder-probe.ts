/** Lives through what happens to a field of a customer, in a copy of the sources: see felder.test.ts. Prints JSON. */
import { join } from "node:path"
import { meaningOf } from "../../src/api/firmenexport/liesmich.ts"
import { describe } from "../../src/http/openapi/describe.ts"
import { createTestApp } from "../helpers/app.ts"
import { importForm } from "../helpers/import-form.ts"
import { routes } from "../helpers/routes.ts"

// Not by name: their types are those of a browser.
const BUERO = join(import.meta.dir, "../../src/web/browser/buero")
const { fieldInWords } = await import(join(BUERO, "protokoll/field-words.ts"))
const { bodyOf, valuesOf } = (await import(join(BUERO, "kunden/fields.tsx"))).kundenform

const FIELD = "filialleitung"
const WHO = "Frau Wendisch"

const app = createTestApp()
const { admin } = await app.company("hof")
const call = (method: string, path: string, more = {}) =>
  app.call(method, path, { token: admin.token, ...more })
const of = (record: Record<string, unknown>): unknown => record[FIELD]

const values = { ...valuesOf({}), name: "Gasthaus zur Linde", [FIELD]: WHO }
const made = await call("POST", "/api/kunden", { body: bodyOf(values) })
const path = `/api/kunden/${made.body.id}`
const tooLong = await call("PATCH", path, { body: { [FIELD]: "x".repeat(101) } })

const raw = importForm("Name;Marktleitung\r\nHofladen;Herr Krug", { ausfuehren: "ja" })
const imported = await call("POST", "/api/kunden/import", { raw })

const { arten } = (await call("GET", "/api/einrichtung")).body
const described = JSON.stringify(describe(routes)).split(`"${FIELD}":`).length - 1
const found = (await call("GET", "/api/kunden?q=wendi")).body.items
const table = (await call("GET", "/api/export/kunden")).text
const entries = (await call("GET", "/api/protokoll?tabelle=kunden")).text

const erased = await call("POST", `${path}/loeschung`)
const after = (await call("GET", "/api/protokoll?tabelle=kunden")).text
const foundAfter = (await call("GET", "/api/kunden?q=wendi")).body.items
const tableAfter = (await call("GET", "/api/export/kunden")).text

process.stdout.write(
  JSON.stringify({
    made: of(made.body),
    tooLong: [tooLong.status, tooLong.body.errors[0].path, tooLong.body.errors[0].msg],
    imported: [imported.body.angelegt, imported.body.unbekannte_spalten],
    template: arten
      .find(({ art }: { art: string }) => art === "kunden")
      .spalten.filter(({ feld }: { feld: string }) => feld === FIELD)
      .map(({ name }: { name: string }) => name),
    described,
    found: found.map(of),
    table: [table.includes("Filialleitung"), table.includes(WHO), table.includes("Herr Krug")],
    logged: entries.includes(WHO),
    words: [fieldInWords(FIELD, "kunden"), meaningOf("kunden", FIELD)],
    erased: of(erased.body),
    left: [after.includes(WHO), foundAfter, tableAfter.includes(WHO)],
  }),
)
app.close()
process.exit(0)
