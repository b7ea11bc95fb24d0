import { afterAll, beforeEach, describe, expect, test } from "bun:test"
import { Database } from "bun:sqlite"
import { join } from "node:path"
import { drawing } from "../../../src/ops/demo/drawing.ts"
import { type Company, createTestApp } from "../../helpers/app.ts"

const app = createTestApp()
afterAll(app.close)
let firma: Company
beforeEach(async () => {
  firma = await app.company(`f-${Bun.randomUUIDv7()}`)
})

type Role = "admin" | "user" | "fahrer"
const call = (method: string, path: string, body?: object, role: Role = "user") =>
  app.call(method, `/api/kunden${path}`, { token: firma[role].token, ...(body && { body }) })
const neu = async (name: string, more: object = {}) => (await call("POST", "", { name, ...more })).body
const names = async (query: string): Promise<string[]> =>
  (await call("GET", `?${query}`)).body.items.map(({ name }: { name: string }) => name)

test("a customer is made with a number of its own, changed, and read by a driver", async () => {
  const kunde = await neu("  Gasthaus zum Adler ", { ort: "Lüneburg", lieferzeit_bis: "11:00" })
  expect(kunde).toMatchObject({
    name: "Gasthaus zum Adler",
    kundennummer: "10001",
    land: "DE",
    aktiv: 1,
    version: 1,
  })
  const changed = await call("PATCH", `/${kunde.id}`, { ort: null, anlieferungshinweis: "Klingel 2" })
  expect(changed.body).toMatchObject({
    ort: null,
    anlieferungshinweis: "Klingel 2",
    lieferzeit_bis: "11:00",
    version: 2,
  })
  expect((await call("GET", `/${kunde.id}`, undefined, "fahrer")).body).toEqual(changed.body)
  expect((await call("PATCH", `/${kunde.id}`, { name: "x" }, "fahrer")).status).toBe(403)
})

test("a driver reads of a customer neither the office's remark nor the account in the books", async () => {
  const buero = {
    debitor_nr: 70_001,
    ust_id: "DE136695976",
    kaeuferreferenz: "K-7",
    rechnungs_email: "r@a.example",
  }
  const { id } = await neu("Gasthaus zum Adler", { ...buero, notiz: "Zahlt schlecht" })
  const replies = [`/${id}`, "", "?q=adler", `?sort=name&aktiv=1`]
  for (const path of replies)
    for (const value of [...Object.values(buero), "Zahlt schlecht"])
      expect((await call("GET", path)).text).toContain(JSON.stringify(value))
  const hidden = replies.map(async (path) => (await call("GET", path, undefined, "fahrer")).text)
  for (const text of await Promise.all(hidden)) {
    for (const value of [...Object.values(buero), "Zahlt schlecht"])
      expect(text).not.toContain(JSON.stringify(value))
    expect(text).toContain('"debitor_nr":null')
    expect(text).toContain('"notiz":null')
  }
  const { user, fahrer } = firma
  const { headers } = await app.call("GET", `/api/kunden/${id}`, { token: user.token })
  const cached = { "if-none-match": headers.get("etag") ?? "" }
  expect(
    (await app.call("GET", `/api/kunden/${id}`, { token: fahrer.token, headers: cached })).text,
  ).not.toMatch(/Zahlt schlecht/)
})

describe("numbers", () => {
  test("are given without collision, however many ask at once, behind the largest there is", async () => {
    await neu("Groß", { kundennummer: "20500" })
    const made = await Promise.all(Array.from({ length: 30 }, (_, i) => neu(`Kunde ${i}`)))
    const numbers = made.map(({ kundennummer }) => Number(kundennummer)).toSorted((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: 30 }, (_, i) => 20_501 + i))
  })

  test("go on being given behind one that is too long to count from", async () => {
    await neu("Lang", { kundennummer: "999999999999999" })
    await neu("Telefon", { kundennummer: "999999999999" })
    await neu("Auch", { kundennummer: "491711234567" })
    expect([(await neu("Eins")).kundennummer, (await neu("Zwei")).kundennummer]).toEqual(["10001", "10002"])
  })

  test("may be words, and are taken once in a company", async () => {
    const kunde = await neu("Eins", { kundennummer: "A-7" })
    expect((await call("POST", "", { name: "Zwei", kundennummer: "A-7" })).body).toEqual({
      error: "Diese Kundennummer ist bereits vergeben",
    })
    const other = await neu("Zwei")
    expect((await call("PATCH", `/${other.id}`, { kundennummer: "A-7" })).status).toBe(409)
    expect((await call("PATCH", `/${kunde.id}`, { kundennummer: "A-7", name: "Neu" })).status).toBe(200)
    firma = await app.company(`g-${Bun.randomUUIDv7()}`)
    expect((await neu("Drei", { kundennummer: "A-7" })).kundennummer).toBe("A-7")
  })
})

test("an id that the service made is no other customer's", async () => {
  const { id } = await neu("Erster")
  const taken = await call("POST", "", { id, name: "Zweiter" })
  expect([taken.status, taken.body]).toEqual([409, { error: "Diese id ist bereits vergeben" }])
  expect((await call("GET", `/${id}`)).body.name).toBe("Erster")
})

test("the same create twenty times at once makes one customer; other content is 409", async () => {
  const body = { id: Bun.randomUUIDv7(), name: "Offline" }
  const replies = await Promise.all(Array.from({ length: 20 }, () => call("POST", "", body)))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([...Array(19).fill(200), 201])
  expect((await call("POST", "", { ...body, name: "Anders" })).status).toBe(409)
  // Also after somebody changed it meanwhile: the phone gets what is stored now.
  await call("PATCH", `/${body.id}`, { name: "Umbenannt" })
  const late = await call("POST", "", body)
  expect([late.status, late.body.name]).toEqual([200, "Umbenannt"])
})

test("another company may use the same id, and neither learns of it", async () => {
  const body = { id: Bun.randomUUIDv7(), name: "Gleich" }
  expect((await call("POST", "", body)).status).toBe(201)
  firma = await app.company(`h-${Bun.randomUUIDv7()}`)
  expect((await call("POST", "", { ...body, name: "Unsere" })).status).toBe(201)
  expect((await call("GET", `/${body.id}`)).body.name).toBe("Unsere")
})

test("a pasted tab is a space, lines end with one sign, and other signs that control a terminal or a printer are refused", async () => {
  expect(await neu("Gasthaus\tAdler", { notiz: "eins\r\nzwei\rdrei" })).toMatchObject({
    name: "Gasthaus Adler",
    notiz: "eins\nzwei\ndrei",
  })
  for (const sign of ["\u001b", "\u0008", "\u007f", "\u0085"]) {
    const reply = await call("POST", "", { name: `Gasthaus${sign}Adler`, kundennummer: `K${sign}1` })
    expect([reply.status, reply.body.errors.map(({ path }: { path: string }) => path)]).toEqual([
      400,
      ["kundennummer", "name"],
    ])
  }
})

test("all faults are told at once, in German", async () => {
  const reply = await call("POST", "", {
    name: " ",
    email: "x",
    breitengrad: 91,
    land: "Deutschland",
    lieferzeit_von: "25:00",
    abrechnung: "nie",
    kundennumer: "1",
  })
  expect(reply.body.errors.map((fault: { path: string }) => fault.path).toSorted()).toEqual([
    "abrechnung",
    "breitengrad",
    "email",
    "kundennumer",
    "land",
    "lieferzeit_von",
    "name",
  ])
  const sharp = { name: "X", lieferzeit_von: "11:00", lieferzeit_bis: "11:00" }
  expect((await call("POST", "", sharp)).status).toBe(201)
  const times = await call("POST", "", { name: "X", lieferzeit_von: "12:00", lieferzeit_bis: "11:00" })
  expect(times.body.errors).toMatchObject([{ path: "lieferzeit_bis" }])
})

describe("the search", () => {
  test("finds Müller as mueller, muller and Müller, and each of them by each", async () => {
    const all = ["Brauerei Mueller", "Café Muller", "Getränke Müller"]
    for (const name of all) await neu(name)
    for (const q of ["mueller", "muller", "Müller", "MÜLL", "mül", "muel"]) {
      expect(await names(`q=${encodeURIComponent(q)}`)).toEqual(all)
    }
  })

  test("finds letters that people cannot type, as they type them instead", async () => {
    const all = [
      "Łódź Getränke",
      "Yıldız İmbiss",
      "Øresund Bar",
      "Đorđe",
      "Ærø Fähre",
      "Œuf",
      "Þór",
      "Ge\u00adtränke\u00admarkt",
    ]
    for (const name of all) await neu(name)
    const typed = ["lodz", "yildiz imb", "oresund", "dorde", "aero", "oeuf", "thor", "getränkemarkt"]
    for (const [i, q] of typed.entries())
      expect([q, await names(`q=${encodeURIComponent(q)}`)]).toEqual([q, [all[i] ?? ""]])
  })

  test("finds words with and without the signs in them, whichever are stored", async () => {
    const pairs: [stored: string, ...typed: string[]][] = [
      ["Joe's Bar", "joes", "joe's", "joe’s b", "joe s"],
      ["Rosis Eck", "rosi's", "rosis"],
      ["O’Brien", "obrien", "o'brien", "brien"],
      ["H.-J. Kurz", "hj", "h.-j.", "h.j. kurz"],
      ["S.A.M.", "sam", "s.a.m"],
      ["A&O Hostel", "ao", "a&o"],
      ["Meyer-Lüdenscheidt", "meyerl", "luden", "meyer lüd", "Meyer‑Lüd"],
    ]
    for (const [name] of pairs) await neu(name)
    for (const [name, ...typed] of pairs)
      for (const q of typed) expect([q, await names(`q=${encodeURIComponent(q)}`)]).toEqual([q, [name]])
  })

  test("finds who calls, in whatever notation the number is stored and typed", async () => {
    const notations = [
      "04131 12345",
      "04131/12345",
      "+49 4131 12345",
      "+49 (0)4131 12345",
      "0049 4131-12345",
      "0413112345",
    ]
    for (const telefon of notations) await neu(`Stadt ${notations.indexOf(telefon)}`, { telefon })
    await neu("Wien", { telefon: "+43 1 4131123" })
    await neu("Andere", { telefon: "04131 54321", kundennummer: "0413-7" })
    const six = notations.map((_, i) => `Stadt ${i}`)
    for (const q of [...notations, "0413112", "+49413112345", "(04131) 12345", "4131-12345"])
      expect([q, await names(`q=${encodeURIComponent(q)}`)]).toEqual([q, six])
    for (const q of ["0043 1 4131123", "+4314131123"])
      expect(await names(`q=${encodeURIComponent(q)}`)).toEqual(["Wien"])
    expect(await names("q=0413-7")).toEqual(["Andere"])
  })

  test("stands in the order of German telephone books, as the list does", async () => {
    const order = [
      "Ærø",
      "Affe",
      "Loch",
      "Łódź",
      "Lotto",
      "Müller",
      "Mueller Süd",
      "Muff",
      "Öl",
      "'Offen'",
      "Øre",
      "Zeh",
    ]
    for (const name of order.toReversed()) await neu(name, { ort: "Celle", aktiv: 0 })
    for (const query of ["sort=name", "sort=name&aktiv=0", "sort=name&ort=celle", "q=celle"])
      expect([query, await names(query)]).toEqual([query, order])
  })

  test("finds beginnings of all its words, in every field that is meant", async () => {
    await neu("Gasthaus Adler", {
      ort: "Scharnebeck",
      strasse: "Große Straße 5",
      telefon: "04136 12345",
      email: "adler@gast.example",
    })
    await neu("Gasthaus Krone", { ort: "Lüneburg", ansprechpartner: "Jörg Adler" })
    expect(await names("q=gast%20adl")).toEqual(["Gasthaus Adler", "Gasthaus Krone"])
    expect(await names("q=gross%20strasse")).toEqual(["Gasthaus Adler"])
    expect(await names("q=04136")).toEqual(["Gasthaus Adler"])
    expect(await names("q=10002")).toEqual(["Gasthaus Krone"])
    expect(await names("q=asthaus")).toEqual([])
  })

  test("finds the same by few words that begin like it and by many", async () => {
    const ends = [..."abcdefghijklm"]
    for (const [i, end] of ends.entries()) {
      await neu(`Bahnhof${end} ${i}`)
      if (i < 3) await neu(`Bahnsteig${end}`)
    }
    expect((await names("q=bahns")).length).toBe(3)
    expect((await names("q=bahnh")).length).toBe(13)
    expect((await names("q=bahn")).length).toBe(16)
    expect(await names("q=bahnhofa")).toEqual(["Bahnhofa 0"])
    expect(await names("q=bahnhofa%20bahnst")).toEqual([])
    expect(await names("q=bahnhofab")).toEqual([])
  })

  test("takes nothing typed for an operator", async () => {
    await neu("Adler")
    for (const q of [
      '"',
      "*",
      "a OR b",
      "NEAR(a b)",
      "text:adler",
      "-adler",
      "adler)",
      "_a1_",
      "text : t",
      "😀",
      "   ",
      "%00x",
    ]) {
      const reply = await call("GET", `?q=${encodeURIComponent(q)}`)
      expect([q, [200, 400].includes(reply.status)]).toEqual([q, true])
    }
    expect(await names(`q=${encodeURIComponent('"adler" OR *')}`)).toEqual([])
  })

  test("follows every change, and finds nothing of other companies", async () => {
    const kunde = await neu("Vorher")
    await call("PATCH", `/${kunde.id}`, { name: "Nachher" })
    expect([await names("q=vorher"), await names("q=nachher")]).toEqual([[], ["Nachher"]])
    await call("DELETE", `/${kunde.id}`)
    expect(await names("q=nachher")).toEqual([])
    await neu("Geheim")
    const { id } = firma
    firma = await app.company(`i-${Bun.randomUUIDv7()}`)
    expect(await names("q=geheim")).toEqual([])
    for (const word of ["", "geheim", "_a1_"])
      expect(await names(`q=${id.replaceAll("-", "")}${word}`)).toEqual([])
  })

  test("is read page by page, and survives a VACUUM of the file", async () => {
    for (let i = 0; i < 7; i++) await neu(`Wirt ${i}`)
    await call("DELETE", `/${(await call("GET", "?q=wirt%202")).body.items[0].id}`)
    const db = new Database(join(app.dir, "pfandwerk.db"))
    db.run("VACUUM")
    db.close()
    const first = (await call("GET", "?q=wirt&limit=4")).body
    const second = (await call("GET", `?q=wirt&limit=4&cursor=${first.next_cursor}`)).body
    const found = [...first.items, ...second.items].map(({ name }: { name: string }) => name)
    expect(found).toEqual(["Wirt 0", "Wirt 1", "Wirt 3", "Wirt 4", "Wirt 5", "Wirt 6"])
    const last = (await call("GET", "?q=wirt&sort=-name&limit=4&total=true")).body
    const before = (await call("GET", `?q=wirt&sort=-name&limit=4&cursor=${last.next_cursor}`)).body
    expect(last.total).toBe(6)
    expect([...last.items, ...before.items].map(({ name }: { name: string }) => name)).toEqual(
      found.toReversed(),
    )
  })

  test("is limited to what is active or not, and to a town, on every page; and counts what it finds", async () => {
    for (let i = 0; i < 6; i++) await neu(`Wirt ${i}`, { ort: i < 4 ? "Bad Äsch" : "Aesch", aktiv: i % 2 })
    expect(await names("q=wirt&aktiv=0")).toEqual(["Wirt 0", "Wirt 2", "Wirt 4"])
    const town = `q=wirt&ort=${encodeURIComponent("bad aesch")}`
    expect(await names(`${town}&aktiv=1`)).toEqual(["Wirt 1", "Wirt 3"])
    expect(await names("q=wirt&ort=Asch")).toEqual(["Wirt 4", "Wirt 5"])
    const first = (await call("GET", `?${town}&limit=3&total=true`)).body
    expect([first.items.length, first.total]).toEqual([3, 4])
    const second = (await call("GET", `?${town}&limit=3&cursor=${first.next_cursor}`)).body
    expect([second.items.map(({ name }: { name: string }) => name), second.next_cursor]).toEqual([
      ["Wirt 3"],
      null,
    ])
    const [moved] = first.items
    await call("PATCH", `/${moved.id}`, { ort: "Aesch", aktiv: 1 })
    expect(await names("q=wirt&ort=asch&aktiv=1")).toEqual(["Wirt 0", "Wirt 5"])
    expect(await names(town)).not.toContain("Wirt 0")
  })

  test("takes no cursor that it did not make", async () => {
    const { id } = await neu("Wirt 1")
    const forged = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString("base64url")
    const order = "kunden q"
    for (const cursor of [
      forged(order, "x", "y"),
      forged(order, "[1]", "y"),
      forged(order, '["1",1,"a"]', "y"),
      forged(order, null, "y"),
      forged(order, 1, "y"),
      forged(order, '[["y"]]', "y"),
      forged(order, "[[null,{}]]", "y"),
      forged("kunden name", 1, "y"),
      "x",
    ]) {
      const reply = await call("GET", `?q=wirt&cursor=${cursor}`)
      expect([reply.status, reply.body.errors]).toMatchObject([400, [{ path: "cursor", location: "query" }]])
    }
    const own = forged(order, JSON.stringify([[id]]), id)
    expect((await call("GET", `?q=wirt&cursor=${own}`)).body).toEqual({ items: [], next_cursor: null })
  })

  test("has each company's words apart, and its index agrees with what is stored", async () => {
    await neu("Wirt 1")
    firma = await app.company(`j-${Bun.randomUUIDv7()}`)
    await neu("Wirt 2")
    const db = new Database(join(app.dir, "pfandwerk.db"))
    db.run("PRAGMA busy_timeout = 5000")
    db.run("INSERT INTO kunden_suche (kunden_suche, rank) VALUES ('integrity-check', 1)")
    db.run("CREATE VIRTUAL TABLE temp.worte USING fts5vocab (main, kunden_suche, row)")
    const [{ n, eigene }] = db
      .query(
        `SELECT count(*) AS n, sum(substr(w.term, 1, 32) IN (SELECT replace(id, '-', '') FROM tenants)) AS eigene
         FROM temp.worte w`,
      )
      .all() as [{ n: number; eigene: number }]
    db.close()
    expect(n).toBeGreaterThan(50)
    expect(eigene).toBe(n)
  })
})

test("a town's customers are found however it is written, in any order; an empty field asks for nothing", async () => {
  for (const [name, ort] of [
    ["Zoo", "Lüneburg"],
    ["Adler", "LUENEBURG"],
    ["Krone", "Lüneburg-Süd"],
    ["Bär", null],
  ] as const)
    await neu(name, { ort })
  for (const ort of ["Lüneburg", "lueneburg", "Luneburg", " LÜNEBURG "])
    expect(await names(`ort=${encodeURIComponent(ort)}`)).toEqual(["Adler", "Zoo"])
  expect(await names("ort=lueneburg&sort=-name&aktiv=1")).toEqual(["Zoo", "Adler"])
  expect(await names("ort=lueneburg&sort=kundennummer")).toEqual(["Zoo", "Adler"])
  expect(await names("ort=lune")).toEqual([])
  const all = ["Adler", "Bär", "Krone", "Zoo"]
  for (const query of ["q=", "ort=", "q=&ort=", "q=%20%20&ort=%20"]) expect(await names(query)).toEqual(all)
  expect(await names("q=&ort=lueneburg&sort=name")).toEqual(["Adler", "Zoo"])
  expect(await names("q=luene&ort=lueneburg&sort=-name")).toEqual(["Zoo", "Adler"])
  // Signs are no empty field: somebody looks for something, and there is none.
  expect((await call("GET", "?q=%2A%2F&total=true")).body).toEqual({ items: [], next_cursor: null, total: 0 })
})

test("lists sort as a German expects, up and down, page by page", async () => {
  for (const name of ["Zoo", "Ähre", "Adler", "Bär", "Özdemir", "Oase"]) await neu(name)
  const sorted = ["Adler", "Ähre", "Bär", "Oase", "Özdemir", "Zoo"]
  expect(await names("sort=name")).toEqual(sorted)
  expect(await names("sort=-name")).toEqual(sorted.toReversed())
  const pages: string[] = []
  for (let cursor: string | null = ""; cursor !== null;) {
    const { body } = await call("GET", `?sort=name&limit=2${cursor && `&cursor=${cursor}`}`)
    pages.push(...body.items.map(({ name }: { name: string }) => name))
    cursor = body.next_cursor
  }
  expect(pages).toEqual(sorted)
  await call("PATCH", `/${(await call("GET", "?q=zoo")).body.items[0].id}`, { aktiv: 0 })
  expect(await names("aktiv=0")).toEqual(["Zoo"])
  expect(await names("aktiv=1&sort=name")).not.toContain("Zoo")
})

test("a customer or a picture that changed since it was read is not deleted with the old ETag", async () => {
  const kunde = await neu("Gleichzeitig")
  const path = `/api/kunden/${kunde.id}`
  const { token } = firma.user
  const form = new FormData()
  form.append("bild", new File([drawing(1)], "tor.png"))
  const bild = (await app.call("POST", `${path}/bilder`, { token, raw: form })).body
  const records: [string, string, object][] = [
    [`${path}/bilder/${bild.id}`, `"${bild.version}"`, { titel: "Tor" }],
    [path, `"${kunde.version}"`, { ort: "Lüneburg" }],
  ]
  for (const [address, etag, change] of records) {
    const remove = (tag: string) => app.call("DELETE", address, { token, headers: { "if-match": tag } })
    const changed = await app.call("PATCH", address, { token, body: change })
    expect(changed.status).toBe(200)
    expect((await remove(etag)).status).toBe(412)
    expect((await remove("erfunden")).status).toBe(412)
    expect((await remove(changed.headers.get("etag") ?? "")).status).toBe(204)
  }
})

test("a customer is deleted while nothing refers to it, and deactivated afterwards", async () => {
  const lonely = await neu("Einsam")
  const gone = await call("DELETE", `/${lonely.id}`)
  expect([gone.status, gone.text]).toEqual([204, ""])
  expect((await call("GET", `/${lonely.id}`)).status).toBe(404)
  const busy = await neu("Beliefert")
  const body = { kunde_id: busy.id, datum: "2026-03-31", positionen: [] }
  expect((await app.call("POST", "/api/lieferungen", { token: firma.user.token, body })).status).toBe(201)
  const refused = await call("DELETE", `/${busy.id}`)
  expect([refused.status, refused.body.error]).toEqual([409, expect.stringContaining("deaktivieren")])
  expect(await names("q=beliefert")).toEqual(["Beliefert"])
})

test("erasing a person leaves nothing that names them, but every booking", async () => {
  const words = [
    "Geheimer",
    "Frau Diskret",
    "Verborgene Gasse",
    "diskret@privat.example",
    "0815-4711",
    "Klingel bei Diskret",
  ]
  const [name, ansprechpartner, strasse, email, telefon, anlieferungshinweis] = words
  const kunde = await neu(name ?? "", {
    ansprechpartner,
    strasse,
    email,
    telefon,
    anlieferungshinweis,
    ort: "Lüneburg",
  })
  const token = firma.admin.token
  const datum = "2026-03-31"
  const artikel = {
    nummer: "F",
    bezeichnung: "Fass",
    art: "einzeln",
    pfand_cent: 3000,
    ust_klasse: "warenumschliessung",
  }
  const pfandartikel_id = (await app.call("POST", "/api/pfandartikel", { token, body: artikel })).body.id
  const plan = {
    kunde_id: kunde.id,
    fahrer_id: firma.fahrer.id,
    datum,
    hinweis: "Frau Diskret rufen",
    positionen: [],
  }
  const { id } = (await app.call("POST", "/api/lieferungen", { token, body: plan })).body
  await app.call("POST", `/api/lieferungen/${id}/start`, { token, body: {} })
  const body = { empfaenger_name: "Frau Diskret", positionen: [{ pfandartikel_id, ist_ausgabe: 2 }] }
  expect((await app.call("POST", `/api/lieferungen/${id}/abschluss`, { token, body })).status).toBe(200)

  expect((await call("POST", `/${kunde.id}/loeschung`, undefined, "user")).status).toBe(403)
  const erased = await call("POST", `/${kunde.id}/loeschung`, undefined, "admin")
  expect([erased.status, erased.body.name, erased.body.aktiv]).toEqual([
    200,
    `Gelöschter Kunde ${kunde.kundennummer}`,
    0,
  ])
  for (const path of [
    "/api/kunden",
    "/api/kunden?q=geheimer",
    "/api/lieferungen",
    "/api/protokoll?limit=200",
    `/api/lieferungen/${id}`,
  ]) {
    const { text } = await app.call("GET", path, { token })
    for (const word of [...words, "Diskret", "Lüneburg"])
      expect([path, text.includes(word)]).toEqual([path, false])
  }
  const konto = await app.call("GET", `/api/kunden/${kunde.id}/pfandkonto`, { token })
  expect(konto.body).toMatchObject({ wert_cent: 6000, artikel: [{ bestand: 2 }] })
  expect((await app.call("GET", "/api/pfandpruefung", { token })).body.in_ordnung).toBe(true)
})

test("erasing a person forgets the titles of pictures that were deleted before", async () => {
  const kunde = await neu("Anna")
  const bild = new FormData()
  const webp = await new Bun.Image(drawing(1)).webp().bytes()
  bild.append("bild", new File([new Uint8Array(webp)], "a.webp"))
  bild.append("titel", "Haustür von Anna Diskret")
  const path = `/api/kunden/${kunde.id}/bilder`
  const { body } = await app.call("POST", path, { token: firma.user.token, raw: bild })
  expect((await app.call("DELETE", `${path}/${body.id}`, { token: firma.user.token })).status).toBe(204)
  const log = async () =>
    (await app.call("GET", "/api/protokoll?limit=200", { token: firma.admin.token })).text
  expect(await log()).toContain("Diskret")
  await call("POST", `/${kunde.id}/loeschung`, undefined, "admin")
  expect(await log()).not.toContain("Diskret")
})

test("numbers are found in a gap when all behind the largest are taken", async () => {
  const { admin } = await app.company(`nummern-${Bun.randomUUIDv7()}`)
  const create = async (kundennummer?: string) =>
    (await app.call("POST", "/api/kunden", { token: admin.token, body: { name: "X", kundennummer } })).body
      .kundennummer
  for (const given of ["10001", "10003", "999999998", "999999999"]) await create(given)
  expect([await create(), await create(), await create()]).toEqual(["10002", "10004", "10005"])
})

test("a change of aktiv alone is seen by the search", async () => {
  const { admin } = await app.company(`suche-${Bun.randomUUIDv7()}`)
  const { token } = admin
  const { id } = (await app.call("POST", "/api/kunden", { token, body: { name: "Sonnenhof" } })).body
  const found = async (aktiv: number) =>
    (await app.call("GET", `/api/kunden?q=sonnenhof&aktiv=${aktiv}`, { token })).body.items.length
  expect([await found(1), await found(0)]).toEqual([1, 0])
  await app.call("PATCH", `/api/kunden/${id}`, { token, body: { aktiv: 0 } })
  expect([await found(1), await found(0)]).toEqual([0, 1])
})
