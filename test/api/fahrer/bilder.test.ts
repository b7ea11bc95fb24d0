import { afterAll, beforeEach, describe, expect, test } from "bun:test"
import { existsSync, readdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { backUp } from "../../../src/ops/backup/backup.ts"
import { restore } from "../../../src/ops/backup/restore.ts"
import { drawing } from "../../../src/ops/demo/drawing.ts"
import { createTestApp } from "../../helpers/app.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"
import { temporaryDir } from "../../helpers/temporary.ts"

const app = createTestApp({ env: { QUOTA_PER_TENANT: "120000" } })
afterAll(app.close)
let hof: Yard
let lieferung: string
beforeEach(async () => {
  hof = await yard(app, `hof-${Bun.randomUUIDv7()}`)
  lieferung = await geplant()
})

const call = (method: string, path: string, body?: object, token = hof.user.token) =>
  app.call(method, `/api/lieferungen${path}`, { token, ...(body && { body }) })

async function geplant(): Promise<string> {
  const plan = { kunde_id: hof.kunden[0], fahrer_id: hof.fahrer.id, datum: "2026-03-31", positionen: [] }
  return (await call("POST", "", plan)).body.id
}

function photo(
  fields: Record<string, string> = {},
  token = hof.fahrer.token,
  id = lieferung,
  bild = drawing(1),
) {
  const raw = new FormData()
  raw.append("bild", new File([new Uint8Array(bild)], "a.png"))
  for (const [name, value] of Object.entries({ art: "beweis", ...fields })) raw.append(name, value)
  return app.call("POST", `/api/lieferungen/${id}/bilder`, { token, raw })
}

const files = () =>
  readdirSync(join(app.dir, "uploads"), { recursive: true, withFileTypes: true }).filter((file) =>
    file.isFile(),
  )

describe("a picture of a stop", () => {
  test("belongs to the delivery and its position, and is served like any other", async () => {
    const erfasst_am = "2026-03-31T06:00:00.000Z"
    const { status, body } = await photo({ art: "schaden", geraet_id: hof.geraete[0], erfasst_am })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      lieferung_id: lieferung,
      art: "schaden",
      geraet_id: hof.geraete[0],
      versuch: 1,
      erfasst_am,
      hochgeladen_von: hof.fahrer.id,
    })
    for (const url of [body.url, body.vorschau_url]) expect((await app.call("GET", url)).status).toBe(200)
    const list = await call("GET", `/${lieferung}/bilder`)
    expect(list.body.items).toEqual([body])
  })

  test("is taken once, however often it is sent", async () => {
    const vorher = files().length
    const id = Bun.randomUUIDv7()
    const replies = [await photo({ id }), await photo({ id }), await photo({ id })]
    expect(replies.map(({ status }) => status)).toEqual([201, 200, 200])
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    expect(files().length).toBe(vorher + 2)
    const other = await photo({ id }, hof.fahrer.token, lieferung, drawing(2))
    expect(other.status).toBe(409)
    expect(files().length).toBe(vorher + 2)
  })

  test("may come late: of a stop that failed and was planned anew for somebody else", async () => {
    await call("POST", `/${lieferung}/start`, {})
    await call("POST", `/${lieferung}/fehlschlag`, { grund: "Geschlossen" })
    expect((await photo({ versuch: "1" })).status).toBe(201)
    const other = await app.account(hof.id, "fahrer")
    const neu = { datum: "2026-04-01", fahrer_id: other.id }
    await call("POST", `/${lieferung}/neu-planen`, neu)
    expect((await photo({ versuch: "1" })).body.versuch).toBe(1)
    expect((await photo({ versuch: "2" })).status).toBe(404)
    expect((await photo({})).status).toBe(404)
    expect((await photo({ versuch: "3" })).status).toBe(409)
  })

  test("is taken from nobody who was never there, whatever they hand over, and at no attempt", async () => {
    const stranger = await app.account(hof.id, "fahrer")
    expect((await photo({}, stranger.token)).status).toBe(404)
    const klaerung = { art: "abschluss", lieferung_id: lieferung, ablehnung: "Anderer Fahrer", angaben: {} }
    await app.call("POST", "/api/klaerungen", { token: stranger.token, body: klaerung })
    expect((await photo({}, stranger.token)).status).toBe(404)
    await call("POST", `/${lieferung}/start`, {})
    await call("POST", `/${lieferung}/fehlschlag`, { grund: "Geschlossen" })
    await call("POST", `/${lieferung}/neu-planen`, { datum: "2026-04-01" })
    for (const versuch of ["1", "2"]) expect((await photo({ versuch }, stranger.token)).status).toBe(404)
    expect((await photo({ versuch: "1" })).status).toBe(201)
  })

  test("of a stop that the office gave to somebody else in mid-tour is taken, too", async () => {
    const other = await app.account(hof.id, "fahrer")
    await call("PATCH", `/${lieferung}`, { fahrer_id: other.id })
    expect((await photo({ versuch: "1" })).status).toBe(201)
    expect((await photo({}, other.token)).status).toBe(201)
    const third = await app.account(hof.id, "fahrer")
    expect((await photo({ versuch: "1" }, third.token)).status).toBe(404)
    // It is the office that sees them.
    expect((await call("GET", `/${lieferung}/bilder`, undefined, hof.fahrer.token)).status).toBe(404)
    expect((await call("GET", `/${lieferung}/bilder`)).body.items).toHaveLength(2)
  })

  test("of an unplanned pick-up that was refused waits with its Klärung, and goes along when that is booked", async () => {
    const id = Bun.randomUUIDv7()
    expect((await photo({}, hof.fahrer.token, id)).status).toBe(404)
    const klaerung = {
      id,
      art: "ungeplant",
      kunde_id: hof.kunden[0],
      ablehnung: "Abgeschaltet",
      angaben: { positionen: [{ pfandartikel_id: hof.fass, ist_ruecknahme: 1 }] },
    }
    expect(
      (await app.call("POST", "/api/klaerungen", { token: hof.fahrer.token, body: klaerung })).status,
    ).toBe(201)
    const bild = Bun.randomUUIDv7()
    const first = await photo({ id: bild }, hof.fahrer.token, id)
    expect([first.status, first.body.lieferung_id]).toEqual([201, null])
    expect((await photo({ id: bild }, hof.fahrer.token, id)).status).toBe(200)
    const stranger = await app.account(hof.id, "fahrer")
    expect((await photo({}, stranger.token, id)).status).toBe(404)
    expect((await call("GET", `/${id}/bilder`, undefined, stranger.token)).status).toBe(404)
    expect((await call("GET", `/${id}/bilder`)).body.items).toEqual([first.body])
    const buchen = () => app.call("POST", `/api/klaerungen/${id}/buchen`, { token: hof.user.token, body: {} })
    expect([(await buchen()).body.lieferung_id, (await buchen()).status]).toEqual([id, 200])
    // One arrives late; a repeat of the first makes no second.
    expect((await photo({}, hof.fahrer.token, id)).body.lieferung_id).toBe(id)
    expect((await photo({ id: bild }, hof.fahrer.token, id)).status).toBe(200)
    const { items } = (await call("GET", `/${id}/bilder`)).body
    expect(items.map((one: any) => [one.lieferung_id, one.url === first.body.url])).toEqual([
      [id, true],
      [id, false],
    ])
  })

  test("in a Klärung does not stand in the way of a delivery with the same id, and can be taken away", async () => {
    const klaerung = { art: "ungeplant", kunde_id: hof.kunden[0], ablehnung: "Nein", angaben: {} }
    const stranger = await app.account(hof.id, "fahrer")
    const own = { ...klaerung, id: lieferung }
    await app.call("POST", "/api/klaerungen", { token: stranger.token, body: own })
    expect((await photo()).body.lieferung_id).toBe(lieferung)
    expect((await photo({}, stranger.token)).status).toBe(404)
    const id = Bun.randomUUIDv7()
    await app.call("POST", "/api/klaerungen", { token: hof.fahrer.token, body: { ...klaerung, id } })
    const { body } = await photo({}, hof.fahrer.token, id)
    await app.call("POST", `/api/klaerungen/${id}/verwerfen`, {
      token: hof.user.token,
      body: { grund: "Doppelt" },
    })
    expect((await call("GET", `/${id}/bilder`)).body.items).toEqual([body])
    expect((await call("DELETE", `/${id}/bilder/${body.id}`)).status).toBe(204)
    expect((await call("GET", `/${id}/bilder`)).body.items).toEqual([])
  })

  test("is refused with its fault, and nothing is left of it", async () => {
    const vorher = files().length
    const faults = async (fields: Record<string, string>) => {
      const { status, body } = await photo(fields)
      return [status, body.errors?.map(({ path }: { path: string }) => path) ?? body.error]
    }
    expect(await faults({ art: "selfie" })).toEqual([400, ["art"]])
    expect(await faults({ versuch: "0" })).toEqual([400, ["versuch"]])
    expect(await faults({ geraet_id: Bun.randomUUIDv7() })).toEqual([404, "Gerät nicht gefunden"])
    const both = { geraet_id: hof.geraete[0], pfandartikel_id: hof.fass }
    expect(await faults(both)).toEqual([400, ["geraet_id"]])
    expect((await photo({}, hof.fahrer.token, Bun.randomUUIDv7())).status).toBe(404)
    expect(files().length).toBe(vorher)
  })

  test("counts against the quota that customers' pictures count against", async () => {
    const kundenbild = async () => {
      const raw = new FormData()
      raw.append("bild", new File([new Uint8Array(drawing(1))], "a.png"))
      return app.call("POST", `/api/kunden/${hof.kunden[0]}/bilder`, { token: hof.user.token, raw })
    }
    let status = 201
    for (let i = 0; status === 201 && i < 100; i++) status = (await photo()).status
    expect(status).toBe(413)
    expect((await kundenbild()).status).toBe(413)
  })

  test("is taken away by the office, with its files", async () => {
    const vorher = files().length
    const { body } = await photo()
    const fahrer = await call("DELETE", `/${lieferung}/bilder/${body.id}`, undefined, hof.fahrer.token)
    expect(fahrer.status).toBe(403)
    const other = await geplant()
    expect((await call("DELETE", `/${other}/bilder/${body.id}`)).status).toBe(404)
    expect((await call("DELETE", `/${lieferung}/bilder/${body.id}`)).status).toBe(204)
    expect(files().length).toBe(vorher)
  })

  test("is printed on the delivery note where it shows the delivery, not an attempt that failed", async () => {
    const printed = async () => {
      const { text } = await call("GET", `/${lieferung}/lieferschein.pdf`)
      return text.match(/\/Subtype \/Image/g)?.length ?? 0
    }
    await call("POST", `/${lieferung}/start`, {})
    for (const bild of [drawing(1), drawing(2)]) await photo({}, hof.fahrer.token, lieferung, bild)
    const report = { id: Bun.randomUUIDv7(), art: "abschluss", lieferung_id: lieferung, versuch: 1 }
    await app.call("POST", "/api/klaerungen", {
      token: hof.fahrer.token,
      body: { ...report, ablehnung: "x", angaben: {} },
    })
    await call("POST", `/${lieferung}/fehlschlag`, { grund: "Zu" })
    await call("POST", `/${lieferung}/neu-planen`, { datum: "2026-04-01", fahrer_id: hof.fahrer.id })
    await photo({}, hof.fahrer.token, lieferung, drawing(3))
    await call("POST", `/${lieferung}/start`, {})
    await call("POST", `/${lieferung}/abschluss`, { positionen: [] })
    expect(await printed()).toBe(1)
    const positionen = [{ pfandartikel_id: hof.fass, ist_ausgabe: 1 }]
    const booking = { token: hof.user.token, body: { positionen } }
    expect((await app.call("POST", `/api/klaerungen/${report.id}/buchen`, booking)).status).toBe(200)
    expect(await printed()).toBe(3)
  })
})

test("pictures of stops are backed up and restored, and missed when they are gone", async () => {
  const { body } = await photo()
  const target = join(temporaryDir(), "sicherung.tar")
  const manifest = await backUp(app.dir, target, new Date())
  const file = body.url.slice(1)
  expect(manifest.files.map(({ path }) => path)).toContain(file)
  const fresh = temporaryDir()
  await restore(fresh, target, new Date())
  expect(existsSync(join(fresh, file))).toBe(true)
  expect(app.deps.system.findRecordOf(body.url.slice("/uploads/".length))).toBeDefined()
  rmSync(join(app.dir, file))
})
