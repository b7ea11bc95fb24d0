import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { createKunde } from "../../../src/api/kunden/rules.ts"
import { createApp } from "../../../src/app.ts"
import { bookVorgang } from "../../../src/api/pfandbuchungen/vorgang.ts"
import {
  geraete,
  kunden_bilder,
  lieferpositionen,
  lieferungen,
  pfandartikel,
} from "../../../src/db/schema.ts"
import { AUTHOR, type Company, createTestApp } from "../../helpers/app.ts"
import { pdfText } from "../../helpers/pdf.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"

const app = createTestApp()
afterAll(app.close)
const day = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString("sv-SE", { timeZone: "Europe/Berlin" })
const get = (path: string, token: string, headers = {}) => app.call("GET", `/api/${path}`, { token, headers })

describe("a driver's day", () => {
  let hof: Yard
  const plane = (more: object) =>
    app.call("POST", "/api/lieferungen", {
      token: hof.user.token,
      body: { kunde_id: hof.kunden[0], fahrer_id: hof.fahrer.id, datum: day(0), positionen: [], ...more },
    })
  beforeAll(async () => {
    hof = await yard(app, "tag")
    await plane({ hinweis: "Hintertür", positionen: [{ pfandartikel_id: hof.kasten, soll_ausgabe: 2 }] })
    await plane({ datum: day(1), kunde_id: hof.kunden[1] })
    await plane({ datum: day(2), hinweis: "übermorgen" })
    await plane({ hinweis: "von anderen", fahrer_id: hof.user.id })
    const { body } = await plane({ hinweis: "abgesagt" })
    await app.call("POST", `/api/lieferungen/${body.id}/storno`, { token: hof.user.token, body: {} })
    await app.deps.system.write(() => {
      const tenant = app.deps.system.tenant(hof.id)
      bookVorgang(tenant, { ...AUTHOR, id: hof.user.id, rolle: "user", tenant_id: hof.id } as never, {
        vorgang_id: Bun.randomUUIDv7(),
        kunde_id: hof.kunden[0],
        erfasst_am: tenant.now(),
        positionen: [
          { pfandartikel_id: hof.fass, art: "ausgabe", menge: 3 },
          { geraet_id: hof.geraete[0], art: "ausgabe", menge: 1 },
          { pfandartikel_id: hof.fass, art: "ruecknahme", menge: 1 },
        ],
      })
    })
  })

  test("has today's and tomorrow's own stops, in their order, and all that belongs to them", async () => {
    const { body } = await get("fahrer/tag", hof.fahrer.token)
    expect([body.heute, body.morgen]).toEqual([day(0), day(1)])
    expect(body.fahrer).toEqual({ id: hof.fahrer.id, name: "fahrer Test" })
    expect(body.stopps).toMatchObject([
      {
        hinweis: "Hintertür",
        status: "geplant",
        versuch: 1,
        positionen: [{ pfandartikel_id: hof.kasten, soll_ausgabe: 2 }],
      },
      { datum: day(1), kunde_id: hof.kunden[1] },
    ])
    const [kunde] = body.kunden
    expect(kunde).toMatchObject({
      id: hof.kunden[0],
      bestand: [{ pfandartikel_id: hof.fass, bestand: 2 }],
      ueblich: [{ pfandartikel_id: hof.fass, menge: 1 }],
    })
    const bier = body.artikel.find(({ nummer }: { nummer: string }) => nummer === "BIER")
    expect(bier.teile).toHaveLength(2)
    expect(body.geraete).toContainEqual(
      expect.objectContaining({ geraetenummer: "G-1", status: "beim_kunden", kunde_id: hof.kunden[0] }),
    )
    expect(body.geraete).toContainEqual(expect.objectContaining({ geraetenummer: "G-2", status: "lager" }))
  })

  test("has one ETag, another one after any change", async () => {
    const first = await get("fahrer/tag", hof.fahrer.token)
    const etag = first.headers.get("etag") ?? ""
    const known = await get("fahrer/tag", hof.fahrer.token, { "if-none-match": etag })
    expect([known.status, known.text]).toEqual([304, ""])
    const patch = { bezeichnung: "Fass, groß" }
    await app.call("PATCH", `/api/pfandartikel/${hof.fass}`, { token: hof.admin.token, body: patch })
    const later = await get("fahrer/tag", hof.fahrer.token, { "if-none-match": etag })
    expect(later.status).toBe(200)
    expect(later.headers.get("etag")).not.toBe(etag)
  })

  test("still shows what was begun on an earlier day and never finished", async () => {
    const long = await plane({ datum: day(-20), hinweis: "liegen geblieben" })
    await app.call("POST", `/api/lieferungen/${long.body.id}/start`, { token: hof.fahrer.token, body: {} })
    expect(await hinweise()).toEqual(["liegen geblieben", "Hintertür", null])
  })

  test("still shows what was planned in the last seven days and nobody set off to, until it is cancelled", async () => {
    await plane({ datum: day(-8), hinweis: "vergessen" })
    await plane({ datum: day(-7), hinweis: "vor einer Woche" })
    await plane({ datum: day(-1), hinweis: "von anderen", fahrer_id: hof.user.id })
    const { body } = await plane({ datum: day(-1), hinweis: "gestern" })
    const later = ["Hintertür", null]
    expect(await hinweise()).toEqual(["liegen geblieben", "vor einer Woche", "gestern", ...later])
    await app.call("POST", `/api/lieferungen/${body.id}/storno`, { token: hof.user.token, body: {} })
    expect(await hinweise()).toEqual(["liegen geblieben", "vor einer Woche", ...later])
  })

  test("is held in the evening against what is left of those days as well, and against nothing that is out of sight", async () => {
    const evening = await yard(app, "abend")
    const plan = async (days: number, soll_ausgabe: number) => {
      const positionen = [{ pfandartikel_id: evening.kasten, soll_ausgabe }]
      const body = { kunde_id: evening.kunden[0], fahrer_id: evening.fahrer.id, datum: day(days), positionen }
      expect((await app.call("POST", "/api/lieferungen", { token: evening.user.token, body })).status).toBe(
        201,
      )
    }
    for (const [days, pieces] of [
      [0, 1],
      [-1, 10],
      [-7, 100],
      [-8, 1000],
    ] as const)
      await plan(days, pieces)
    const shown = (await get("fahrer/tag", evening.fahrer.token)).body.stopps.flatMap(
      ({ positionen }: { positionen: { soll_ausgabe: number }[] }) =>
        positionen.map((one) => one.soll_ausgabe),
    )
    expect(shown).toEqual([100, 10, 1])
    const positionen = [{ art: "ware", pfandartikel_id: evening.kasten, gezaehlt: 111 }]
    const { body } = await app.call("POST", "/api/feierabend", {
      token: evening.fahrer.token,
      body: { datum: day(0), positionen },
    })
    expect(body.positionen).toMatchObject([{ art: "ware", erwartet: 111, gezaehlt: 111, differenz: 0 }])
  })

  test("is missed where nobody counted, and counted by the office in the driver's place", async () => {
    const firma = await yard(app, "ungezaehlt")
    const as = (token: string, method: string, path: string, body?: object) =>
      app.call(method, `/api/${path}`, { token, ...(body && { body }) })
    const { user, fahrer, kasten } = firma
    const plan = { kunde_id: firma.kunden[0], fahrer_id: fahrer.id, datum: day(-1), positionen: [] }
    const { id } = (await as(user.token, "POST", "lieferungen", plan)).body
    await as(fahrer.token, "POST", `lieferungen/${id}/start`, {})
    const positionen = [{ pfandartikel_id: kasten, ist_ruecknahme: 5 }]
    const done = { erfasst_am: `${day(-1)}T12:00:00.000Z`, positionen }
    expect((await as(fahrer.token, "POST", `lieferungen/${id}/abschluss`, done)).status).toBe(200)
    expect((await as(fahrer.token, "GET", "fahrer/tag")).body.stopps).toEqual([])
    const missed = async () => [
      (await as(user.token, "GET", "feierabend/fehlend")).body.items,
      (await as(user.token, "GET", "heute")).body.feierabend_fehlt.anzahl,
      (await as(user.token, "GET", "heute/liegengeblieben")).body.anzahl,
    ]
    // A company that counts nothing misses nothing.
    expect(await missed()).toEqual([[], 0, 0])
    await as(fahrer.token, "POST", "feierabend", { datum: day(-3), positionen: [] })
    // Nor is a day missed on which the driver finished nothing.
    const one = { datum: day(-1), fahrer_id: fahrer.id, fahrer_name: expect.any(String) }
    expect(await missed()).toEqual([[one], 1, 1])
    const expected = (
      await as(user.token, "GET", `feierabend/erwartet?datum=${day(-1)}&fahrer_id=${fahrer.id}`)
    ).body.positionen
    expect(expected).toMatchObject([{ art: "leergut", pfandartikel_id: kasten, erwartet: 5 }])
    const count = { datum: day(-1), positionen: [{ art: "leergut", pfandartikel_id: kasten, gezaehlt: 4 }] }
    expect((await as(fahrer.token, "POST", "feierabend", { ...count, fahrer_id: user.id })).status).toBe(403)
    const { status, body } = await as(user.token, "POST", "feierabend", { ...count, fahrer_id: fahrer.id })
    expect([status, body]).toMatchObject([
      201,
      { fahrer_id: fahrer.id, gezaehlt_von: user.id, danach: [], positionen: [{ differenz: -1 }] },
    ])
    expect(await missed()).toEqual([[], 0, 0])
  })

  test("is missed on the day a stop was finished, and not on the one for which it was planned", async () => {
    const firma = await yard(app, "andertags")
    const as = async (method: string, path: string, body?: object) =>
      (await app.call(method, `/api/${path}`, { token: firma.user.token, ...(body && { body }) })).body
    const { fahrer, kasten } = firma
    await as("POST", "feierabend", { datum: day(-5), fahrer_id: fahrer.id, positionen: [] })
    const uncounted = async (datum: string) => (await as("GET", `feierabend/ungezaehlt?datum=${datum}`)).items
    const paper = async (datum: string) => {
      const path = `/api/touren/${datum}/${fahrer.id}/feierabend.pdf`
      return pdfText((await app.call("GET", path, { token: firma.user.token })).bytes)
    }
    const positionen = [{ pfandartikel_id: kasten, soll_ausgabe: 20 }]
    const plan = { kunde_id: firma.kunden[0], fahrer_id: fahrer.id, datum: day(-4), positionen }
    const { id } = await as("POST", "lieferungen", plan)
    const truck = { fahrer_id: fahrer.id, fahrer_name: expect.any(String) }
    expect(await uncounted(day(-4))).toEqual([{ ...truck, datum: day(-4) }])
    expect(await uncounted(day(-1))).toEqual([])
    expect(await paper(day(-1))).toContain("Gasthaus 1 noch offen, vom")
    const times = { start: `${day(-1)}T10:00:00.000Z`, end: `${day(-1)}T12:00:00.000Z` }
    await as("POST", `lieferungen/${id}/start`, { erfasst_am: times.start })
    expect(await uncounted(day(-1))).toEqual([{ ...truck, datum: day(-1) }])
    const done = [{ pfandartikel_id: kasten, ist_ausgabe: 20, ist_ruecknahme: 7 }]
    await as("POST", `lieferungen/${id}/abschluss`, { erfasst_am: times.end, positionen: done })
    expect((await as("GET", "feierabend/fehlend")).items).toEqual([{ ...truck, datum: day(-1) }])
    expect([await uncounted(day(-4)), await uncounted(day(-1))]).toEqual([[], [{ ...truck, datum: day(-1) }]])
    expect(await paper(day(-1))).toContain("Kasten Bier 20 20 0 7 _______")
    expect(await paper(day(-4))).toContain("An diesem Tag wurde kein Stopp fertig, und keiner war offen.")
    await as("POST", "feierabend", { datum: day(-1), fahrer_id: fahrer.id, positionen: [] })
    expect(await uncounted(day(-1))).toEqual([])
  })

  test("names the stops that are still open, and those of its day that were booked after the count", async () => {
    const firma = await yard(app, "zufrueh")
    const as = async (method: string, path: string, body?: object) =>
      (await app.call(method, `/api/${path}`, { token: firma.user.token, ...(body && { body }) })).body
    const [fahrer_id, datum] = [firma.fahrer.id, day(-1)]
    const ids: string[] = []
    for (const kunde_id of firma.kunden.slice(0, 2))
      ids.push((await as("POST", "lieferungen", { kunde_id, fahrer_id, datum, positionen: [] })).id)
    const open = async () =>
      (await as("GET", `feierabend/erwartet?datum=${datum}&fahrer_id=${fahrer_id}`)).offen.map(
        (one: { lieferung_id: string }) => one.lieferung_id,
      )
    const deliver = async (id: string, tag: string) => {
      await as("POST", `lieferungen/${id}/start`, {})
      const positionen = [{ pfandartikel_id: firma.kasten, ist_ruecknahme: 2 }]
      await as("POST", `lieferungen/${id}/abschluss`, { erfasst_am: `${tag}T12:00:00.000Z`, positionen })
    }
    expect(await open()).toEqual(ids)
    // One that was begun is on the truck as long as nobody is done there.
    const old = { kunde_id: firma.kunden[0], fahrer_id, datum: day(-20), positionen: [] }
    const begun = (await as("POST", "lieferungen", old)).id
    await as("POST", `lieferungen/${begun}/start`, {})
    expect(await open()).toEqual([begun, ...ids])
    await as("POST", `lieferungen/${begun}/abschluss`, { positionen: [] })
    const { id } = await as("POST", "feierabend", { datum, fahrer_id, positionen: [] })
    const [onItsDay = "", dayBefore = ""] = ids
    await deliver(onItsDay, datum)
    await deliver(dayBefore, day(-2))
    expect(await open()).toEqual([])
    expect((await as("GET", `feierabend/${id}`)).danach).toMatchObject([{ lieferung_id: onItsDay }])
    const again = async () => [
      (await as("GET", "feierabend/fehlend")).neu_zu_zaehlen,
      (await as("GET", "heute")).feierabend_neu_zu_zaehlen.anzahl,
      (await as("GET", "heute/liegengeblieben")).anzahl,
    ]
    expect(await again()).toEqual([[{ datum, fahrer_id, fahrer_name: expect.any(String) }], 1, 1])
    // What is counted anew was held against it.
    await as("POST", "feierabend", { datum, fahrer_id, positionen: [] })
    const { items } = await as("GET", `feierabend?datum=${datum}`)
    expect(items.map((one: { danach: unknown[] }) => one.danach.length)).toEqual([0, 1])
    expect(await again()).toEqual([[], 0, 0])
  })

  test("ends at midnight: what is finished then is of the evening after", async () => {
    const night = await yard(app, "mitternacht")
    const token = night.fahrer.token
    const [kunde_id, fahrer_id, datum] = [night.kunden[0], night.fahrer.id, "2026-03-10"]
    const plan = { kunde_id, fahrer_id, datum, positionen: [] }
    const { id } = (await app.call("POST", "/api/lieferungen", { token: night.user.token, body: plan })).body
    await app.call("POST", `/api/lieferungen/${id}/start`, { token, body: {} })
    const positionen = [{ pfandartikel_id: night.kasten, ist_ruecknahme: 5 }]
    // In Berlin that is the midnight between the two.
    const body = { erfasst_am: "2026-03-10T23:00:00.000Z", positionen }
    expect((await app.call("POST", `/api/lieferungen/${id}/abschluss`, { token, body })).status).toBe(200)
    const expected = async (tag: string) =>
      (
        await app.call("POST", "/api/feierabend", { token, body: { datum: tag, positionen: [] } })
      ).body.positionen.map((one: { erwartet: number }) => one.erwartet)
    expect([await expected("2026-03-10"), await expected("2026-03-11")]).toEqual([[], [5]])
  })

  test("tells when the truck was counted last, and whether by its driver", async () => {
    const { fahrer, user } = await yard(app, "gezaehlt")
    const { token } = fahrer
    const fetched = async () => (await app.call("GET", "/api/fahrer/tag", { token })).body
    const before = await fetched()
    const counts: string[] = []
    // The first is of a telephone whose clock is ahead: it made the id.
    const ahead = { id: Bun.randomUUIDv7("hex", Date.now() + 400 * 86_400_000) }
    const captured = { "2026-03-30T17:00:00.000Z": ahead, "2026-03-30T18:00:00.000Z": {} }
    for (const [erfasst_am, id] of Object.entries(captured)) {
      const body = { ...id, datum: before.heute, erfasst_am, positionen: [] }
      counts.push((await app.call("POST", "/api/feierabend", { token, body })).body.erfasst_am)
    }
    const { gezaehlt_am, version, gezaehlt_selbst } = await fetched()
    expect([before.gezaehlt_am, gezaehlt_am, version === before.version]).toEqual([null, counts[1], false])
    const body = { datum: before.heute, fahrer_id: fahrer.id, positionen: [] }
    expect((await app.call("POST", "/api/feierabend", { token: user.token, body })).status).toBe(201)
    expect([gezaehlt_selbst, (await fetched()).gezaehlt_selbst]).toEqual([true, false])
  })

  const hinweise = async (): Promise<(string | null)[]> => {
    const { body } = await get("fahrer/tag", hof.fahrer.token)
    return body.stopps.map(({ hinweis }: { hinweis: string | null }) => hinweis)
  }
})

test("a customer's first three pictures come along, in the office's order", async () => {
  const hof = await yard(app, "bilder")
  const [kunde_id] = hof.kunden
  const body = { kunde_id, fahrer_id: hof.fahrer.id, datum: day(0), positionen: [] }
  await app.call("POST", "/api/lieferungen", { token: hof.user.token, body })
  await app.deps.system.write(() => {
    const tenant = app.deps.system.tenant(hof.id)
    for (const [sortierung, titel] of ["vierte", "dritte", "zweite", "erste"].entries()) {
      const file = { pfad: `${titel}.webp`, vorschau_pfad: `${titel}-klein.webp`, bytes: 1 }
      tenant.insert(kunden_bilder, { kunde_id, ...file, breite: 1, hoehe: 1, titel, sortierung: -sortierung })
    }
  })
  const [kunde] = (await get("fahrer/tag", hof.fahrer.token)).body.kunden
  expect(kunde.bilder).toEqual(
    ["erste", "zweite", "dritte"].map((titel) => ({ titel, vorschau_url: `/uploads/${titel}-klein.webp` })),
  )
})

describe("what a customer usually brings back", () => {
  test("is counted by deliveries and at the counter, and shown with the middle number", async () => {
    const hof = await yard(app, "rueckgaben")
    const [kunde_id] = hof.kunden
    for (const [tag, kaesten] of [5, 40, 7].entries()) {
      const { body } = await app.call("POST", "/api/lieferungen", {
        token: hof.user.token,
        body: { kunde_id, datum: `2026-03-0${tag + 1}`, positionen: [] },
      })
      await app.call("POST", `/api/lieferungen/${body.id}/start`, { token: hof.user.token, body: {} })
      const positionen = [{ pfandartikel_id: hof.kasten, ist_ruecknahme: kaesten }]
      await app.call("POST", `/api/lieferungen/${body.id}/abschluss`, {
        token: hof.user.token,
        body: { positionen },
      })
    }
    const positionen = [{ pfandartikel_id: hof.fass, art: "ruecknahme", menge: 2 }]
    await app.call("POST", "/api/pfandbuchungen", { token: hof.user.token, body: { kunde_id, positionen } })
    const { body } = await get(`kunden/${kunde_id}/rueckgaben`, hof.user.token)
    expect(body.items).toMatchObject([
      { pfandartikel_id: hof.kasten, nummer: "BIER", menge: 7, anzahl: 3 },
      { pfandartikel_id: hof.fass, nummer: "FASS", menge: 2, anzahl: 1 },
    ])
    // Eight crates and seven bottles at the counter, which the ledger holds as crates and bottles apart.
    const more = [
      { pfandartikel_id: hof.kasten, art: "ruecknahme", menge: 8 },
      { pfandartikel_id: hof.flasche, art: "ruecknahme", menge: 7 },
    ]
    await app.call("POST", "/api/pfandbuchungen", {
      token: hof.user.token,
      body: { kunde_id, positionen: more },
    })
    expect((await get(`kunden/${kunde_id}/rueckgaben`, hof.user.token)).body.items).toMatchObject([
      { pfandartikel_id: hof.kasten, menge: 7, anzahl: 4 },
      { pfandartikel_id: hof.flasche, menge: 7, anzahl: 1 },
      { pfandartikel_id: hof.fass, menge: 2, anzahl: 1 },
    ])
    // What went out, a correction, what was reversed, and what is no longer in use: nothing of that is offered.
    const book = (art: string, menge: number) =>
      app.call("POST", "/api/pfandbuchungen", {
        token: hof.admin.token,
        body: { kunde_id, grund: "x", positionen: [{ pfandartikel_id: hof.leer, art, menge }] },
      })
    await book("ausgabe", 9)
    await book("korrektur_minus", 2)
    const { vorgang_id } = (await book("ruecknahme", 3)).body
    const path = `/api/pfandbuchungen/${vorgang_id}/storno`
    await app.call("POST", path, { token: hof.admin.token, body: { grund: "x" } })
    for (const id of [hof.kasten, hof.fass])
      await app.call("PATCH", `/api/pfandartikel/${id}`, { token: hof.admin.token, body: { aktiv: 0 } })
    expect((await get(`kunden/${kunde_id}/rueckgaben`, hof.user.token)).body.items).toMatchObject([
      { pfandartikel_id: hof.flasche, menge: 167, anzahl: 1 },
      { pfandartikel_id: hof.leer, menge: 8, anzahl: 1 },
    ])
    const nothing = await get(`kunden/${hof.kunden[1]}/rueckgaben`, hof.fahrer.token)
    expect(nothing.body).toEqual({ items: [] })
  })

  test("begins with what the customer holds, also where none of it ever came back, and names a crate as one", async () => {
    const hof = await yard(app, "haelt")
    const [, kunde_id] = hof.kunden
    const post = (path: string, body: object) =>
      app.call("POST", `/api/${path}`, { token: hof.admin.token, body })
    const book = async (pfandartikel_id: string, art: string, menge: number) =>
      (await post("pfandbuchungen", { kunde_id, positionen: [{ pfandartikel_id, art, menge }] })).body
        .vorgang_id
    const usual = async () => (await get(`kunden/${kunde_id}/rueckgaben`, hof.user.token)).body.items
    await book(hof.fass, "ruecknahme", 1)
    await book(hof.kasten, "ausgabe", 3)
    // Its crates are there, the keg is not.
    expect(await usual()).toMatchObject([
      { pfandartikel_id: hof.kasten, menge: 0, anzahl: 0, zuletzt_am: null },
      { pfandartikel_id: hof.fass, menge: 1, anzahl: 1 },
    ])
    await book(hof.kasten, "ruecknahme", 2)
    expect(await usual()).toMatchObject([
      { pfandartikel_id: hof.kasten, menge: 2 },
      { pfandartikel_id: hof.fass },
    ])
    // A delivery that was reversed brought nothing back; and what is there may come back, in use or not.
    const { id } = (await post("lieferungen", { kunde_id, datum: "2026-03-04", positionen: [] })).body
    await post(`lieferungen/${id}/start`, {})
    const positionen = [{ pfandartikel_id: hof.leer, ist_ausgabe: 2, ist_ruecknahme: 1 }]
    await post(`lieferungen/${id}/abschluss`, { positionen })
    expect(await usual()).toMatchObject([{}, { pfandartikel_id: hof.leer, anzahl: 1 }, {}])
    const { items } = (await get(`pfandbuchungen?kunde_id=${kunde_id}&lieferung_id=${id}`, hof.admin.token))
      .body
    await post(`pfandbuchungen/${items[0].vorgang_id}/storno`, { grund: "x" })
    await app.call("PATCH", `/api/pfandartikel/${hof.leer}`, { token: hof.admin.token, body: { aktiv: 0 } })
    expect((await usual()).map((one: { nummer: string }) => one.nummer)).toEqual(["BIER", "FASS"])
    await book(hof.kasten, "ruecknahme", 1)
    await app.call("PATCH", `/api/pfandartikel/${hof.leer}`, { token: hof.admin.token, body: { aktiv: 1 } })
    await book(hof.leer, "ausgabe", 5)
    await app.call("PATCH", `/api/pfandartikel/${hof.leer}`, { token: hof.admin.token, body: { aktiv: 0 } })
    expect((await usual())[0]).toMatchObject({ pfandartikel_id: hof.leer, anzahl: 0 })
  })
})

test("a day is sent whole, however many stops it has, and says so where it does not fit", async () => {
  const viel = await yard(app, "viele-stopps")
  const tenant = app.deps.system.tenant(viel.id)
  const plan = (count: number, datum: string, more: object = {}) =>
    app.deps.system.write(() => {
      const stopp = { kunde_id: viel.kunden[0], fahrer_id: viel.fahrer.id, datum, ...more }
      for (let reihenfolge = 1; reihenfolge <= count; reihenfolge++)
        tenant.insert(lieferungen, { ...stopp, reihenfolge })
    })
  const counts = async () => {
    const { stopps, nicht_alle, aeltere } = (await get("fahrer/tag", viel.fahrer.token)).body
    const on = (datum: string): number =>
      stopps.filter((one: { datum: string }) => one.datum === datum).length
    return [on(day(-1)), on(day(0)), on(day(1)), nicht_alle, aeltere]
  }
  await plan(30, day(-1), { status: "unterwegs" })
  await plan(210, day(0))
  await plan(100, day(1))
  expect(await counts()).toEqual([30, 210, 100, false, 0])
  await plan(3, day(-8))
  await plan(700, day(1))
  expect(await counts()).toEqual([30, 210, 760, true, 3])
})

test("a day of 40 stops, 200 articles and 500 devices comes packed in less than 150 kB", async () => {
  const firma = await app.company("gross")
  await app.deps.system.write(() => fillDay(firma))
  const headers = {
    host: "localhost",
    authorization: `Bearer ${firma.fahrer.token}`,
  }
  const ask = (accepted: string) =>
    createApp(app.deps)(
      new Request("http://localhost/api/fahrer/tag", {
        headers: { ...headers, "accept-encoding": accepted },
      }),
    )
  const reply = await ask("gzip, br")
  expect(reply.headers.get("content-encoding")).toBe("gzip")
  for (const accepted of ["gzip;q=0, br", "GZIP; Q=0.00", "x-gzip"])
    expect([accepted, (await ask(accepted)).headers.get("content-encoding")]).toEqual([accepted, null])
  const packed = new Uint8Array(await reply.arrayBuffer())
  expect(packed.length).toBeLessThan(150_000)
  const plain = await get("fahrer/tag", firma.fahrer.token)
  expect(plain.body.stopps).toHaveLength(40)
  expect(plain.body.artikel).toHaveLength(200)
  expect(plain.body.geraete).toHaveLength(500)
  expect(new TextDecoder().decode(Bun.gunzipSync(packed))).toBe(plain.text)
  // A telephone finds by their numbers what is beyond.
  await app.deps.system.write(() => {
    const tenant = app.deps.system.tenant(firma.id)
    for (let i = 200; i <= 1000; i++) tenant.insert(pfandartikel, artikelOf(i))
    tenant.insert(geraete, { geraetenummer: "G-500", bezeichnung: "Kühlschrank 200 l" })
  })
  const most = (await get("fahrer/tag", firma.fahrer.token)).body
  expect([most.artikel.length, most.geraete.length]).toEqual([1000, 500])
})

const artikelOf = (nr: number) => ({
  nummer: `A-${nr}`,
  bezeichnung: `Kasten Mineralwasser Sorte ${nr}`,
  art: "einzeln" as const,
  pfand_cent: 150,
  ust_klasse: "warenumschliessung" as const,
  barcode: String(4_000_000_000_000 + nr * 7919),
})

function fillDay(firma: Company): void {
  const tenant = app.deps.system.tenant(firma.id)
  const artikel = Array.from({ length: 200 }, (_, i) => tenant.insert(pfandartikel, artikelOf(i)))
  for (let i = 0; i < 500; i++)
    tenant.insert(geraete, {
      geraetenummer: `G-${i}`,
      bezeichnung: "Kühlschrank 200 l",
      barcode: String(9_000_000_000 + i * 31),
    })
  for (let i = 0; i < 40; i++) {
    const { id: kunde_id } = createKunde(tenant, AUTHOR, {
      name: `Gasthaus Zum Goldenen Löwen ${i}`,
      strasse: `Marktplatz ${i}`,
      plz: "21335",
      ort: "Lüneburg",
      telefon: `04131 ${i * 977}`,
      anlieferungshinweis: "Über den Hof zur Hintertür, zweimal klingeln, der Schlüssel hängt im Schuppen.",
    }).record
    for (let n = 0; n < 3; n++) {
      const pfad = `${i}/${Bun.randomUUIDv7()}.webp`
      const bild = { kunde_id, pfad, vorschau_pfad: `v${pfad}`, breite: 1, hoehe: 1, bytes: 1 }
      tenant.insert(kunden_bilder, bild)
    }
    const stopp = tenant.insert(lieferungen, { kunde_id, fahrer_id: firma.fahrer.id, datum: day(0) })
    for (let n = 0; n < 8; n++)
      tenant.insert(lieferpositionen, {
        lieferung_id: stopp.id,
        position: n,
        pfandartikel_id: artikel[(i * 13 + n) % 200]?.id ?? null,
        soll_ausgabe: n,
      })
  }
}
