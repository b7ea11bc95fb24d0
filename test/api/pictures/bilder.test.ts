import { afterAll, beforeAll, beforeEach, describe, expect, setSystemTime, test } from "bun:test"
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { deflateSync } from "node:zlib"
import { workFolder } from "../../../src/ops/backup/backup.ts"
import { tidyDaily } from "../../../src/ops/upkeep.ts"
import { notePair, sweep } from "../../../src/ops/uploads/sweep.ts"
import { checkDataDir } from "../../../src/ops/check/check.ts"
import { drawing } from "../../../src/ops/demo/drawing.ts"
import { webpChunks } from "../../../src/lib/picture-kind.ts"
import { decoding } from "../../../src/api/pictures/decoding.ts"
import { createLog } from "../../../src/lib/log.ts"
import { createTestApp, type TestApp } from "../../helpers/app.ts"
import { until } from "../../helpers/eventually.ts"
import { moving, pixel, pngChunk, pngOf } from "../../helpers/pictures.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"

const app = createTestApp({ env: { MAX_FILE_SIZE: "200000" } })
afterAll(app.close)
let hof: Yard
let kunde: string
beforeEach(async () => {
  hof = await yard(app, `hof-${Bun.randomUUIDv7()}`)
  kunde = hof.kunden[0]
})

/** A PNG of one colour: small as a file, however many pixels it has. */
function png(width: number, height: number): Buffer {
  const number = (value: number): Buffer => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(value)
    return bytes
  }
  const chunk = (type: string, data: Buffer): Buffer => {
    const content = Buffer.concat([Buffer.from(type), data])
    return Buffer.concat([number(data.length), content, number(Bun.hash.crc32(content))])
  }
  const header = Buffer.concat([number(width), number(height), Buffer.from([8, 0, 0, 0, 0])])
  const rows = deflateSync(Buffer.alloc((width + 1) * height))
  const magic = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  return Buffer.concat([magic, chunk("IHDR", header), chunk("IDAT", rows), chunk("IEND", Buffer.alloc(0))])
}

/** A JPEG with EXIF: lying on its side (orientation 6), with a secret where GPS data would be. */
async function sideways(width: number, height: number): Promise<Buffer> {
  const jpeg = Buffer.from(await new Bun.Image(png(width, height)).jpeg().bytes())
  const tiff = Buffer.from(
    "II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0GEHEIMER-ORT",
    "latin1",
  )
  const exif = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), tiff])
  const length = Buffer.alloc(2)
  length.writeUInt16BE(exif.length + 2)
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xe1]), length, exif, jpeg.subarray(2)])
}

type Fields = Record<string, string>
function form(bild: Uint8Array, fields: Fields = {}, name = "foto.jpg"): FormData {
  const data = new FormData()
  for (const [field, value] of Object.entries(fields)) data.append(field, value)
  data.append("bild", new File([new Uint8Array(bild)], name, { type: "image/jpeg" }))
  return data
}
const upload = (raw: FormData, role: "admin" | "user" | "fahrer" = "fahrer", where: TestApp = app) =>
  where.call("POST", `/api/kunden/${kunde}/bilder`, { token: hof[role].token, raw })
const uploadsIn = (where: TestApp): string[] =>
  readdirSync(join(where.dir, "uploads"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
const list = async () =>
  (await app.call("GET", `/api/kunden/${kunde}/bilder`, { token: hof.user.token })).body.items

describe("an upload", () => {
  test("is encoded afresh at two sizes, under names that nobody can guess, and served", async () => {
    const { status, body } = await upload(form(png(3000, 1500), { titel: "Hintereingang" }))
    expect(status).toBe(201)
    expect(body).toMatchObject({
      titel: "Hintereingang",
      breite: 2560,
      hoehe: 1280,
      kunde_id: kunde,
      sortierung: 0,
    })
    expect(body.pfad).toMatch(/^([0-9a-f]{2})\/\1[0-9a-f]{30}\.webp$/)
    expect(body.pfad).not.toBe(body.vorschau_pfad)
    const served = await app.call("GET", body.url)
    expect([served.status, served.headers.get("content-type")]).toEqual([200, "image/webp"])
    const small = new Bun.Image(join(app.dir, "uploads", body.vorschau_pfad))
    expect(await small.metadata()).toMatchObject({ width: 480, height: 240, format: "webp" })
    expect(await list()).toEqual([body])
  })

  test("of a photo stays a JPEG, which costs a tenth of the time, with a small preview", async () => {
    const { body } = await upload(form(await new Bun.Image(png(800, 600)).jpeg().bytes()))
    expect([body.pfad, body.vorschau_pfad]).toEqual([
      expect.stringMatching(/^([0-9a-f]{2})\/\1[0-9a-f]{30}\.jpg$/),
      expect.stringMatching(/^([0-9a-f]{2})\/\1[0-9a-f]{30}\.webp$/),
    ])
    const [large, small] = [await app.call("GET", body.url), await app.call("GET", body.vorschau_url)]
    expect([large, small].map(({ headers }) => headers.get("content-type"))).toEqual([
      "image/jpeg",
      "image/webp",
    ])
    const stored = new Bun.Image(join(app.dir, "uploads", body.pfad))
    expect(await stored.metadata()).toMatchObject({ width: 800, height: 600, format: "jpeg" })
  })

  test("stands upright and says no longer where it was taken", async () => {
    const original = await sideways(60, 20)
    expect(original.toString("latin1")).toContain("GEHEIMER-ORT")
    const { body } = await upload(form(original))
    expect([body.breite, body.hoehe]).toEqual([20, 60])
    const stored = await Bun.file(join(app.dir, "uploads", body.pfad)).bytes()
    expect(Buffer.from(stored).toString("latin1")).not.toMatch(/GEHEIMER-ORT|Exif/)
  })

  // As EXIF counts; where the upper left corner of the stored picture, which alone is black, comes to lie.
  test.each([
    [1, 60, 20, 0, 0],
    [2, 60, 20, 59, 0],
    [3, 60, 20, 59, 19],
    [4, 60, 20, 0, 19],
    [5, 20, 60, 0, 0],
    [6, 20, 60, 19, 0],
    [7, 20, 60, 19, 59],
    [8, 20, 60, 0, 59],
  ])("of a PNG with orientation %i stands as browsers show it", async (value, breite, hoehe, x, y) => {
    const tiff = Buffer.from("MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0", "latin1")
    tiff[19] = value
    const corner = (column: number, row: number) => [column < 5 && row < 5 ? 0 : 255]
    const original = pngOf({ width: 60, height: 20, channels: 1 }, corner, pngChunk("eXIf", tiff))
    const { body } = await upload(form(original))
    expect([body.breite, body.hoehe]).toEqual([breite, hoehe])
    const stored = await Bun.file(join(app.dir, "uploads", body.pfad)).bytes()
    expect((await pixel(stored, x, y))[0]).toBeLessThan(60)
    expect((await pixel(stored, breite - 1 - x, hoehe - 1 - y))[0]).toBeGreaterThan(200)
  })

  test.each(["", "Exif\0\0"])("of a WebP stands upright as well, by EXIF behind %j", async (before) => {
    const tiff = "II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0"
    const exif = Buffer.from(before + tiff, "latin1")
    const plain = pngOf({ width: 60, height: 20, channels: 1 }, (x, y) => [x < 5 && y < 5 ? 0 : 255])
    const [pixels] = webpChunks(await new Bun.Image(plain).webp({ lossless: true }).bytes())
    const chunk = (type: string, data: Buffer) => {
      const length = Buffer.alloc(4)
      length.writeUInt32LE(data.length)
      return Buffer.concat([Buffer.from(type, "latin1"), length, data])
    }
    const head = chunk("VP8X", Buffer.from([8, 0, 0, 0, 59, 0, 0, 19, 0, 0]))
    const content = Buffer.concat([Buffer.from("WEBP"), head, pixels?.raw ?? head, chunk("EXIF", exif)])
    const { body } = await upload(form(chunk("RIFF", content)))
    const frame = Buffer.concat([Buffer.alloc(6), head.subarray(12), Buffer.alloc(4), pixels?.raw ?? head])
    const moves = Buffer.concat([Buffer.from("WEBP"), head, chunk("ANMF", frame), chunk("EXIF", exif)])
    for (const file of [body, (await upload(form(chunk("RIFF", moves)))).body]) {
      expect([file.breite, file.hoehe]).toEqual([20, 60])
      const stored = await Bun.file(join(app.dir, "uploads", file.pfad)).bytes()
      expect((await pixel(stored, 19, 0))[0]).toBeLessThan(60)
    }
  })

  test("of a PNG whose EXIF lies stays as it is", async () => {
    for (const exif of [
      "MM\0*\xff\xff\xff\xff",
      "II*\0\x08\0\0\0\xff\xff",
      "",
      "MM\0*\0\0\0\x08\0\x01\x01\x12",
    ]) {
      const chunk = pngChunk("eXIf", Buffer.from(exif, "latin1"))
      const { status, body } = await upload(
        form(pngOf({ width: 6, height: 2, channels: 1 }, () => [0], chunk)),
      )
      expect([status, body.breite]).toEqual([201, 6])
    }
  })

  test("keeps what is transparent, and of one that moves its first frame", async () => {
    const clear = pngOf({ width: 40, height: 20, channels: 4 }, () => [255, 0, 0, 0])
    const seen = await upload(form(clear))
    const file = (pfad: string) => Bun.file(join(app.dir, "uploads", pfad)).bytes()
    expect((await pixel(await file(seen.body.pfad), 5, 5))[3]).toBe(0)
    const still = (red: number) =>
      new Bun.Image(pngOf({ width: 40, height: 20, channels: 4 }, () => [red, 0, 0, 255]))
        .webp({ lossless: true })
        .bytes()
    const { status, body } = await upload(form(moving(40, 20, [await still(255), await still(0)])))
    expect([status, body.breite, body.hoehe]).toEqual([201, 40, 20])
    expect((await pixel(await file(body.pfad), 5, 5))[0]).toBeGreaterThan(240)
  })

  test("is known by its content: a name and a type may lie, a tail does not survive", async () => {
    const webp = await new Bun.Image(png(10, 10)).webp().bytes()
    expect((await upload(form(webp, {}, "a.exe"))).status).toBe(201)
    const polyglot = Buffer.concat([png(10, 10), Buffer.from("<script>alert(1)</script>")])
    const { body } = await upload(form(polyglot))
    const stored = await Bun.file(join(app.dir, "uploads", body.pfad)).text()
    expect(stored).not.toContain("script")
  })

  test.each([
    ["text", Buffer.from("kein Bild"), 415, "kein JPEG"],
    ["SVG", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), 415, "kein JPEG"],
    [
      "HEIC",
      Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypheic"), Buffer.alloc(50)]),
      415,
      "HEIC",
    ],
    ["HEIC of Android", Buffer.from("\0\0\0\x18ftypmif1", "latin1"), 415, "Android"],
    ["a bomb", png(9000, 9000), 413, "2560 Bildpunkte an der längeren Seite genügen"],
    ["too large a file", Buffer.concat([png(5, 5), Buffer.alloc(210_000)]), 413, "zu groß"],
    ["nothing", Buffer.alloc(0), 415, "kein JPEG"],
  ])("of %s is refused with a clear word, and leaves nothing", async (_, bytes, status, word) => {
    const before = uploadsIn(app).length
    const reply = await upload(form(bytes))
    expect([reply.status, reply.body.error]).toEqual([status, expect.stringContaining(word)])
    expect([uploadsIn(app).length, await list()]).toEqual([before, []])
  })

  const damaged = [{ path: "bild", msg: expect.stringContaining("beschädigt") }]
  test.each(["jpeg", "png", "webp"] as const)("of a %s that did not come whole is refused", async (kind) => {
    const whole = Buffer.from(await new Bun.Image(drawing(1))[kind]().bytes())
    const before = uploadsIn(app).length
    for (const part of [0.3, 0.6, 0.99].map((share) => Math.floor(whole.length * share))) {
      const reply = await upload(form(whole.subarray(0, part)))
      expect([reply.status, reply.body.errors]).toMatchObject([400, damaged])
    }
    expect((await upload(form(whole.subarray(0, -1)))).status).toBe(400)
    expect([uploadsIn(app).length, await list()]).toEqual([before, []])
    // A phone's note, or a second picture, behind the end.
    const more = Buffer.concat([whole, Buffer.from("MotionPhoto"), whole.subarray(0, 200)])
    expect((await upload(form(more))).status).toBe(201)
  })

  test("of which nothing but beginning and end is one is damaged, not a fault of the service", async () => {
    const empty = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 2, 0xff, 0xd9])
    const reply = await upload(form(empty))
    expect([reply.status, reply.body.errors]).toMatchObject([400, damaged])
  })

  test("of a JPEG is held against its own end, not that of the preview in its metadata", async () => {
    const preview = Buffer.from(await new Bun.Image(png(40, 30)).jpeg().bytes())
    const header = Buffer.from([0xff, 0xe1, 0, 0])
    header.writeUInt16BE(preview.length + 2, 2)
    const jpeg = Buffer.from(await new Bun.Image(drawing(2)).jpeg({ progressive: true }).bytes())
    const photo = Buffer.concat([jpeg.subarray(0, 2), header, preview, jpeg.subarray(2)])
    expect((await upload(form(photo))).status).toBe(201)
    expect((await upload(form(photo.subarray(0, -jpeg.length / 2)))).status).toBe(400)
    expect((await upload(form(photo.subarray(0, 4)))).status).toBe(400)
  })

  test("that is announced too large is refused before it is read; so is one for nobody, or by nobody", async () => {
    const never = () =>
      new ReadableStream({ pull: () => expect.unreachable("nothing should be read") }, { highWaterMark: 0 })
    const path = `/api/kunden/${kunde}/bilder`
    const headers = { "content-type": "multipart/form-data; boundary=x", "content-length": "99999999" }
    const { token } = hof.fahrer
    expect((await app.call("POST", path, { raw: never(), headers })).status).toBe(401)
    const missing = `/api/kunden/${Bun.randomUUIDv7()}/bilder`
    expect((await app.call("POST", missing, { token, raw: never(), headers })).status).toBe(404)
    const large = await app.call("POST", path, { token, raw: never(), headers })
    expect([large.status, large.body.error]).toEqual([413, expect.stringContaining("zu groß")])
  })

  test("that is no form, has two pictures, other fields or a hundred parts is refused", async () => {
    const plain = await app.call("POST", `/api/kunden/${kunde}/bilder`, { token: hof.user.token, raw: "x" })
    expect(plain.status).toBe(415)
    const two = form(png(5, 5))
    two.append("bild", new File([new Uint8Array(png(5, 5))], "b.png"))
    expect((await upload(two)).status).toBe(400)
    expect((await upload(form(png(5, 5), { farbe: "rot" }))).status).toBe(400)
    expect((await upload(form(png(5, 5), { id: "7" }))).body.errors).toMatchObject([{ path: "id" }])
    const many = form(png(5, 5))
    for (let i = 0; i < 100; i++) many.append("titel", "x")
    expect((await upload(many)).body.errors).toMatchObject([{ path: "bild", msg: "zu viele Felder" }])
  })

  test.each([
    ["multipart/form-data; boundary=a", 201],
    ['multipart/form-data; charset=utf-8; Boundary="a";', 201],
    ["multipart/form-data; xboundary=b; boundary=a", 201],
    ["multipart/form-data; boundary=a; boundary=b", 415],
    ['multipart/form-data; boundary=b; BOUNDARY="a"', 415],
    ["multipart/form-data; x=boundary=a", 415],
    ["multipart/form-data", 415],
    ["multipart/form-database; boundary=a", 415],
    ["multipart/mixed; boundary=a", 415],
  ])("as %s is answered with %i", async (type, status) => {
    const head = '--a\r\nContent-Disposition: form-data; name="bild"; filename="a.png"\r\n\r\n'
    const raw = new Uint8Array(Buffer.concat([Buffer.from(head), png(5, 5), Buffer.from("\r\n--a--\r\n")]))
    const headers = { "content-type": type }
    const path = `/api/kunden/${kunde}/bilder`
    expect((await app.call("POST", path, { token: hof.user.token, raw, headers })).status).toBe(status)
  })

  test("may be repeated by its id, which stores it once", async () => {
    const before = uploadsIn(app).length
    const id = Bun.randomUUIDv7()
    const replies = await Promise.all(Array.from({ length: 5 }, () => upload(form(png(30, 30), { id }))))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 201])
    expect((await list()).length).toBe(1)
    expect(uploadsIn(app).length).toBe(before + 2)
    expect((await upload(form(png(31, 31), { id }))).status).toBe(409)
    const elsewhere = { token: hof.fahrer.token, raw: form(png(30, 30), { id }) }
    expect((await app.call("POST", `/api/kunden/${hof.kunden[1]}/bilder`, elsewhere)).status).toBe(409)
  })

  test("beyond the company's room is refused and leaves nothing", async () => {
    const small = createTestApp({ env: { QUOTA_PER_TENANT: "1000" } })
    const firma = await yard(small, "klein")
    const send = () =>
      small.call("POST", `/api/kunden/${firma.kunden[0]}/bilder`, {
        token: firma.user.token,
        raw: form(png(200, 200)),
      })
    const statuses: number[] = []
    for (let i = 0; i < 8; i++) statuses.push((await send()).status)
    const stored = statuses.filter((status) => status === 201).length
    expect([stored > 0, statuses.at(-1)]).toEqual([true, 413])
    expect(uploadsIn(small).length).toBe(stored * 2)
    small.close()
  })
})

test("pictures are listed in their order, page by page", async () => {
  const path = `/api/kunden/${kunde}/bilder`
  const { token } = hof.fahrer
  const ids: string[] = []
  for (let i = 0; i < 5; i++) ids.push((await upload(form(png(5 + i, 5)))).body.id)
  const last = ids.pop() ?? ""
  await app.call("PATCH", `${path}/${last}`, { token: hof.user.token, body: { sortierung: -7 } })
  const found: string[] = []
  for (let cursor: string | null = ""; cursor !== null;) {
    const { body } = await app.call("GET", `${path}?limit=2&total=true${cursor && `&cursor=${cursor}`}`, {
      token,
    })
    expect([body.items.length <= 2, body.total]).toEqual([true, 5])
    found.push(...body.items.map(({ id }: { id: string }) => id))
    cursor = body.next_cursor
  }
  expect(found).toEqual([last, ...ids])
  expect((await app.call("GET", `${path}?sort=sortierung`, { token })).body.total).toBeUndefined()
  for (const cursor of ["x", Buffer.from('["kunden_bilder sortierung","a","b"]').toString("base64url")])
    expect((await app.call("GET", `${path}?cursor=${cursor}`, { token })).status).toBe(400)
})

test("pictures are titled, ordered and deleted with their files", async () => {
  const [one, two] = [(await upload(form(png(5, 5)))).body, (await upload(form(png(6, 6)))).body]
  const path = `/api/kunden/${kunde}/bilder`
  const { token } = hof.user
  const changed = await app.call("PATCH", `${path}/${two.id}`, {
    token,
    body: { titel: "Tor", sortierung: -1 },
  })
  expect(changed.body).toMatchObject({ titel: "Tor", version: 2 })
  expect((await list()).map(({ id }: { id: string }) => id)).toEqual([two.id, one.id])
  expect((await app.call("DELETE", `${path}/${two.id}`, { token: hof.fahrer.token })).status).toBe(403)
  expect((await app.call("DELETE", `${path}/${two.id}`, { token })).status).toBe(204)
  expect((await app.call("GET", two.url)).status).toBe(404)
  expect(existsSync(join(app.dir, "uploads", two.vorschau_pfad))).toBe(false)
  const other = `/api/kunden/${hof.kunden[1]}/bilder/${one.id}`
  expect((await app.call("DELETE", other, { token })).status).toBe(404)
})

test("a record that the disk would not confirm, and that is there after all, has its files", async () => {
  const { system } = app.deps
  const write = system.write
  system.write = (async (work) => {
    await write.call(system, work)
    throw Object.assign(new Error("disk I/O error"), { code: "SQLITE_IOERR_FSYNC" })
  }) as typeof write
  const refused = await upload(form(png(5, 5))).finally(() => (system.write = write))
  expect([refused.status, refused.body]).toEqual([
    503,
    { error: "Der Speicher des Servers meldet einen Fehler. Bitte später noch einmal versuchen." },
  ])
  const [bild] = await list()
  for (const path of [bild.url, bild.vorschau_url]) expect((await app.call("GET", path)).status).toBe(200)
})

describe("the sweep", () => {
  const uploads = join(app.dir, "uploads")
  const HOUR = 3_600_000
  const day = () => new Date().toISOString().slice(0, 10)
  const inQuarantine = (name: string) => existsSync(join(uploads, ".quarantine", day(), name))
  const sweepAll = (before: number) => sweep(app.deps, before, { all: false })
  /** As if the database had been known for long: files here are made older than they are. */
  const knownSince = (since: number) => {
    notePair(app.deps.config)
    const note = join(uploads, ".known-database")
    writeFileSync(note, JSON.stringify({ ...JSON.parse(readFileSync(note, "utf8")), since }))
  }
  beforeAll(() => knownSince(0))
  /** Leaves a file that no record names. */
  const orphan = (name: string, age: number) => {
    mkdirSync(join(uploads, "zz"), { recursive: true })
    writeFileSync(join(uploads, name), "x")
    const then = new Date(Date.now() - age)
    utimesSync(join(uploads, name), then, then)
    return () => existsSync(join(uploads, name))
  }

  test("quarantines what an interrupted upload left, but nothing that is newer or has its record", async () => {
    const { body } = await upload(form(png(5, 5)))
    const old = new Date(Date.now() - 2 * HOUR)
    for (const path of [body.pfad, body.vorschau_pfad]) utimesSync(join(uploads, path), old, old)
    const left = [orphan(".entwurf-1", 2 * HOUR), orphan("zz/waise.webp", 2 * HOUR)]
    const fresh = orphan("zz/neu.webp", 0)
    expect((await sweepAll(Date.now() - HOUR)).quarantined).toBe(1)
    expect([...left.map((there) => there()), fresh()]).toEqual([false, false, true])
    expect([inQuarantine("zz/waise.webp"), inQuarantine(".entwurf-1")]).toEqual([true, false])
    expect((await app.call("GET", body.vorschau_url)).status).toBe(200)
  })

  test("waits while a copy of the data is made or taken in, but not for one that was killed", async () => {
    const there = orphan("zz/aus-dem-umzug.webp", 2 * HOUR)
    const work = workFolder(app.dir, new Date())
    mkdirSync(work)
    expect((await sweepAll(Date.now())).quarantined).toBe(0)
    renameSync(work, workFolder(app.dir, new Date(Date.now() - 25 * HOUR)))
    expect(there()).toBe(true)
    await sweepAll(Date.now())
    expect(there()).toBe(false)
  })

  test("leaves alone what is older than its pairing with the database", async () => {
    knownSince(Date.now() - HOUR)
    const [older, newer] = [orphan("zz/aelter.webp", 2 * HOUR), orphan("zz/juenger.webp", HOUR / 2)]
    expect((await sweepAll(Date.now())).quarantined).toBe(1)
    expect([older(), newer()]).toEqual([true, false])
    expect((await sweep(app.deps, Date.now(), { all: true })).quarantined).toBe(1)
    expect(older()).toBe(false)
    knownSince(0)
  })

  test("empties the quarantine by days that have passed, not by a clock that jumps", async () => {
    const start = Date.parse(`${day()}T12:00:00Z`) + 24 * HOUR
    const at = (days: number) => setSystemTime(new Date(start + days * 24 * HOUR))
    const came = new Date(start).toISOString().slice(0, 10)
    const gone = () => !existsSync(join(uploads, ".quarantine", came, "zz/im-lager.webp"))
    const clock = async () =>
      (await checkDataDir(app.dir, new Date())).find(({ check }) => check === "clock") ?? { result: "" }
    at(0)
    await sweepAll(0)
    mkdirSync(join(uploads, ".quarantine", came, "zz"), { recursive: true })
    writeFileSync(join(uploads, ".quarantine", came, "zz/im-lager.webp"), "x")
    expect((await clock()).result).toBe("ok")
    for (const days of [2000, 2000.1, 2001, 0, 1]) {
      at(days)
      await sweepAll(0)
      expect(gone()).toBe(false)
    }
    at(2000)
    await sweepAll(0)
    expect(await clock()).toMatchObject({
      result: "warning",
      detail: expect.stringMatching(/die Uhr ist um Tage gesprungen.*timedatectl/),
    })
    // A server that was off so long catches up.
    for (let days = 2001; days < 2030 && !gone(); days++) {
      at(days)
      await sweepAll(0)
    }
    expect(gone()).toBe(true)
    setSystemTime()
    await sweepAll(0)
    // Day by day it is thirty days, as ever.
    mkdirSync(join(uploads, ".quarantine", came, "zz"), { recursive: true })
    writeFileSync(join(uploads, ".quarantine", came, "zz/im-lager.webp"), "x")
    for (let days = 1; days <= 32; days++) {
      at(days)
      await sweepAll(0)
      expect([days, gone()]).toEqual([days, days >= 31])
    }
    setSystemTime()
    await sweepAll(0)
  })

  test("takes nothing when it would be more than a small share", async () => {
    const many = Array.from({ length: 11 }, (_, i) => orphan(`zz/viele${i}.webp`, HOUR))
    expect(await sweepAll(Date.now())).toMatchObject({ quarantined: 0, tooMany: 11 })
    expect(many.every((there) => there())).toBe(true)
    rmSync(join(uploads, "zz/viele0.webp"))
    expect((await sweepAll(Date.now())).quarantined).toBe(10)
  })

  test("keeps what is in quarantine for thirty days, and brings back what a record names", async () => {
    const folder = (name: string) => {
      mkdirSync(join(uploads, ".quarantine", name), { recursive: true })
      writeFileSync(join(uploads, ".quarantine", name, "alt.webp"), "x")
      return () => existsSync(join(uploads, ".quarantine", name, "alt.webp"))
    }
    const ago = (days: number) => new Date(Date.now() - days * 24 * HOUR).toISOString().slice(0, 10)
    const [kept, over] = [folder(ago(30)), folder(ago(32))]
    const { body } = await upload(form(png(5, 5)))
    mkdirSync(join(uploads, ".quarantine", ago(30), body.pfad, ".."), { recursive: true })
    renameSync(join(uploads, body.pfad), join(uploads, ".quarantine", ago(30), body.pfad))
    expect((await sweepAll(Date.now() - HOUR)).broughtBack).toBe(1)
    expect((await app.call("GET", body.url)).status).toBe(200)
    expect([kept(), over()]).toEqual([true, false])
  })

  test("takes what is older than the service at once, and goes on while it runs", async () => {
    const [before, since] = [orphan("zz/davor.webp", performance.now() + 1000), orphan("zz/seither.webp", 0)]
    const { body } = await upload(form(png(5, 5)))
    const aside = join(uploads, ".quarantine", day(), body.pfad)
    mkdirSync(join(aside, ".."), { recursive: true })
    renameSync(join(uploads, body.pfad), aside)
    const said: string[] = []
    const end = tidyDaily({ ...app.deps, log: createLog("json", (line) => void said.push(line)) }, 10)
    await until("the file of before is taken", () => !before())
    expect(said.join("")).toContain("brought pictures back")
    expect(since()).toBe(true)
    const next = orphan("zz/spaeter.webp", 2 * HOUR)
    await until("the next one is taken", () => !next())
    expect(since()).toBe(true)
    const [killed = "", atWork = ""] = [25, 0].map((hours) =>
      workFolder(app.dir, new Date(Date.now() - hours * HOUR)),
    )
    for (const one of [atWork, killed]) mkdirSync(one)
    await until("what a killed copy left is gone", () => !existsSync(killed))
    expect(existsSync(atWork)).toBe(true)
    rmSync(atWork, { recursive: true })
    end()
  })
})

describe("a company's logo", () => {
  const send = (bytes: Uint8Array) => {
    const raw = new FormData()
    raw.set("logo", new File([bytes as Uint8Array<ArrayBuffer>], "logo.png"))
    return app.call("PUT", "/api/tenant/logo", { token: hof.admin.token, raw })
  }

  test("is made anew from its pixels, and refused like any picture", async () => {
    expect((await send(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"))).status).toBe(415)
    const bomb = await send(png(9000, 9000))
    expect([bomb.status, bomb.body.error]).toEqual([413, expect.stringContaining("Bildpunkte")])
    const polyglot = Buffer.concat([png(10, 10), Buffer.from("<script>alert(1)</script>")])
    expect((await send(polyglot)).status).toBe(200)
    const stored = await app.call("GET", "/api/tenant/logo", { token: hof.admin.token })
    expect([stored.status, stored.headers.get("content-type")]).toEqual([200, "image/png"])
    expect(stored.text).not.toContain("script")
    await app.call("DELETE", "/api/tenant/logo", { token: hof.admin.token })
    const log = await app.call("GET", "/api/protokoll?tabelle=firmenlogos", { token: hof.admin.token })
    expect(log.body.items.map(({ aktion }: { aktion: string }) => aktion)).toEqual([
      "firmenlogos.geloescht",
      "firmenlogos.hochgeladen",
    ])
  })

  test("and pictures of one company are decoded one at a time, so that one more is left for others", async () => {
    const large = png(3000, 3000)
    const seen = { most: 0, isOver: false }
    const logos = Promise.all(Array.from({ length: 5 }, () => send(large))).finally(() => {
      seen.isOver = true
    })
    while (!seen.isOver) {
      seen.most = Math.max(seen.most, decoding.load().running)
      await new Promise(setImmediate)
    }
    expect((await logos).map(({ status }) => status)).toEqual(Array(5).fill(200))
    expect(seen.most).toBe(1)
  }, 120_000)

  test("is decoded in turn with the pictures of others, who find room however many are sent", async () => {
    const other = await yard(app, `hof-${Bun.randomUUIDv7()}`)
    const large = png(4000, 4000)
    const logos = Array.from({ length: 40 }, async () => (await send(large)).status)
    // The first to be answered are those that found no room.
    expect(await Promise.race(logos)).toBe(503)
    const path = `/api/kunden/${other.kunden[0]}/bilder`
    const pictures = Array.from({ length: 6 }, async () => {
      const raw = form(png(10, 10))
      return (await app.call("POST", path, { token: other.admin.token, raw })).status
    })
    expect(await Promise.all(pictures)).toEqual(Array(6).fill(201))
    expect(new Set(await Promise.all(logos))).toEqual(new Set([200, 503]))
  }, 120_000)
})
