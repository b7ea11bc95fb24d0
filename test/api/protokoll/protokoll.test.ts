import { afterAll, beforeEach, expect, setSystemTime, test } from "bun:test"
import { createTestApp } from "../../helpers/app.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"
import { travel } from "../../helpers/zeit.ts"

/** Entries of the log: old and new values of the fields that money and goods depend on, and no others. */

const app = createTestApp()
afterAll(app.close)
let hof: Yard
beforeEach(async () => {
  hof = await yard(app, `hof-${Bun.randomUUIDv7()}`)
})

type Role = "admin" | "user" | "fahrer"
const call = (method: string, path: string, body?: object, role: Role = "user") =>
  app.call(method, `/api/${path}`, { token: hof[role].token, ...(body && { body }) })
const log = async (query: string) => (await call("GET", `protokoll?${query}`, undefined, "admin")).body.items
const plane = async (positionen: object[] = []) =>
  (
    await call("POST", "lieferungen", {
      kunde_id: hof.kunden[0],
      fahrer_id: hof.fahrer.id,
      datum: "2026-03-31",
      positionen,
    })
  ).body.id

test("tells what a gebinde was made of and is made of now; the same parts again are no change", async () => {
  const teile = (flaschen: number) => ({
    bestandteile: [
      { pfandartikel_id: hof.leer, menge: 1 },
      { pfandartikel_id: hof.flasche, menge: flaschen },
    ],
  })
  for (const flaschen of [20, 24, 24])
    expect((await call("PATCH", `pfandartikel/${hof.kasten}`, teile(flaschen), "admin")).status).toBe(200)
  expect(await log(`datensatz_id=${hof.kasten}`)).toMatchObject([
    {
      aktion: "pfandartikel.bestandteile_geaendert",
      mitarbeiter_id: hof.admin.id,
      aenderungen: [
        { feld: "bestandteile", vorher: "1 × KASTEN, 20 × FLASCHE", nachher: "1 × KASTEN, 24 × FLASCHE" },
      ],
    },
  ])
})

test("tells what a customer was who was deleted", async () => {
  const { body } = await call("POST", "kunden", { name: "Nur kurz", ort: "Lüneburg" })
  expect((await call("DELETE", `kunden/${body.id}`)).status).toBe(204)
  const [deleted] = await log(`datensatz_id=${body.id}`)
  expect(deleted.aktion).toBe("kunden.geloescht")
  expect(deleted.aenderungen).toContainEqual({ feld: "name", vorher: "Nur kurz", nachher: null })
  expect(deleted.aenderungen).toContainEqual({ feld: "ort", vorher: "Lüneburg", nachher: null })
})

test("tells which positions of a delivery were planned, and which are", async () => {
  const id = await plane([
    { pfandartikel_id: hof.kasten, soll_ausgabe: 2, soll_ruecknahme: 1 },
    { geraet_id: hof.geraete[0], soll_ruecknahme: 1 },
  ])
  const positionen = [{ pfandartikel_id: hof.fass, soll_ausgabe: 3 }]
  await call("PATCH", `lieferungen/${id}`, { hinweis: "Rampe", positionen })
  const [geaendert, hinweis] = await log(`datensatz_id=${id}`)
  expect(geaendert).toMatchObject({
    aktion: "lieferungen.positionen_geaendert",
    aenderungen: [
      { feld: "positionen", vorher: "2 × BIER, 1 × BIER zurück, 1 × G-1 zurück", nachher: "3 × FASS" },
    ],
  })
  expect(hinweis.aenderungen).toEqual([{ feld: "hinweis", vorher: null, nachher: "Rampe" }])
  // Sent once more with another remark, as a page does, they are not changed.
  await call("PATCH", `lieferungen/${id}`, { hinweis: "Tor 2", positionen })
  const [latest] = await log(`datensatz_id=${id}`)
  expect([latest.aktion, latest.aenderungen]).toEqual([
    "lieferungen.geaendert",
    [{ feld: "hinweis", vorher: "Rampe", nachher: "Tor 2" }],
  ])
})

test("tells that a delivery was signed, without the picture", async () => {
  const id = await plane()
  await call("POST", `lieferungen/${id}/start`, {}, "fahrer")
  const unterschrift = `data:image/png;base64,iVBORw0KGgo${"A".repeat(3000)}`
  await call("POST", `lieferungen/${id}/abschluss`, { unterschrift, positionen: [] }, "fahrer")
  const [zugestellt] = await log(`datensatz_id=${id}`)
  expect(zugestellt.mitarbeiter_id).toBe(hof.fahrer.id)
  expect(zugestellt.aenderungen).toContainEqual({
    feld: "unterschrift",
    vorher: null,
    nachher: "vorhanden",
  })
  expect(JSON.stringify(zugestellt)).not.toContain("AAAA")
})

test("tells what was typed of a customer, not the columns that follow from it", async () => {
  const { id } = (await call("POST", "kunden", { name: "Ähre", ort: "Köln", kundennummer: "7" })).body
  await call("PATCH", `kunden/${id}`, { name: "Öhr", ort: "Kiel", kundennummer: "8" })
  const felder = (await log(`datensatz_id=${id}`)).map(
    ({ aenderungen }: { aenderungen: { feld: string }[] }) => aenderungen.map(({ feld }) => feld).toSorted(),
  )
  expect(felder[0]).toEqual(["kundennummer", "name", "ort"])
  expect(felder[1]).not.toContain("name_sort")
})

test("names who did each thing that changes no figure in the ledger", async () => {
  const seit = (await log("limit=1"))[0]?.id ?? ""
  const artikel = {
    nummer: "PAL",
    bezeichnung: "Palette",
    art: "einzeln",
    pfand_cent: 0,
    ust_klasse: "transporthilfsmittel",
  }
  await call("POST", "pfandartikel", artikel, "admin")
  const geraet = { geraetenummer: "NEU", bezeichnung: "Kühler" }
  const { id } = (await call("POST", "geraete", geraet)).body
  await call("PATCH", `geraete/${id}`, { notiz: "neu" })
  await call("POST", `geraete/${id}/status`, { status: "wartung" })
  const [one, other] = [await plane(), await plane()]
  const path = `touren/2026-03-31/${hof.fahrer.id}`
  await call("PUT", path, { lieferung_ids: [other, one] })
  await call("PATCH", `lieferungen/${one}`, { hinweis: "Rampe" })
  await call("POST", `lieferungen/${one}/storno`, {})
  await call("POST", `lieferungen/${other}/start`, {}, "fahrer")
  await call("POST", `lieferungen/${other}/fehlschlag`, { grund: "zu" }, "fahrer")
  await call("POST", `lieferungen/${other}/neu-planen`, { datum: "2026-04-01" })
  const items = (await log("limit=200")).filter((entry: { id: string }) => entry.id > seit)
  const told = items.map((entry: { aktion: string; mitarbeiter_name: string }) => [
    entry.aktion,
    entry.mitarbeiter_name,
  ])
  expect(told.toReversed()).toEqual([
    ["pfandartikel.angelegt", "admin Test"],
    ["geraete.angelegt", "user Test"],
    ["geraete.geaendert", "user Test"],
    ["geraete.status", "user Test"],
    ["lieferungen.geplant", "user Test"],
    ["lieferungen.geplant", "user Test"],
    ["lieferungen.umgeordnet", "user Test"],
    ["lieferungen.umgeordnet", "user Test"],
    ["lieferungen.geaendert", "user Test"],
    ["lieferungen.storniert", "user Test"],
    ["lieferungen.gestartet", "fahrer Test"],
    ["lieferungen.nicht_zugestellt", "fahrer Test"],
    ["lieferungen.neu_geplant", "user Test"],
  ])
  // What begins was nothing before.
  const begun = items.filter(({ aktion }: { aktion: string }) => /\.(?:angelegt|geplant)$/.test(aktion))
  for (const { aktion, aenderungen } of begun)
    expect([aktion, ...new Set(aenderungen.map(({ vorher }: { vorher: unknown }) => vorher))]).toEqual([
      aktion,
      null,
    ])
})

test("tells the days of the company, from midnight to midnight", async () => {
  try {
    for (const moment of [
      "2026-03-30T21:59:59.999Z",
      "2026-03-30T22:00:00.000Z",
      "2026-03-31T22:00:00.000Z",
    ]) {
      await travel(app, hof, moment)
      await call("POST", "kunden", { name: moment })
    }
    const of = async (tag: string) =>
      (await log(`tabelle=kunden&von=${tag}&bis=${tag}`)).map((one: any) => one.erstellt_am)
    expect([await of("2026-03-30"), await of("2026-03-31"), await of("2026-04-01")]).toEqual([
      ["2026-03-30T21:59:59.999Z"],
      ["2026-03-30T22:00:00.000Z"],
      ["2026-03-31T22:00:00.000Z"],
    ])
  } finally {
    setSystemTime()
  }
})
