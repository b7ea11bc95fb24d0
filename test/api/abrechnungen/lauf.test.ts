import { afterAll, beforeAll, expect, setSystemTime, test } from "bun:test"
import { createTestApp } from "../../helpers/app.ts"
import { ANSCHRIFT, billingYard, type Yard, yard } from "../../helpers/pfand.ts"
import { travel } from "../../helpers/zeit.ts"

/** A month's run, seen before it is started. */

const app = createTestApp()
afterAll(() => {
  setSystemTime()
  app.close()
})
let hof: Yard
const kunden: string[] = []

const call = (method: string, path: string, body?: unknown) =>
  app.call(method, path, { token: hof.admin.token, ...(body !== undefined && { body }) })

const book = (kunde_id: string | undefined, menge: number, erfasst_am: string, art = "ausgabe") =>
  call("POST", "/api/pfandbuchungen", {
    kunde_id,
    erfasst_am,
    positionen: [{ pfandartikel_id: hof.leer, art, menge }],
  })

beforeAll(async () => {
  hof = await yard(app, "hof")
  await travel(app, hof, "2026-11-02T10:00:00.000Z")
  for (const name of ["Gasthaus A", "Gasthaus B", "Gasthaus C", "Gasthaus D"]) {
    const abrechnung = name === "Gasthaus D" ? "keine" : "monatlich"
    kunden.push((await call("POST", "/api/kunden", { name, abrechnung })).body.id)
    await book(kunden.at(-1), 2, "2026-10-20T10:00:00.000Z")
  }
})

const PATH = "/api/abrechnungen/lauf?bis=2026-10-31"

test("says who, how much, how much the month before, and what stands in the way", async () => {
  // Closed on the first of the month before, it is that month's, too.
  await book(kunden[0], 1, "2026-08-20T10:00:00.000Z")
  const august = await call("POST", "/api/abrechnungen", { kunde_id: kunden[0], bis: "2026-09-01" })
  await book(kunden[1], 4, "2026-09-20T10:00:00.000Z")
  // A single delivery of the month was settled by itself.
  const einzeln = { kunde_id: kunden[2], von: "2026-10-01", bis: "2026-10-19" }
  await book(kunden[2], 1, "2026-10-10T10:00:00.000Z")
  const oktober = await call("POST", "/api/abrechnungen", einzeln)
  const september = await call("POST", "/api/abrechnungen", { kunde_id: kunden[1], bis: "2026-09-30" })
  const first = (await call("GET", `${PATH}&limit=2&total=true`)).body
  expect(first.total).toBe(3)
  const second = (await call("GET", `${PATH}&limit=2&cursor=${first.next_cursor}`)).body
  expect([...first.items, ...second.items]).toMatchObject([
    {
      name: "Gasthaus A",
      buchungen: 1,
      summe_cent: 150 * 2,
      betrag_cent: 300,
      vormonat_cent: august.body.betrag_cent,
      hindernis: null,
    },
    { name: "Gasthaus B", buchungen: 1, vormonat_cent: september.body.betrag_cent, hindernis: null },
    { name: "Gasthaus C", buchungen: 1, summe_cent: 150 * 2, hindernis: null },
  ])
  expect(second.next_cursor).toBeNull()

  const storno = await call("POST", `/api/abrechnungen/${september.body.id}/storno`, { grund: "Probe" })
  expect((await call("GET", PATH)).body.items[1]).toMatchObject({ buchungen: 2, vormonat_cent: null })
  const of = async (query: string) => (await call("GET", `/api/abrechnungen?${query}`)).body.items
  expect(await of("art=storno")).toMatchObject([
    { nummer: storno.body.nummer, kunde_name: "Gasthaus B", storniert: false },
  ])
  expect(await of("art=abrechnung")).toMatchObject([
    { nummer: september.body.nummer, storniert: true },
    { nummer: oktober.body.nummer, storniert: false },
    { nummer: august.body.nummer, storniert: false },
  ])
  expect(await of("von=2026-11-03")).toEqual([])
  expect(await of("von=2026-11-02&bis=2026-11-02")).toHaveLength(4)
})

test("says of a period that is settled to its end what came late, and refuses a month that is not over", async () => {
  const { body } = await call("POST", "/api/abrechnungen", {
    kunde_id: kunden[0],
    von: "2026-10-01",
    bis: "2026-10-31",
  })
  await book(kunden[0], 1, "2026-10-21T10:00:00.000Z")
  expect((await call("GET", PATH)).body.items[0]).toMatchObject({
    name: "Gasthaus A",
    hindernis: `Nach der Abrechnung ${body.nummer} ging noch etwas ein: Es bleibt offen für die nächste Abrechnung`,
  })
  expect((await call("GET", "/api/abrechnungen/lauf?bis=2026-11-30")).status).toBe(400)
})

test("says of a cancelled month, after which a later time was settled, where its bookings are settled", async () => {
  const firma = await yard(app, "zurueck")
  await travel(app, firma, "2026-11-02T10:00:00.000Z")
  const as = (method: string, path: string, body?: object) =>
    app.call(method, `/api/${path}`, { token: firma.admin.token, ...(body && { body }) })
  const [kunde_id] = firma.kunden
  await as("PATCH", `kunden/${kunde_id}`, { abrechnung: "monatlich" })
  const settled = async (bis: string) => {
    const positionen = [{ pfandartikel_id: firma.leer, art: "ausgabe", menge: 1 }]
    await as("POST", "pfandbuchungen", { kunde_id, erfasst_am: `${bis}T08:00:00.000Z`, positionen })
    return (await as("POST", "abrechnungen", { kunde_id, bis })).body
  }
  const [first, second] = [await settled("2026-10-31"), await settled("2026-11-01")]
  await as("POST", `abrechnungen/${first.id}/storno`, { grund: "Falsch" })
  const hindernis = async () => (await as("GET", "abrechnungen/lauf?bis=2026-10-31")).body.items[0].hindernis
  expect(await hindernis()).toBe(
    `Die Abrechnung ${first.nummer} ist storniert, ihre Buchungen sind wieder offen, und ${second.nummer} reicht schon weiter. Bitte beim Kunden „Jetzt abrechnen“ wählen; sonst kommen sie in die nächste Abrechnung`,
  )
  const anew = await as("POST", "abrechnungen", { kunde_id, bis: "2026-11-02" })
  expect([anew.status, anew.body.summe_cent]).toEqual([201, first.summe_cent])
})

test("of invoices the month before is what was to be paid, VAT and all, in however many that was", async () => {
  const firma = await billingYard(app, "rechnet")
  await travel(app, firma, "2026-11-02T10:00:00.000Z")
  const as = (method: string, path: string, body?: object) =>
    app.call(method, `/api/${path}`, { token: firma.admin.token, ...(body && { body }) })
  const [kunde_id] = firma.kunden
  await as("PATCH", `kunden/${kunde_id}`, { abrechnung: "monatlich" })
  const buchen = (art: string, menge: number, tag: string) =>
    as("POST", "pfandbuchungen", {
      kunde_id,
      erfasst_am: `${tag}T10:00:00.000Z`,
      positionen: [{ pfandartikel_id: firma.leer, art, menge }],
    })
  const settle = async (bis: string) => (await as("POST", "abrechnungen", { kunde_id, bis })).body.betrag_cent
  await buchen("ausgabe", 10, "2026-09-10")
  expect(await settle("2026-09-15")).toBe(1500 + 285)
  await buchen("ruecknahme", 2, "2026-09-20")
  expect(await settle("2026-09-30")).toBe(-300 - 57)
  await buchen("ausgabe", 4, "2026-10-20")
  expect((await as("GET", "abrechnungen/lauf?bis=2026-10-31")).body.items).toMatchObject([
    { kunde_id, summe_cent: 600, brutto_cent: 714, betrag_cent: 714, vormonat_cent: 1785 - 357 },
  ])
  const toldAbroad = async () => [
    (await as("GET", "abrechnungen/lauf?bis=2026-10-31")).body.items[0].ausland_mit_ust,
    (await as("GET", `abrechnungen/vorschau?kunde_id=${kunde_id}&bis=2026-10-31`)).body.ausland_mit_ust,
  ]
  expect(await toldAbroad()).toEqual([false, false])
  await as("PATCH", `kunden/${kunde_id}`, { land: "AT", plz: "1010" })
  expect(await toldAbroad()).toEqual([true, true])
})

test("says the form that a settlement gets, also of a small trader's pieces that went out with VAT", async () => {
  const firma = await billingYard(app, "klein")
  await travel(app, firma, "2026-11-02T10:00:00.000Z")
  const as = (method: string, path: string, body?: object) =>
    app.call(method, `/api/${path}`, { token: firma.admin.token, ...(body && { body }) })
  const [kunde_id] = firma.kunden
  await as("PATCH", `kunden/${kunde_id}`, { abrechnung: "monatlich" })
  const positionen = [{ pfandartikel_id: firma.leer, art: "ausgabe", menge: 1000 }]
  await as("POST", "pfandbuchungen", { kunde_id, erfasst_am: "2026-10-20T10:00:00.000Z", positionen })
  await as("PATCH", "tenant", { kleinunternehmer: 1 })
  const [seen] = (await as("GET", "abrechnungen/lauf?bis=2026-10-31")).body.items
  const made = (await as("POST", "abrechnungen", { kunde_id, bis: "2026-10-31" })).body
  expect([seen.form, made.form]).toEqual(["zugferd", "zugferd"])
})

test("comes to what was seen, or is not begun", async () => {
  const firma = await yard(app, "see")
  await travel(app, firma, "2026-11-02T10:00:00.000Z")
  const as = (method: string, path: string, body?: object) =>
    app.call(method, `/api/${path}`, { token: firma.admin.token, ...(body && { body }) })
  const [one, other] = firma.kunden
  for (const id of [one, other]) await as("PATCH", `kunden/${id}`, { abrechnung: "monatlich" })
  const buchen = (kunde_id?: string) =>
    as("POST", "pfandbuchungen", {
      kunde_id,
      erfasst_am: "2026-10-20T10:00:00.000Z",
      positionen: [{ pfandartikel_id: firma.leer, art: "ausgabe", menge: 2 }],
    })
  await buchen(one)
  const look = async () => {
    const { kunden: n, betrag_cent } = (await as("GET", "abrechnungen/lauf/summe?bis=2026-10-31")).body
    return { kunden: n, betrag_cent }
  }
  const seen = await look()
  expect(seen).toEqual({ kunden: 1, betrag_cent: 300 })
  const order = { id: Bun.randomUUIDv7(), art: "abrechnungslauf", bis: "2026-10-31" }
  await buchen(other)
  expect(await as("POST", "auftraege", { ...order, erwartet: seen })).toMatchObject({
    status: 409,
    body: {
      error: expect.stringMatching(/jetzt 2 Kunden mit zusammen 6,00.€ statt 1 Kunde mit zusammen 3,00.€/),
    },
  })
  const erwartet = await look()
  // The same sum of other customers is another run.
  const fewer = { ...erwartet, kunden: 1 }
  expect((await as("POST", "auftraege", { ...order, erwartet: fewer })).status).toBe(409)
  expect((await as("POST", "auftraege", { ...order, erwartet })).status).toBe(201)
  // A repetition is answered, whatever would be settled by then.
  await buchen(one)
  expect((await as("POST", "auftraege", { ...order, erwartet })).status).toBe(200)
  const wrong = { art: "kontoauszuege", bis: "2026-10-31", erwartet }
  expect((await as("POST", "auftraege", wrong)).status).toBe(400)
})

test("names what it leaves open at customers who are settled by the delivery", async () => {
  const tresen = (await call("POST", "/api/kunden", { name: "Tresen", abrechnung: "je_lieferung" })).body.id
  await book(tresen, 3, "2026-10-21T10:00:00.000Z")
  const left = (await call("GET", `${PATH}&abrechnung=je_lieferung&total=true`)).body
  expect(left.total).toBe(1)
  expect(left.items).toMatchObject([{ name: "Tresen", buchungen: 1, betrag_cent: 450, hindernis: null }])
  const run = (await call("GET", PATH)).body.items
  expect(run.map(({ name }: { name: string }) => name)).not.toContain("Tresen")
})

test("is added up beyond the page on which much was looked at in vain", async () => {
  const firma = await billingYard(app, "blaettert")
  await travel(app, firma, "2026-11-02T10:00:00.000Z")
  const as = (method: string, path: string, body?: object) =>
    app.call(method, `/api/${path}`, { token: firma.admin.token, ...(body && { body }) })
  const erasable = { abrechnung: "monatlich", art: "verbraucher", ...ANSCHRIFT }
  const open = async (name: string, menge: number) => {
    const kunde_id = (await as("POST", "kunden", { name, ...erasable })).body.id
    await as("POST", "pfandbuchungen", {
      kunde_id,
      erfasst_am: "2026-10-20T10:00:00.000Z",
      positionen: [{ pfandartikel_id: firma.leer, art: "ausgabe", menge }],
    })
    return kunde_id
  }
  await open("Zum Anker", 2)
  // Erased with more open than an invoice without a name may come to: known only once all of it is reckoned.
  await as("POST", `kunden/${await open("Anna", 500)}/loeschung`)
  expect((await as("GET", "abrechnungen/lauf?bis=2026-10-31")).body.next_cursor).toBeString()
  expect((await as("GET", "abrechnungen/lauf/summe?bis=2026-10-31")).body).toEqual({
    kunden: 1,
    betrag_cent: 357,
    hindernisse: 1,
  })
})
