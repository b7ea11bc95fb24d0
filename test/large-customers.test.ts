import { Database } from "bun:sqlite"
import { afterAll, beforeAll, expect, setSystemTime, test } from "bun:test"
import { join } from "node:path"
import { getTableColumns } from "drizzle-orm"
import { lieferpositionen, lieferungen, pfandbuchungen } from "../src/db/schema.ts"
import { createTestApp } from "./helpers/app.ts"
import { importForm } from "./helpers/import-form.ts"
import { type Yard, yard } from "./helpers/pfand.ts"
import { travel } from "./helpers/zeit.ts"

/** A company that has more of everything than one request may ask for. */

const app = createTestApp()
afterAll(() => {
  setSystemTime()
  app.close()
})
let hof: Yard
let other: Yard
const yesterday = "2026-10-14"
const today = "2026-10-15"
/** With the one of yesterday one more than a settlement has room for. */
const MANY = 5000

const get = (path: string) => app.call("GET", path, { token: hof.admin.token })
const post = (path: string, body: unknown) => app.call("POST", path, { token: hof.admin.token, body })

/** A look of another company's, which waits for no disk, as /health may. */
const askBeside = () => app.call("GET", "/api/auth/me", { token: other.admin.token })

async function getBytes(path: string): Promise<Buffer> {
  const { createApp } = await import("../src/app.ts")
  const headers = { host: "localhost", authorization: `Bearer ${hof.admin.token}` }
  const reply = await createApp(app.deps)(new Request(`http://localhost${path}`, { headers }))
  expect(reply.status).toBe(200)
  return Buffer.from(await reply.arrayBuffer())
}

/** Books a piece for a customer, and what is more than one as copies of that booking, whose hashes nobody asks for. */
async function book(kunde_id: string, count: number, erfasst_am?: string): Promise<void> {
  const positionen = [{ pfandartikel_id: hof.leer, art: "ausgabe", menge: 1 }]
  const made = await post("/api/pfandbuchungen", { kunde_id, positionen, ...(erfasst_am && { erfasst_am }) })
  expect(made.status).toBe(201)
  const db = new Database(join(app.dir, "pfandwerk.db"))
  const columns = Object.values(getTableColumns(pfandbuchungen)).map(({ name }) => name)
  const copied = columns.map((name) => ({ id: "value", lfd_nr: "lfd_nr + 1 + key" })[name] ?? name)
  const ids = Array.from({ length: count - 1 }, () => Bun.randomUUIDv7())
  db.query(
    `INSERT INTO pfandbuchungen (${columns}) SELECT ${copied}
     FROM pfandbuchungen, (SELECT key, value FROM json_each(?)) WHERE id = ?`,
  ).run(JSON.stringify(ids), made.body.buchungen[0].id)
  db.close()
}

beforeAll(async () => {
  hof = await yard(app, "gross")
  other = await yard(app, "klein")
  await travel(app, hof, `${yesterday}T10:00:00.000Z`)
  // Open longer than what any other customer has.
  for (const id of hof.kunden) await book(id, 1)
  for (const company of [hof, other]) await travel(app, company, `${today}T10:00:00.000Z`)
  for (const id of hof.kunden)
    await app.call("PATCH", `/api/kunden/${id}`, {
      token: hof.admin.token,
      body: { abrechnung: "monatlich" },
    })
  await book(hof.kunden[0], MANY)
  await book(hof.kunden[1], 200)
}, 120_000)

test("thousands of movements are printed, and others are answered meanwhile", async () => {
  const seen = { isPrinted: false, answered: 0 }
  const printing = getBytes(`/api/kunden/${hof.kunden[0]}/kontoauszug.pdf?von=${yesterday}`).finally(() => {
    seen.isPrinted = true
  })
  for (; !seen.isPrinted; seen.answered++) {
    await askBeside()
    await new Promise(setImmediate)
  }
  const pages = Number(/\/Type \/Pages\n\/Count (\d+)/.exec((await printing).toString("latin1"))?.[1])
  expect([pages > 100, seen.answered > 100]).toEqual([true, true])
  const { status, body } = await get(`/api/kunden/${hof.kunden[0]}/kontoauszug?von=${yesterday}`)
  expect([status, body.bewegungen.length]).toEqual([200, MANY + 1])
}, 120_000)

test("more open bookings than fit into a settlement are refused, and stand in the way of a month's run", async () => {
  const input = { kunde_id: hof.kunden[0], bis: today }
  const said = expect.stringContaining("bis zu einem früheren Tag abrechnen")
  const seen = await get(`/api/abrechnungen/vorschau?kunde_id=${input.kunde_id}&bis=${today}`)
  expect([seen.status, seen.body.error]).toEqual([409, said])
  const made = await post("/api/abrechnungen", input)
  expect([made.status, made.body.error]).toEqual([409, said])
  const path = `/api/abrechnungen/lauf?bis=${today}`
  const first = (await get(path)).body
  expect(first.items).toMatchObject([{ kunde_id: input.kunde_id, hindernis: said }])
  const second = (await get(`${path}&cursor=${first.next_cursor}`)).body
  expect(second).toMatchObject({ items: [{ kunde_id: hof.kunden[1], hindernis: null }], next_cursor: null })
})

test("a page ends early where its customers have many bookings, and the next one goes on behind it", async () => {
  for (const path of ["/api/pfandalter?sort=-wert_cent", `/api/jahresausgleich?jahr=${today.slice(0, 4)}`]) {
    const first = (await get(`${path}&total=true`)).body
    expect([first.items.map(({ kunde_id }: { kunde_id: string }) => kunde_id), first.total]).toEqual([
      [hof.kunden[0]],
      2,
    ])
    const second = (await get(`${path}&cursor=${first.next_cursor}`)).body
    expect([second.items.map(({ kunde_id }: { kunde_id: string }) => kunde_id), second.next_cursor]).toEqual([
      [hof.kunden[1]],
      null,
    ])
  }
})

test("a day is settled as a whole, however much was booked on it", async () => {
  const kunde_id = hof.kunden[0]
  for (const bis of [yesterday, today])
    expect((await post("/api/abrechnungen", { kunde_id, bis })).status).toBe(201)
  const { body } = await get(`/api/abrechnungen/vorschau?kunde_id=${kunde_id}&bis=${today}`)
  expect(body.buchungen).toBe(0)
})

test("as many as fit into a settlement are settled, with one more in the first moment after it", async () => {
  const { id } = (await post("/api/kunden", { name: "Wirt an der Grenze" })).body
  await book(id, 1, "2026-10-13T10:00:00.000Z")
  await book(id, MANY - 1, `${yesterday}T10:00:00.000Z`)
  await book(id, 1, `${yesterday}T22:00:00.000Z`)
  const { status, body } = await get(`/api/abrechnungen/vorschau?kunde_id=${id}&bis=${yesterday}`)
  expect([status, body.buchungen]).toEqual([200, MANY])
})

test("a day of more than 20000 is refused, and keeps no other customer's settlement back", async () => {
  const { id } = (await post("/api/kunden", { name: "Wirt" })).body
  await book(id, 20_000)
  const preview = (kunde: string) => get(`/api/abrechnungen/vorschau?kunde_id=${kunde}&bis=${today}`)
  const all = await preview(id)
  expect([all.status, all.body.buchungen]).toEqual([200, 20_000])
  await book(id, 1)
  const seen = await preview(id)
  expect([seen.status, seen.body.error]).toEqual([409, "Mehr als 20000 offene Buchungen an einem Tag"])
  expect((await preview(hof.kunden[1])).status).toBe(200)
  // A statement turns many more pages.
  await book(id, 30_000)
  for (const path of ["kontoauszug", "kontoauszug.pdf"]) {
    const refused = await get(`/api/kunden/${id}/${path}?von=${today}`)
    const error = "Mehr als 50000 Bewegungen: bitte einen kürzeren Zeitraum wählen"
    expect([refused.status, refused.body.error]).toEqual([409, error])
  }
}, 120_000)

test("a company that prints much at once is told to wait, and keeps no other from printing", async () => {
  const { id } = (await post("/api/kunden", { name: "Wirt mit einem Auszug" })).body
  await book(id, 20)
  const path = (kunde: string) => `/api/kunden/${kunde}/kontoauszug.pdf?von=${today}`
  const caller = new AbortController()
  // A hundred may wait to be read for.
  const many = Array.from({ length: 140 }, async () => {
    return (await app.call("GET", path(id), { token: hof.admin.token, signal: caller.signal })).status
  })
  const { status } = await app.call("GET", path(other.kunden[0]), { token: other.admin.token })
  expect(status).toBe(200)
  // The first statement that is printed is enough: the test need not wait for all of them.
  await Promise.any(many.map(async (answer) => expect(await answer).toBe(200)))
  caller.abort()
  expect(new Set(await Promise.all(many))).toEqual(new Set([200, 499, 503]))
}, 120_000)

test("a tour and a day have only so many stops, and printing them holds up nobody", async () => {
  const datum = "2026-10-20"
  const [fahrer_id, andere] = [hof.fahrer.id, hof.user.id]
  const tenant = app.deps.system.tenant(hof.id)
  const fill = (count: number, fahrer: string | null) =>
    app.deps.system.write(() => {
      for (let reihenfolge = 1; reihenfolge <= count; reihenfolge++) {
        const hinweis = "Hinten um die Ecke, zweite Tür. ".repeat(6)
        const stopp = { kunde_id: hof.kunden[0], datum, fahrer_id: fahrer, reihenfolge, hinweis }
        const { id: lieferung_id } = tenant.insert(lieferungen, stopp)
        const soll = { soll_ausgabe: 1, soll_ruecknahme: 1 }
        for (const [position, pfandartikel_id] of [hof.leer, hof.flasche, hof.fass].entries())
          tenant.insert(lieferpositionen, { lieferung_id, position, pfandartikel_id, ...soll })
      }
    })
  const plan = (fahrer: string | null) =>
    post("/api/lieferungen", { kunde_id: hof.kunden[1], datum, fahrer_id: fahrer, positionen: [] })
  await fill(299, fahrer_id)
  expect((await plan(fahrer_id)).status).toBe(201)
  const full = { status: 409, body: { error: "Eine Tour hat höchstens 300 Stopps" } }
  expect(await plan(fahrer_id)).toMatchObject(full)
  const { id, version } = (await plan(andere)).body
  const moved = { lieferung_id: id, fahrer_id, version }
  expect(await post(`/api/touren/${datum}/verschieben`, moved)).toMatchObject(full)
  const patch = { token: hof.admin.token, body: { fahrer_id } }
  expect(await app.call("PATCH", `/api/lieferungen/${id}`, patch)).toMatchObject(full)

  // Of a day that is copied, what finds no room is left out and told, and the rest is planned.
  const von = "2026-10-19"
  for (const fahrer of [fahrer_id, andere]) {
    const kunde_id = (await post("/api/kunden", { name: "Gasthaus vom Tag davor" })).body.id
    const stopp = { kunde_id, datum: von, fahrer_id: fahrer, positionen: [] }
    expect((await post("/api/lieferungen", stopp)).status).toBe(201)
  }
  const copied = await post(`/api/touren/${datum}/kopie`, { von })
  expect([copied.status, copied.body.items.length]).toEqual([200, 1])
  expect(copied.body.ausgelassen).toMatchObject([{ grund: "Eine Tour hat höchstens 300 Stopps" }])

  const seen = { isPrinted: false }
  const printing = get(`/api/touren/${datum}/${fahrer_id}/tourenliste.pdf`).finally(() => {
    seen.isPrinted = true
  })
  let answered = 0
  for (; !seen.isPrinted; answered++) {
    await askBeside()
    await new Promise(setImmediate)
  }
  expect((await printing).status).toBe(200)
  expect(answered).toBeGreaterThan(5)

  // Of one company one document is printed at a time, so that another's has room beside it.
  const done: string[] = []
  const print = (name: string, path: string, token: string) =>
    app.call("GET", path, { token }).then(({ status }) => done.push(`${name} ${status}`))
  const long = `/api/touren/${datum}/${fahrer_id}/tourenliste.pdf`
  const short = (day: string) => `/api/kunden/${other.kunden[0]}/saldenbestaetigung.pdf?stichtag=${day}`
  // The code that prints a kind is loaded with its first document.
  expect((await app.call("GET", short(yesterday), { token: other.admin.token })).status).toBe(200)
  await Promise.all([
    ...["first", "second"].map((name) => print(name, long, hof.admin.token)),
    print("another's", short(today), other.admin.token),
  ])
  expect(done).toEqual(["another's 200", "first 200", "second 200"])

  await fill(1500 - 303, null)
  expect((await plan(null)).status).toBe(201)
  expect(await plan(null)).toMatchObject({
    status: 409,
    body: { error: "Ein Tag hat höchstens 1500 Lieferungen" },
  })
}, 120_000)

test("a table is sent in pieces, all of them as it was when it began", async () => {
  const raw = importForm(`Name\n${"Gasthaus\n".repeat(1600)}Zum Ende\n`, { ausfuehren: "ja" })
  await app.call("POST", "/api/kunden/import", { token: other.admin.token, raw })
  const [last] = (await app.call("GET", "/api/kunden?q=Ende", { token: other.admin.token })).body.items
  const { createApp } = await import("../src/app.ts")
  const headers = { host: "localhost", authorization: `Bearer ${other.admin.token}` }
  const request = new Request("http://localhost/api/export/kunden", { headers })
  const reader = (await createApp(app.deps)(request)).body?.getReader()
  expect((await reader?.read())?.done).toBe(false)
  const body = { name: "Zum guten Ende" }
  await app.call("PATCH", `/api/kunden/${last.id}`, { token: other.admin.token, body })
  let rest = ""
  let pieces = 0
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    rest += new TextDecoder().decode(part.value)
    pieces++
  }
  expect([rest.includes("Zum Ende"), rest.includes("Zum guten Ende"), pieces > 5]).toEqual([
    true,
    false,
    true,
  ])
})
