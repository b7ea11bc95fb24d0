/** Lives through what happens to a field of a delivery, in a copy of the sources: see felder.test.ts. Prints JSON. */
import { join } from "node:path"
import { meaningOf } from "../../src/api/firmenexport/liesmich.ts"
import { createTestApp } from "../helpers/app.ts"

// The modules of a page look for it when they are loaded.
Object.assign(globalThis, { sessionStorage: { getItem: () => null } })

// Not by name: their types are those of a browser.
const BUERO = join(import.meta.dir, "../../src/web/browser/buero")
const { fieldInWords } = await import(join(BUERO, "protokoll/field-words.ts"))
const { bodyOf, empty } = await import(join(BUERO, "lieferungen/plan.ts"))

const FIELD = "ladestelle"
const WHO = "Frau Wendisch"

const app = createTestApp()
const { admin, user, fahrer } = await app.company("hof")
const call = (method: string, path: string, body?: unknown, token = admin.token) =>
  app.call(method, path, { token, ...(body !== undefined && { body }) })
const of = (record: Record<string, unknown>): unknown => record[FIELD]

const kunde_id = (await call("POST", "/api/kunden", { name: "Gasthaus zur Linde" })).body.id
const values = { ...empty("2026-03-02", "niemand"), lines: [], [FIELD]: WHO }
const made = await call("POST", "/api/lieferungen", { kunde_id, ...bodyOf(values) })
const path = `/api/lieferungen/${made.body.id}`
const tooLong = await call("PATCH", path, { [FIELD]: "x".repeat(101) })
const copied = (await call("POST", "/api/touren/2026-03-09/kopie", { von: "2026-03-02" })).body.items[0]
const copy = `/api/lieferungen/${copied.lieferung_id}`

// A driver's request that arrives once more when the delivery is another's by now.
const failed = { id: Bun.randomUUIDv7(), grund: "Geschlossen" }
await call("PATCH", path, { fahrer_id: fahrer.id })
await call("POST", `${path}/start`, {}, fahrer.token)
const first = await call("POST", `${path}/fehlschlag`, failed, fahrer.token)
await call("POST", `${path}/neu-planen`, { datum: "2026-03-03", fahrer_id: user.id })
const again = await call("POST", `${path}/fehlschlag`, failed, fahrer.token)

const LISTS = ["/api/export/lieferungen", "/api/protokoll?tabelle=lieferungen", "/api/lieferungen"]
const seen = async (): Promise<boolean[]> =>
  Promise.all(LISTS.map(async (list) => (await call("GET", list)).text.includes(WHO)))
const before = [of((await call("GET", copy)).body), ...(await seen())]
const heading = (await call("GET", "/api/export/lieferungen")).text.includes("Ladestelle")
const erased = (await call("POST", `/api/kunden/${kunde_id}/loeschung`)).status
const after = [of((await call("GET", path)).body), of((await call("GET", copy)).body), ...(await seen())]

process.stdout.write(
  JSON.stringify({
    made: of(made.body),
    tooLong: [tooLong.status, tooLong.body.errors[0].path, tooLong.body.errors[0].msg],
    answered: [of(first.body), again.status, of(again.body)],
    before,
    heading,
    words: [fieldInWords(FIELD, "lieferungen"), meaningOf("lieferungen", FIELD)],
    erased,
    after,
  }),
)
app.close()
process.exit(0)
