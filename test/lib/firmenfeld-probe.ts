/** Lives through what happens to a field of a company, in a copy of the sources: see felder.test.ts. Prints JSON. */
import { join } from "node:path"
import { filesOfFirma } from "../../src/api/firmenexport/contents.ts"
import { meaningOf } from "../../src/api/firmenexport/liesmich.ts"
import { describe } from "../../src/http/openapi/describe.ts"
import { briefkopffelder, steuerfelder } from "../../src/lib/felder/firma.ts"
import { createTestApp } from "../helpers/app.ts"
import { routes } from "../helpers/routes.ts"

// Not by name: their types are those of a browser.
const BROWSER = join(import.meta.dir, "../../src/web/browser")
const { fieldInWords } = await import(join(BROWSER, "buero/protokoll/field-words.ts"))
const { formOf } = await import(join(BROWSER, "ui/forms/form-of.ts"))

const FIELD = "handelsregister"

const app = createTestApp()
const { id, admin } = await app.company("hof")
const { token } = admin
const call = (method: string, path: string, body?: unknown) =>
  app.call(method, path, { token, ...(body !== undefined && { body }) })
const of = (record: Record<string, unknown>): unknown => record[FIELD]

const { labels, valuesOf, bodyOf } = formOf(briefkopffelder)
const values = valuesOf((await call("GET", "/api/tenant")).body)
const changed = await call("PATCH", "/api/tenant", bodyOf({ ...values, [FIELD]: "HRB 4711" }))
const tooLong = await call("PATCH", "/api/tenant", { [FIELD]: "x".repeat(51) })
const chef = await app.superadmin()
const asOperator = await app.call("GET", `/api/tenants/${id}`, { token: chef.token })
const described = JSON.stringify(describe(routes)).split(`"${FIELD}":`).length - 1
const entries = (await call("GET", "/api/protokoll?tabelle=tenants")).text

const archive = [...filesOfFirma(app.deps.system.tenant(id), app.deps.config.uploadsDir)]
const table = archive.find(({ name }) => name === "tabellen/tenants.csv")
const archived = Buffer.concat([...(table?.pieces ?? [])]).toString()

// A number that somebody empties is told, and no default put in its place.
const { valuesOf: taxValues, bodyOf: taxBody } = formOf(steuerfelder)
const tax = { ...taxValues((await call("GET", "/api/tenant")).body), zahlungsziel_tage: null }
const emptied = await call("PATCH", "/api/tenant", taxBody(tax))

process.stdout.write(
  JSON.stringify({
    label: labels[FIELD],
    shown: values[FIELD],
    changed: of(changed.body),
    tooLong: [tooLong.status, tooLong.body.errors[0].path, tooLong.body.errors[0].msg],
    asOperator: of(asOperator.body),
    described,
    logged: entries.includes("HRB 4711"),
    words: [fieldInWords(FIELD, "tenants"), meaningOf("tenants", FIELD)],
    archived: [archived.includes(FIELD), archived.includes("HRB 4711")],
    emptied: [emptied.status, emptied.body.errors[0].path],
  }),
)
app.close()
process.exit(0)
