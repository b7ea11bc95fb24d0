import { afterAll, beforeEach, describe, expect, test } from "bun:test"
import { createTestApp } from "../../helpers/app.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"
import { today } from "../../helpers/day.ts"

const app = createTestApp()
afterAll(app.close)
let hof: Yard
const call = (method: string, path: string, body?: object, token = hof.admin.token) =>
  app.call(method, `/api/${path}`, { token, ...(body && { body }) })
const neu = async (path: string, body: object): Promise<string> => {
  const reply = await call("POST", path, body)
  expect([reply.status, reply.text]).toEqual([201, expect.anything()])
  return reply.body.id
}
const kunde = (name: string, more: object = {}) => neu("kunden", { name, ...more })
const search = async (q: string) => {
  const { status, body } = await call("GET", `suche?q=${encodeURIComponent(q)}`)
  expect(status).toBe(200)
  return body
}
const names = async (path: string) =>
  (await call("GET", path)).body.items.map(({ name }: { name: string }) => name) as string[]

beforeEach(async () => {
  hof = await yard(app, `hof-${Bun.randomUUIDv7()}`)
})

test("devices that are with a customer stand before all others of that name, and say with whom they are", async () => {
  const geraete: string[] = []
  for (let i = 10; i < 22; i++)
    geraete.push(await neu("geraete", { bezeichnung: "Zapfanlage", geraetenummer: `Z-${i}` }))
  const kunde_id = await kunde("Krone")
  await call("POST", `geraete/${geraete[11]}/ausgabe`, { kunde_id })
  const own = (await call("GET", `suche?q=zapf&kunde_id=${kunde_id}`)).body.geraete
  expect(own).toHaveLength(8)
  expect(own[0]).toMatchObject({ geraetenummer: "Z-21", kunde_name: "Krone" })
})

describe("found customers", () => {
  test("stand with those first whose number or name begins so, then by name", async () => {
    await kunde("Zum Adler", { ort: "Celle" })
    await kunde("Adlerhorst")
    await kunde("Bei Adler")
    await kunde("Adler")
    expect(await names("kunden?q=adl")).toEqual(["Adler", "Adlerhorst", "Bei Adler", "Zum Adler"])
    await kunde("Wirt in der 47", { kundennummer: "9", strasse: "Weg 47" })
    await kunde("Wirt mit Nummer", { kundennummer: "470" })
    await kunde("Zwirner", { kundennummer: "47" })
    expect(await names("kunden?q=47")).toEqual(["Zwirner", "Wirt mit Nummer", "Wirt in der 47"])
  })

  test("have the number whose digits are typed in groups, or these groups apart", async () => {
    await kunde("In einem Wort", { kundennummer: "10801" })
    await kunde("Zwei Zahlen", { kundennummer: "8010", strasse: "Weg 801", ort: "Hof 10" })
    expect(await names("kunden?q=10%20801")).toEqual(["In einem Wort", "Zwei Zahlen"])
    await neu("geraete", { geraetenummer: "47110815", bezeichnung: "Kühler" })
    expect((await call("GET", "geraete?q=4711%200815")).body.items).toHaveLength(1)
  })

  test("come in the same order page by page, beyond those that are ranked, and while others come and go", async () => {
    const tenant = app.deps.system.tenant(hof.id)
    const { createKunde } = await import("../../../src/api/kunden/rules.ts")
    const ids = await app.deps.system.write(() =>
      Array.from({ length: 230 }, (_, i) => {
        const name = `Wirt ${String((i * 7) % 230).padStart(3, "0")}`
        return createKunde(tenant, { id: null, name: "test" }, { name }).record.id
      }),
    )
    const seen: string[] = []
    for (let cursor: string | null = ""; cursor !== null;) {
      const { body } = await call("GET", `kunden?q=wirt&limit=60${cursor && `&cursor=${cursor}`}`)
      seen.push(...body.items.map(({ id }: { id: string }) => id))
      cursor = body.next_cursor
      // No number by which a company could count what all the others make.
      expect(Buffer.from(cursor ?? "", "base64url").toString()).not.toMatch(/\[\d/)
      if (seen.length === 60) {
        // Would take the place of one of the two hundred, if that place were not kept.
        await call("DELETE", `kunden/${ids[0]}`)
        await kunde("Wirt 000 neu")
      }
    }
    expect(seen.length).toBe(231)
    expect(new Set(seen).size).toBe(231)
    const all = (await call("GET", "kunden?q=wirt&limit=200")).body.items as { name: string }[]
    expect(all.map(({ name }) => name)).toEqual(all.map(({ name }) => name).toSorted())
    const down = (await call("GET", "kunden?q=wirt&sort=-name&limit=200")).body
    const rest = (await call("GET", `kunden?q=wirt&sort=-name&limit=200&cursor=${down.next_cursor}`)).body
    const downwards = [...down.items, ...rest.items].map(({ name }) => name)
    expect([new Set(downwards).size, downwards]).toEqual([230, downwards.toSorted().toReversed()])
    // What is empty is no word.
    for (const path of ["kunden", "geraete", "pfandartikel"])
      for (const word of ["null", "undefined"])
        expect([path, (await call("GET", `${path}?q=${word}`)).body.items]).toEqual([path, []])
    // Of very many, no order but that of how well they fit.
    await app.deps.system.write(() => {
      for (let i = 0; i < 780; i++) createKunde(tenant, { id: null, name: "test" }, { name: `Wirt ${i}` })
    })
    expect((await call("GET", "kunden?q=wirt&sort=-name")).body).toEqual({
      items: [],
      next_cursor: null,
      hinweis:
        "„wirt“ passt auf mehr als 1.000 Kunden: so viele lassen sich nicht sortieren. Bitte genauer suchen.",
    })
    for (const path of ["kunden?q=wirt", "kunden"])
      expect([path, (await call("GET", path)).body.items.length]).toEqual([path, 50])
  })
})

test("what is found says how many there are, also where only eight of them are shown", async () => {
  for (let i = 0; i < 10; i++) await kunde(`Gasthof ${i} zur Krone`)
  await neu("geraete", { geraetenummer: "K-9", bezeichnung: "Kronenkühler" })
  const { kunden, geraete, anzahl } = await search("krone")
  expect([kunden.length, geraete.length, anzahl]).toEqual([8, 1, { kunden: 10, geraete: 1, pfandartikel: 0 }])
  // Found by the number or the beginning of the name, and by their words: each counts once.
  expect((await search("gasthof")).anzahl.kunden).toBe(10)
})

describe("devices and articles", () => {
  test("are found by the beginnings of their words, and no longer by what they were called", async () => {
    const id = await neu("geraete", {
      geraetenummer: "K-12",
      bezeichnung: "Flaschenkühler",
      barcode: "4006381",
    })
    await neu("geraete", {
      geraetenummer: "X-1",
      bezeichnung: "Theke mit Kuehler",
      typ: "Zapfe",
      seriennummer: "SN77",
    })
    const geraete = async (q: string) =>
      (await call("GET", `geraete?${q}`)).body.items.map(({ geraetenummer }: any) => geraetenummer)
    expect(await geraete("q=flaschenk%C3%BC")).toEqual(["K-12"])
    expect(await geraete("q=kuhl")).toEqual(["X-1"])
    for (const q of ["zapf", "sn7", "x-1"]) expect(await geraete(`q=${q}`)).toEqual(["X-1"])
    expect(await geraete("q=4006381&status=lager")).toEqual(["K-12"])
    expect(await geraete("q=4006381&status=wartung")).toEqual([])
    await call("PATCH", `geraete/${id}`, { bezeichnung: "Truhe" })
    expect([await geraete("q=flaschenk"), await geraete("q=truhe")]).toEqual([[], ["K-12"]])
    const both = await call("GET", `geraete?q=truhe&kunde_id=${hof.kunden[0]}`)
    expect([both.status, both.body.errors[0].path]).toEqual([400, "kunde_id"])
  })

  test("the device first whose serial number was typed, though others begin so and come earlier by name", async () => {
    await neu("geraete", { geraetenummer: "GF-1", bezeichnung: "Argon 20 l", seriennummer: "MN 500/8" })
    await neu("geraete", { geraetenummer: "GF-2", bezeichnung: "CO2", seriennummer: "MN 500/2" })
    const { items } = (await call("GET", "geraete?q=mn%20500/2")).body
    expect(items.map(({ geraetenummer }: any) => geraetenummer)).toEqual(["GF-2", "GF-1"])
  })

  test("articles as well, with their parts, and the number that was typed first", async () => {
    const artikel = { art: "einzeln", pfand_cent: 8, ust_klasse: "warenumschliessung" }
    const id = await neu("pfandartikel", { ...artikel, nummer: "FL-2", bezeichnung: "Flasche grün" })
    await neu("pfandartikel", { ...artikel, nummer: "FL-20", bezeichnung: "Ampulle" })
    const teile = [{ pfandartikel_id: id, menge: 6 }]
    const gebinde = { art: "gebinde", bestandteile: teile, ust_klasse: "warenumschliessung" }
    await neu("pfandartikel", { ...gebinde, nummer: "TR-6", bezeichnung: "Träger Flaschen", barcode: "777" })
    const found = async (q: string) => (await call("GET", `pfandartikel?q=${q}`)).body.items
    expect((await found("fl-2")).map(({ nummer }: any) => nummer)).toEqual(["FL-2", "FL-20"])
    expect((await found("fl")).map(({ nummer }: any) => nummer)).toEqual(["FL-20", "FL-2", "TR-6"])
    expect((await found("777"))[0]).toMatchObject({ nummer: "TR-6", pfand_cent: 48 })
    expect((await call("GET", "pfandartikel?q=fl&art=gebinde&total=true")).body.total).toBe(1)
  })

  test("articles also by what stands inside of a word, behind those that begin so, page by page", async () => {
    const artikel = { art: "einzeln", pfand_cent: 8, ust_klasse: "warenumschliessung" }
    for (const [nummer, bezeichnung] of [
      ["X-1", "Europalette 80"],
      ["X-2", "Halbe Palette"],
      ["X-3", "Dusseldorfer Palette"],
      ["X-4", "Kunststoffpalette 60"],
    ])
      await neu("pfandartikel", { ...artikel, nummer, bezeichnung })
    const found = async (q: string) => (await call("GET", `pfandartikel?total=true&${q}`)).body
    const numbers = ({ items }: any) => items.map(({ nummer }: any) => nummer)
    const all = await found("q=palette")
    expect([numbers(all), all.total, all.next_cursor]).toEqual([["X-3", "X-2", "X-1", "X-4"], 4, null])
    for (const limit of [1, 2, 3]) {
      const seen: string[] = []
      for (let cursor: string | null = ""; cursor !== null;) {
        const page: any = await found(`q=palette&limit=${limit}${cursor && `&cursor=${cursor}`}`)
        expect(page.total).toBe(4)
        seen.push(...numbers(page))
        cursor = page.next_cursor
      }
      expect(seen).toEqual(["X-3", "X-2", "X-1", "X-4"])
    }
    expect(numbers(await found("q=palette+60"))).toEqual(["X-4"])
    expect(numbers(await found("q=palette+0"))).toEqual([])
    expect(numbers(await found("q=palette&art=gebinde"))).toEqual([])
    const other = await app.company(`fremde-${Bun.randomUUIDv7()}`)
    expect((await call("GET", "pfandartikel?q=palette", undefined, other.admin.token)).body.items).toEqual([])
  })

  test("are found as a scanner types them that is set otherwise, in their list and everywhere", async () => {
    const id = await neu("pfandartikel", {
      nummer: "KY-900",
      bezeichnung: "Kasten",
      art: "einzeln",
      pfand_cent: 150,
      ust_klasse: "warenumschliessung",
      barcode: "4006381333931",
    })
    const kundin = await kunde("Zum Anker", { kundennummer: "AZ-4711" })
    const typed = [
      "KZß900",
      "kzß)==",
      "04006381333931",
      "]E04006381333931",
      "(01)04006381333931(21)7",
      "$==&§(!§§§)§!",
    ]
    for (const q of typed) {
      const { items } = (await call("GET", `pfandartikel?q=${encodeURIComponent(q)}`)).body
      expect([q, items.map((one: any) => one.id)]).toEqual([q, [id]])
      expect((await search(q)).pfandartikel.map((one: any) => one.id)).toEqual([id])
    }
    expect((await search("ayß4711")).kunden.map((one: any) => one.id)).toEqual([kundin])
    expect((await search('"(Anker)"')).kunden.map((one: any) => one.id)).toEqual([kundin])
  })

  test("are found by a size however it is written", async () => {
    const ids: string[] = []
    for (const [i, size] of ["20x0,5", "20×0,5", "20 x 0,5", "24x0,33"].entries())
      ids.push(
        await neu("pfandartikel", {
          nummer: `G-${i}`,
          bezeichnung: `Größenkasten ${size}`,
          art: "einzeln",
          pfand_cent: 150,
          ust_klasse: "warenumschliessung",
        }),
      )
    const found = async (q: string) =>
      (await call("GET", `pfandartikel?q=${encodeURIComponent(`größenk ${q}`)}`)).body.items
        .map((one: any) => one.id)
        .toSorted()
    for (const q of ["20x0,5", "20X0,5", "20×0,5", "20 x 0,5"])
      expect([q, await found(q)]).toEqual([q, ids.slice(0, 3).toSorted()])
    expect(await found("24×0,33")).toEqual(ids.slice(3))
    // Of a code it is a part like any other.
    expect((await call("GET", "pfandartikel?q=G20x0")).body.items).toEqual([])
  })

  test("of another company are not found", async () => {
    const other = await app.company(`andere-${Bun.randomUUIDv7()}`)
    await neu("geraete", { geraetenummer: "K-12", bezeichnung: "Flaschenkühler" })
    for (const path of ["geraete?q=flasch", "suche?q=flasch"]) {
      const { body } = await call("GET", path, undefined, other.admin.token)
      expect(body.items ?? body.geraete).toEqual([])
    }
  })
})

describe("the search for everything", () => {
  test("finds some of each kind, and the deliveries of the customers it finds", async () => {
    const id = await kunde("Krone", { ort: "Celle" })
    await neu("geraete", { geraetenummer: "G-9", bezeichnung: "Kronenzapfer" })
    const lieferung = await neu("lieferungen", { kunde_id: id, datum: "2099-01-01", positionen: [] })
    expect(await search("kron")).toEqual({
      kunden: [{ id, kundennummer: expect.any(String), name: "Krone", ort: "Celle", aktiv: 1 }],
      geraete: [
        {
          id: expect.any(String),
          geraetenummer: "G-9",
          bezeichnung: "Kronenzapfer",
          status: "lager",
          kunde_id: null,
          kunde_name: null,
        },
      ],
      pfandartikel: [],
      lieferungen: [
        {
          id: lieferung,
          datum: "2099-01-01",
          status: "geplant",
          kunde_id: id,
          kunde_name: "Krone",
          fahrer_name: null,
        },
      ],
      abrechnungen: [],
      anzahl: { kunden: 1, geraete: 1, pfandartikel: 0 },
    })
    expect((await search("celle")).kunden.length).toBe(1)
  })

  test("finds a beginning among more than are ranked, and nothing where nothing was typed", async () => {
    const tenant = app.deps.system.tenant(hof.id)
    const { createKunde } = await import("../../../src/api/kunden/rules.ts")
    await app.deps.system.write(() => {
      for (let i = 0; i < 210; i++)
        createKunde(tenant, { id: null, name: "x" }, { name: `Hof ${i}`, ort: "Zell" })
    })
    const late = await kunde("Zeller")
    const nummer = await kunde("Z", { kundennummer: "ZEL-1" })
    expect((await search("zel")).kunden.slice(0, 2).map(({ id }: any) => id)).toEqual([nummer, late])
    expect((await search("zel")).kunden.length).toBe(8)
    const anzahl = { kunden: 0, geraete: 0, pfandartikel: 0 }
    const nothing = { kunden: [], geraete: [], pfandartikel: [], lieferungen: [], abrechnungen: [], anzahl }
    for (const q of ["", "  ", "%", "***"]) expect(await search(q)).toEqual(nothing)
  })

  test("finds a settlement by its number, however much of it is typed", async () => {
    const [kunde_id] = hof.kunden
    const heute = today()
    const ids: string[] = []
    for (let i = 0; i < 12; i++) {
      await call("POST", "pfandbuchungen", {
        kunde_id,
        positionen: [{ pfandartikel_id: hof.leer, art: "ausgabe", menge: 1 }],
      })
      ids.push(await neu("abrechnungen", { kunde_id, bis: heute }))
    }
    const jahr = (await call("GET", `abrechnungen/${ids[0]}`)).body.nummer.split("-")[1]
    const numbers = async (q: string) =>
      (await search(q)).abrechnungen.map(({ nummer }: { nummer: string }) => Number(nummer.split("-")[2]))
    for (const q of [`ABR-${jahr}-00012`, `abr-${jahr}-00012`, `${jahr}-12`, "00012", "12"])
      expect([q, await numbers(q)]).toEqual([q, [12]])
    expect(await numbers(`ABR-${jahr}-0001`)).toEqual([1, 12, 11, 10])
    expect(await numbers("abr 1")).toEqual([1])
    for (const q of [`Rechnung ${jahr}-12`, "abrechnung 12"]) expect(await numbers(q)).toEqual([12])
    // By the customer's name too: the latest of his.
    expect(await numbers("Gasthaus 1")).toEqual([12, 11])
    expect(await numbers("Gasthaus 2")).toEqual([])
    expect(await numbers("abr")).toEqual([12, 11, 10, 9, 8, 7, 6, 5])
    for (const q of ["13", `${Number(jahr) - 1}-12`, "abr x", jahr])
      expect([q, await numbers(q)]).toEqual([q, []])
    expect((await search("12")).abrechnungen[0]).toMatchObject({ id: ids[11], kunde_id, art: "abrechnung" })
    const foreign = await yard(app, `fremd-${Bun.randomUUIDv7()}`)
    expect((await call("GET", "suche?q=abr", undefined, foreign.admin.token)).body.abrechnungen).toEqual([])
  })

  test("takes a day in any form for its deliveries", async () => {
    const id = await neu("lieferungen", { kunde_id: hof.kunden[0], datum: "2026-03-01", positionen: [] })
    for (const q of ["2026-03-01", "1.3.2026", "01.03.26", " 1.3.2026 "])
      expect((await search(q)).lieferungen.map((l: { id: string }) => l.id)).toEqual([id])
    for (const q of ["30.2.2026", "2026-13-01"]) expect((await search(q)).lieferungen).toEqual([])
  })
})
