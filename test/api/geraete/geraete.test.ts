import { afterAll, beforeEach, describe, expect, test } from "bun:test"
import { createTestApp } from "../../helpers/app.ts"
import { pdfText } from "../../helpers/pdf.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"

const app = createTestApp()
afterAll(app.close)
let hof: Yard
let id: string
beforeEach(async () => {
  hof = await yard(app, `hof-${Bun.randomUUIDv7()}`)
  id = hof.geraete[0]
})

type Role = "admin" | "user" | "fahrer"
const call = (method: string, path: string, body?: object, role: Role = "user") =>
  app.call(method, `/api/geraete${path}`, { token: hof[role].token, ...(body && { body }) })
const konto = async (kunde_id: string) =>
  (await app.call("GET", `/api/kunden/${kunde_id}/pfandkonto`, { token: hof.user.token })).body
const ausgabe = (more: object = {}) => call("POST", `/${id}/ausgabe`, { kunde_id: hof.kunden[0], ...more })

test("a device is lent and comes back, with its deposit and its history", async () => {
  await call("POST", `/${hof.geraete[1]}/status`, { status: "wartung" })
  const out = await ausgabe({ notiz: "Sommerfest" })
  expect([out.status, out.body.status, out.body.kunde_id]).toEqual([200, "beim_kunden", hof.kunden[0]])
  expect(await konto(hof.kunden[0])).toMatchObject({ wert_cent: 5000, geraete: [{ geraetenummer: "G-1" }] })
  const back = await call("POST", `/${id}/ruecknahme`, { status: "wartung", notiz: "Dichtung" })
  expect(back.body).toMatchObject({ status: "wartung", kunde_id: null })
  expect(await konto(hof.kunden[0])).toMatchObject({ wert_cent: 0, geraete: [] })
  const history = await call("GET", `/${id}/bewegungen`)
  expect(history.body.items).toMatchObject([
    {
      art: "ruecknahme",
      von_status: "beim_kunden",
      nach_status: "wartung",
      notiz: "Dichtung",
      kunde_id: hof.kunden[0],
    },
    { art: "ausgabe", von_status: "lager", nach_status: "beim_kunden", notiz: "Sommerfest" },
  ])
})

test("the customer who has it signs for it on paper, which shows what was booked and noted", async () => {
  const paper = () => call("GET", `/${id}/ausgabeschein.pdf`)
  expect((await paper()).status).toBe(409)
  await ausgabe({ notiz: "Sommerfest", erfasst_am: "2026-10-01T10:00:00.000Z" })
  await call("PATCH", `/${id}`, { pfand_cent: 9900 })
  const text = pdfText((await paper()).bytes)
  for (const said of [
    // Somebody gave the day alone, which is kept as its noon.
    "Ausgegeben am 01.10.2026:",
    "Gasthaus 1",
    "Notiz: Sommerfest",
    "Unterschrift",
  ])
    expect(text).toContain(said)
  expect(text).toMatch(/G-1 .* 50,00/)
})

test("after the Storno of a return, the paper says when the customer got it, and not when a mistake was mended", async () => {
  await ausgabe({ notiz: "Sommerfest", erfasst_am: "2026-10-01T10:00:00.000Z" })
  await call("POST", `/${id}/ruecknahme`, {})
  const { body } = await app.call("GET", `/api/pfandbuchungen?geraet_id=${id}`, { token: hof.user.token })
  const storno = { token: hof.user.token, body: { grund: "Vertan" } }
  await app.call("POST", `/api/pfandbuchungen/${body.items[0].vorgang_id}/storno`, storno)
  const text = pdfText((await call("GET", `/${id}/ausgabeschein.pdf`)).bytes)
  for (const said of ["Ausgegeben am 01.10.2026:", "Notiz: Sommerfest"]) expect(text).toContain(said)
})

test("it is where it is since that happened, whenever it was entered, and a return that was none changes nothing", async () => {
  const since = async () => (await call("GET", `/${id}`)).body.status_seit
  const day = (n: number) => `2026-10-0${n}T10:00:00.000Z`
  await ausgabe({ erfasst_am: day(1) })
  expect(await since()).toBe(day(1))
  await call("POST", `/${id}/ruecknahme`, { status: "wartung", erfasst_am: day(3) })
  expect(await since()).toBe(day(3))
  const { body } = await app.call("GET", `/api/pfandbuchungen?geraet_id=${id}`, { token: hof.user.token })
  const [returned] = body.items
  const storno = { token: hof.user.token, body: { grund: "Vertan" } }
  const undone = await app.call("POST", `/api/pfandbuchungen/${returned.vorgang_id}/storno`, storno)
  expect([undone.status, await since()]).toEqual([201, day(1)])
})

test("a device comes back no day before it went out, and goes out no day before it came back", async () => {
  const at = (n: number, hour = 10) => ({ erfasst_am: `2026-10-0${n}T${hour}:00:00.000Z` })
  const back = (when: object) => call("POST", `/${id}/ruecknahme`, when)
  await ausgabe(at(2, 14))
  expect(await back(at(1))).toMatchObject({
    status: 409,
    body: {
      error: expect.stringMatching(/^Das Gerät G-1 ist erst seit dem 02.10.2026 beim Kunden und kann/),
    },
  })
  // The office gives no more than the day, which is kept as its noon.
  expect((await back(at(2))).status).toBe(200)
  await ausgabe(at(3))
  await back(at(5))
  expect(await ausgabe(at(4))).toMatchObject({
    status: 409,
    body: { error: expect.stringMatching(/^Das Gerät G-1 kam erst am 05.10.2026 zurück und kann/) },
  })
  expect((await ausgabe(at(5))).status).toBe(200)
})

test("an issue that was a mistake and is reversed may be booked again on its right day", async () => {
  await ausgabe({ erfasst_am: "2026-10-03T10:00:00.000Z" })
  const { body } = await app.call("GET", `/api/pfandbuchungen?geraet_id=${id}`, { token: hof.user.token })
  const path = `/api/pfandbuchungen/${body.items[0].vorgang_id}/storno`
  await app.call("POST", path, { token: hof.user.token, body: { grund: "Vertan" } })
  expect((await ausgabe({ erfasst_am: "2026-10-02T10:00:00.000Z" })).status).toBe(200)
})

test("lent to two customers at once it goes to one, and the other is told where it is", async () => {
  const replies = await Promise.all(
    hof.kunden.map((kunde_id) => call("POST", `/${id}/ausgabe`, { kunde_id })),
  )
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const refused = replies.find(({ status }) => status === 409)
  expect(refused?.body.error).toMatch(/^Das Gerät G-1 ist beim Kunden Gasthaus \d$/)
})

test("the same request twenty times at once moves it once", async () => {
  const wish = { id: Bun.randomUUIDv7() }
  const replies = await Promise.all(Array.from({ length: 20 }, () => ausgabe(wish)))
  expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200))
  expect((await call("GET", `/${id}/bewegungen?total=true`)).body.total).toBe(1)
  expect(await konto(hof.kunden[0])).toMatchObject({ wert_cent: 5000 })
  expect((await ausgabe({ ...wish, notiz: "anders" })).status).toBe(409)
})

test("an id that took one device back says nothing of another", async () => {
  const wish = { id: Bun.randomUUIDv7() }
  for (const geraet of hof.geraete) await call("POST", `/${geraet}/ausgabe`, { kunde_id: hof.kunden[0] })
  expect((await call("POST", `/${hof.geraete[0]}/ruecknahme`, wish)).status).toBe(200)
  expect((await call("POST", `/${hof.geraete[0]}/ruecknahme`, wish)).status).toBe(200)
  expect((await call("POST", `/${hof.geraete[1]}/ruecknahme`, wish)).status).toBe(409)
  expect((await call("GET", `/${hof.geraete[1]}`)).body.status).toBe("beim_kunden")
})

test("from a customer who was not seen to have it, it is neither taken back nor lost", async () => {
  const [seen, kunde_id] = hof.kunden
  await ausgabe({ kunde_id })
  for (const [path, body] of [
    ["ruecknahme", { kunde_id: seen }],
    ["status", { kunde_id: null, status: "verloren" }],
  ] as const)
    expect((await call("POST", `/${id}/${path}`, body)).body.error).toContain("ist inzwischen bei Gasthaus 2")
  expect((await call("POST", `/${id}/ruecknahme`, { kunde_id })).body.status).toBe("lager")
})

test("what no customer has cannot come back", async () => {
  expect((await call("POST", `/${id}/ruecknahme`, {})).body).toEqual({
    error: "Das Gerät G-1 ist bei keinem Kunden",
  })
})

test("the deposit that was paid comes back, whatever it is by now", async () => {
  await ausgabe()
  await call("PATCH", `/${id}`, { pfand_cent: 9900 })
  await call("POST", `/${id}/ruecknahme`, {})
  expect(await konto(hof.kunden[0])).toMatchObject({ wert_cent: 0 })
})

test("the open deliveries that are to bring it are told, and none that is cancelled or only takes it back", async () => {
  const plan = async (datum: string, soll: object) => {
    const body = { kunde_id: hof.kunden[1], datum, positionen: [{ geraet_id: id, ...soll }] }
    return (await app.call("POST", "/api/lieferungen", { token: hof.user.token, body })).body.id
  }
  const second = await plan("2099-05-02", { soll_ausgabe: 1 })
  const first = await plan("2099-05-01", { soll_ausgabe: 1 })
  await plan("2099-05-01", { soll_ruecknahme: 1 })
  const cancelled = await plan("2099-05-01", { soll_ausgabe: 1 })
  await app.call("POST", `/api/lieferungen/${cancelled}/storno`, { token: hof.user.token })
  const { body } = await call("GET", `/${id}/geplant`)
  expect(body.items).toMatchObject([
    { lieferung_id: first, datum: "2099-05-01", status: "geplant", kunde_id: hof.kunden[1] },
    { lieferung_id: second },
  ])
})

test("the history says to which of a customer's places a delivery brought it, but no driver, as it may be another's", async () => {
  const ask = (path: string, body: object) =>
    app.call("POST", `/api/${path}`, { token: hof.user.token, body })
  const [kunde_id] = hof.kunden
  const standort = (await ask("standorte", { kunde_id, name: "Haus 4", strasse: "Klinikweg 4" })).body
  const plan = { kunde_id, standort_id: standort.id, datum: "2099-05-01", positionen: [{ geraet_id: id, soll_ausgabe: 1 }] } // prettier-ignore
  const stopp = (await ask("lieferungen", plan)).body
  await ask(`lieferungen/${stopp.id}/start`, {})
  await ask(`lieferungen/${stopp.id}/abschluss`, { positionen: [{ geraet_id: id, ist_ausgabe: 1 }] })
  await call("POST", `/${id}/ruecknahme`, {})
  const placesFor = async (role: Role) =>
    (await call("GET", `/${id}/bewegungen`, undefined, role)).body.items.map(
      (one: any) => one.lieferanschrift,
    )
  expect(await placesFor("user")).toEqual(["Haus 4, Klinikweg 4", "Haus 4, Klinikweg 4"])
  expect(await placesFor("fahrer")).toEqual([null, null])
})

describe("the status", () => {
  const changes = (status: string, role: Role = "user") => call("POST", `/${id}/status`, { status }, role)

  test("is no field of a PATCH", async () => {
    const reply = await call("PATCH", `/${id}`, { status: "verloren" })
    expect(reply.body.errors).toMatchObject([{ path: "status", msg: "unbekanntes Feld" }])
  })

  test("of a lent device can only become lost, and its deposit stays owed", async () => {
    await ausgabe()
    expect((await changes("lager")).status).toBe(409)
    expect((await changes("wartung")).status).toBe(409)
    expect((await changes("verloren")).body).toMatchObject({ status: "verloren", kunde_id: null })
    expect(await konto(hof.kunden[0])).toMatchObject({ wert_cent: 5000, geraete: [{ beim_kunden: false }] })
    expect((await call("GET", `/${id}/bewegungen`)).body.items[0]).toMatchObject({
      art: "status",
      von_status: "beim_kunden",
      nach_status: "verloren",
      kunde_id: hof.kunden[0],
    })
  })

  test("lost takes a device without a deposit off the account: no letter names it once it is back or with others", async () => {
    await call("PATCH", `/${id}`, { pfand_cent: 0 })
    await ausgabe()
    expect((await changes("verloren")).status).toBe(200)
    const stand = await app.call("GET", `/api/kunden/${hof.kunden[0]}/saldenbestaetigung`, {
      token: hof.user.token,
    })
    expect(stand.body).toMatchObject({ saldo_cent: 0, bestand: [] })
    await changes("lager")
    await ausgabe()
    expect((await konto(hof.kunden[0])).geraete).toMatchObject([{ beim_kunden: true }])
    await call("POST", `/${id}/ruecknahme`, {})
    expect((await konto(hof.kunden[0])).geraete).toEqual([])
    const proof = await app.call("GET", "/api/pfandpruefung", { token: hof.admin.token })
    expect(proof.body.fehler).toEqual([])
  })

  test("that is there already is no change: nothing is written into the history", async () => {
    for (let i = 0; i < 3; i++) expect((await changes("wartung")).body.status).toBe("wartung")
    expect((await call("GET", `/${id}/bewegungen?total=true`)).body.total).toBe(1)
  })

  test("ausgemustert is final, and the administrator's", async () => {
    expect((await changes("ausgemustert")).status).toBe(403)
    expect((await changes("ausgemustert", "admin")).status).toBe(200)
    expect((await changes("lager", "admin")).body).toEqual({ error: "Das Gerät G-1 ist ausgemustert" })
    expect((await ausgabe()).status).toBe(409)
  })
})

test("a scanner finds a device by barcode or number, even with a slash in it", async () => {
  await call("PATCH", `/${id}`, { barcode: "AB/12 ü" })
  expect((await call("GET", `/code/${encodeURIComponent("AB/12 ü")}`, undefined, "fahrer")).body.id).toBe(id)
  const decomposed = encodeURIComponent(" AB/12 ü ".normalize("NFD"))
  expect((await call("GET", `/code/${decomposed}`, undefined, "fahrer")).body.id).toBe(id)
  expect((await call("GET", "/code/G-2", undefined, "fahrer")).body.id).toBe(hof.geraete[1])
  // A printed code counts before a number that somebody has given.
  await call("PATCH", `/${id}`, { barcode: "G-2" })
  expect((await call("GET", "/code/G-2", undefined, "fahrer")).body.id).toBe(id)
  expect((await call("GET", "/code/nix", undefined, "fahrer")).status).toBe(404)
  // Decoded once: "X%31" is a code of its own, and not "X1".
  const codes = ["X1", "X%31", "X%2531"]
  const made: string[] = []
  for (const barcode of codes)
    made.push((await call("POST", "", { geraetenummer: barcode, bezeichnung: "Zapfe", barcode })).body.id)
  const found = codes.map((code) => call("GET", `/code/${encodeURIComponent(code)}`, undefined, "fahrer"))
  expect((await Promise.all(found)).map(({ body }) => body.id)).toEqual(made)
})

test("a code is read as it stands there, else as a scanner set to an American keyboard types it", async () => {
  const { body: dash } = await call("POST", "", {
    bezeichnung: "Kühler",
    geraetenummer: "KY-012",
    barcode: "A_7/Z",
  })
  for (const typed of ["KY-012", "KZß012", "A?7-Y"])
    expect((await call("GET", `/code/${encodeURIComponent(typed)}`)).body).toMatchObject({ id: dash.id })
  for (const q of ["KZß01", "ky012"])
    expect((await call("GET", `?q=${encodeURIComponent(q)}`)).body.items).toMatchObject([{ id: dash.id }])
  const { body: other } = await call("POST", "", { bezeichnung: "Zapfanlage", geraetenummer: "KZß012" })
  expect((await call("GET", `/code/${encodeURIComponent("KZß012")}`)).body).toMatchObject({ id: other.id })
})

test("a code is found with Caps Lock, other zeros, and what a scanner says of its kind", async () => {
  const made = async (geraetenummer: string, barcode: string): Promise<string> =>
    (await call("POST", "", { bezeichnung: "Kühler", geraetenummer, barcode })).body.id
  const [thirteen, twelve] = [await made("KY-900", "4006381333931"), await made("G12", "012345678905")]
  for (const typed of ["kzß)==", "KZß900", "kzß900", "ky-900"])
    expect([typed, (await call("GET", `/code/${encodeURIComponent(typed)}`)).body.id]).toEqual([
      typed,
      thirteen,
    ])
  for (const typed of [
    "04006381333931",
    "]E04006381333931",
    "(01)04006381333931(21)7",
    "]C10104006381333931",
  ])
    expect([typed, (await call("GET", `/code/${encodeURIComponent(typed)}`)).body.id]).toEqual([
      typed,
      thirteen,
    ])
  for (const typed of ["0012345678905", 'g!"', "G&é"])
    expect([typed, (await call("GET", `/code/${encodeURIComponent(typed)}`)).body.id]).toEqual([
      typed,
      twelve,
    ])
  expect((await call("GET", "/code/4006381333932")).status).toBe(404)
})

test("numbers and barcodes are given once, and a create may be repeated", async () => {
  const body = { id: Bun.randomUUIDv7(), geraetenummer: "NEU", bezeichnung: "Zapfanlage", barcode: "1" }
  const made = await Promise.all([call("POST", "", body), call("POST", "", body)])
  expect(made.map(({ status }) => status).toSorted()).toEqual([200, 201])
  expect(made[0]?.body).toMatchObject({ status: "lager", kunde_id: null, pfand_cent: 0 })
  expect((await call("POST", "", { geraetenummer: "NEU", bezeichnung: "X" })).status).toBe(409)
  expect((await call("POST", "", { geraetenummer: "X", bezeichnung: "X", barcode: "1" })).status).toBe(409)
  expect((await call("PATCH", `/${id}`, { geraetenummer: "NEU" })).status).toBe(409)
  const own = { geraetenummer: "NEU", barcode: "1", notiz: "geprüft" }
  expect((await call("PATCH", `/${body.id}`, own)).body.notiz).toBe("geprüft")
})

test("lists by status and customer", async () => {
  await ausgabe()
  const count = async (query: string) => (await call("GET", `?${query}&total=true`)).body.total
  expect([await count("status=lager"), await count("status=beim_kunden")]).toEqual([1, 1])
  expect(await count(`kunde_id=${hof.kunden[0]}`)).toBe(1)
})
