import { expect } from "bun:test"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { BRIEFKOPF } from "../helpers/app.ts"
import { until } from "../helpers/eventually.ts"
import { run, type Running } from "../helpers/executable.ts"

const PASSWORD = "ein gutes Kennwort"
/** The smallest picture there is. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==",
  "base64",
)

/** A picture that stays large: noise cannot be compressed. @param edge in pixels, a multiple of 4 */
export async function noise(edge: number): Promise<Uint8Array> {
  const pixels = Buffer.alloc(edge * edge * 3)
  for (let i = 0; i < pixels.length; i++) pixels[i] = Math.random() * 256
  const header = Buffer.alloc(54)
  header.write("BM")
  header.writeUInt32LE(54 + pixels.length, 2)
  header.writeUInt32LE(54, 10)
  header.writeUInt32LE(40, 14)
  header.writeInt32LE(edge, 18)
  header.writeInt32LE(edge, 22)
  header.writeUInt16LE(1, 26)
  header.writeUInt16LE(24, 28)
  return new Bun.Image(Buffer.concat([header, pixels])).jpeg({ quality: 90 }).bytes()
}

/** One that takes a while to store. */
const photo = await noise(240)

/** A company on the executable, and what was sent to it. All are ids that the client made. */
export type Yard = {
  token: string
  kunde: string
  artikel: string
  /** Most lines of a booking; every fourth has them. */
  lines: number
  /** Bookings that were answered with 201. */
  booked: string[]
  /** Bookings that were answered with 507: nothing was stored, it said. */
  refused: string[]
  /** Bookings that are on their way, or whose answer never came. */
  unanswered: Set<string>
  /** Pictures that were answered with 201, and what was sent. */
  pictures: Map<string, Uint8Array>
  unansweredPictures: Map<string, Uint8Array>
}

/** @returns the same at this moment, which goes its own way from here */
export const asOfNow = (yard: Yard): Yard => ({
  ...yard,
  booked: [...yard.booked],
  refused: [...yard.refused],
  unanswered: new Set(yard.unanswered),
  pictures: new Map(yard.pictures),
  unansweredPictures: new Map(yard.unansweredPictures),
})

export type Answer = { status: number; body: any }

export async function send(
  { url }: Running,
  token: string,
  path: string,
  body?: object | FormData,
  method = "POST",
): Promise<Answer> {
  const form = body instanceof FormData
  const reply = await fetch(url + path, {
    ...(body && { method, body: form ? body : JSON.stringify(body) }),
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && !form && { "content-type": "application/json" }),
    },
    signal: AbortSignal.timeout(60_000),
  })
  return { status: reply.status, body: await reply.json() }
}

/** @returns a token of the company's administrator */
export async function logIn(service: Running): Promise<string> {
  const credentials = { email: "a@hof.example", password: PASSWORD }
  return (await send(service, "", "/api/auth/login", credentials)).body.token
}

/** Makes a company with a customer and an article in a running service. @param lines most lines of a booking */
export async function found(service: Running, lines = 1): Promise<Yard> {
  const tenant =
    "tenant create --name Hof --slug hof --admin-email a@hof.example --admin-name A --password-stdin"
  const made = await run(tenant.split(" "), { dataDir: service.dataDir, stdin: `${PASSWORD}\n` })
  expect(made.code).toBe(0)
  const token = await logIn(service)
  expect((await send(service, token, "/api/tenant", BRIEFKOPF, "PATCH")).status).toBe(200)
  const kunde = (await send(service, token, "/api/kunden", { name: "Adler" })).body.id
  const artikel = (
    await send(service, token, "/api/pfandartikel", {
      nummer: "F",
      bezeichnung: "Fass",
      art: "einzeln",
      pfand_cent: 3000,
      ust_klasse: "warenumschliessung",
    })
  ).body.id
  const sent = { booked: [], refused: [], unanswered: new Set<string>() }
  return { token, kunde, artikel, lines, ...sent, pictures: new Map(), unansweredPictures: new Map() }
}

/** Enough lines for the thread of long writes. */
export const LONG = 51

const linesOf = ({ lines }: Yard, id: string): number => (/[0-3]$/.test(id) ? lines : 1)

const booking = (yard: Yard, id: string) => ({
  id,
  kunde_id: yard.kunde,
  positionen: Array.from({ length: linesOf(yard, id) }, () => ({
    pfandartikel_id: yard.artikel,
    art: "ausgabe",
    menge: 1,
  })),
})

/** Books once, or once more; remembers what became of it. */
export async function book(service: Running, yard: Yard, id: string = Bun.randomUUIDv7()): Promise<Answer> {
  yard.unanswered.add(id)
  const answer = await send(service, yard.token, "/api/pfandbuchungen", booking(yard, id))
  yard.unanswered.delete(id)
  if (answer.status === 201) yard.booked.push(id)
  if (answer.status === 507) yard.refused.push(id)
  return answer
}

export async function upload(
  service: Running,
  yard: Yard,
  picture: Uint8Array = PNG,
  id: string = Bun.randomUUIDv7(),
): Promise<Answer> {
  const form = new FormData()
  form.append("id", id)
  form.append("bild", new File([new Uint8Array(picture)], "tor.png"))
  yard.unansweredPictures.set(id, picture)
  const answer = await send(service, yard.token, `/api/kunden/${yard.kunde}/bilder`, form)
  yard.unansweredPictures.delete(id)
  if (answer.status === 201) yard.pictures.set(id, picture)
  return answer
}

/** Lets several clients book and upload without pause, until the service is gone or they are told to stop. */
export function busy(service: Running, yard: Yard, clients = 6): { stop: () => Promise<void> } {
  const end = new AbortController()
  const client = async (work: () => Promise<Answer>) => {
    while (!end.signal.aborted) await work().catch(() => end.abort())
  }
  const clientsAtWork = Array.from({ length: clients }, (_, i) =>
    client(() => (i % 3 === 2 ? upload(service, yard, i % 2 === 0 ? PNG : photo) : book(service, yard))),
  )
  return {
    stop: async () => {
      end.abort()
      await Promise.all(clientsAtWork)
    },
  }
}

/**
 * Everything that was acknowledged is there, once; nothing is half there; the ledger holds. Then the phones that
 * never saw their answer ask again, and so do some of the others.
 *
 * @returns how the requests that had no answer were answered now: 201 for what was not there, 200 for what was
 */
export async function expectAllThere(service: Running, yard: Yard): Promise<number[]> {
  const stored = await expectSoundLedger(service, yard)
  expect(yard.booked.filter((id) => !stored.has(id))).toEqual([])
  expect(yard.refused.filter((id) => stored.has(id))).toEqual([])
  const known = await expectSoundPictures(service, yard)
  expect([...yard.pictures.keys()].filter((id) => !known.has(id))).toEqual([])

  const again: number[] = []
  for (const id of yard.unanswered) {
    const { status } = await book(service, yard, id)
    expect([id, status]).toEqual([id, stored.has(id) ? 200 : 201])
    if (status === 200) yard.booked.push(id)
    again.push(status)
  }
  for (const [id, picture] of yard.unansweredPictures) {
    const { status } = await upload(service, yard, picture, id)
    expect([id, status]).toEqual([id, known.has(id) ? 200 : 201])
    yard.pictures.set(id, picture)
    again.push(status)
  }
  for (const id of yard.booked.slice(-3)) {
    expect((await send(service, yard.token, "/api/pfandbuchungen", booking(yard, id))).status).toBe(200)
  }
  for (const [id, picture] of [...yard.pictures].slice(-2)) {
    expect((await upload(service, yard, picture, id)).status).toBe(200)
  }
  const all = new Set([...stored, ...yard.booked])
  expect((await expectSoundLedger(service, yard)).size).toBe(all.size)
  return again
}

type Fields = Partial<Record<"id" | "vorgang_id" | "pfad" | "vorschau_pfad" | "url" | "vorschau_url", string>>

async function listAll(service: Running, token: string, path: string): Promise<Fields[]> {
  const all: Fields[] = []
  for (let cursor = ""; ;) {
    const { body } = await send(service, token, `${path}?limit=200${cursor}`)
    all.push(...body.items)
    if (body.next_cursor === null) return all
    cursor = `&cursor=${encodeURIComponent(body.next_cursor)}`
  }
}

/** @returns the ids of all that is booked, each once */
async function expectSoundLedger(service: Running, yard: Yard): Promise<Set<string>> {
  const { token, kunde } = yard
  const proof = await send(service, token, "/api/pfandpruefung")
  expect(proof.body).toMatchObject({ in_ordnung: true, fehler: [] })
  const bookings = await listAll(service, token, "/api/pfandbuchungen")
  const stored = new Set(bookings.map(({ vorgang_id }) => vorgang_id ?? ""))
  const konto = (await send(service, token, `/api/kunden/${kunde}/pfandkonto`)).body
  const lines = [...stored].reduce((sum, id) => sum + linesOf(yard, id), 0)
  expect([proof.body.buchungen, konto.wert_cent]).toEqual([lines, lines * 3000])
  return stored
}

/** @returns the ids of all pictures, each of which has both files, which can be seen */
async function expectSoundPictures(service: Running, { token, kunde }: Yard): Promise<Set<string>> {
  const bilder = await listAll(service, token, `/api/kunden/${kunde}/bilder`)
  for (const { url, vorschau_url } of bilder) {
    for (const path of [url, vorschau_url]) {
      const file = await fetch(`${service.url}${path}`)
      expect([path, file.status]).toEqual([path, 200])
      await new Bun.Image(await file.arrayBuffer()).resize(8, 8).png().bytes()
    }
  }
  return new Set(bilder.map(({ id = "" }) => id))
}

/** @returns the picture files below a folder, without what a sweep took away */
export const pictureFiles = (uploads: string): string[] =>
  readdirSync(uploads, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(uploads.length + 1))
    .filter((path) => !path.startsWith("."))
    .toSorted()

const drafts = (dataDir: string): string[] =>
  readdirSync(join(dataDir, "uploads")).filter((name) => name.startsWith(".entwurf-"))

/** Waits for what a start does in the background: then uploads/ holds what the records name, and nothing else. */
export async function sweptClean(service: Running, { token, kunde }: Yard): Promise<void> {
  const bilder = await listAll(service, token, `/api/kunden/${kunde}/bilder`)
  const named = bilder.flatMap(({ pfad = "", vorschau_pfad = "" }) => [pfad, vorschau_pfad])
  const stored = () => [...pictureFiles(join(service.dataDir, "uploads")), ...drafts(service.dataDir)]
  await until("uploads/ holds what the records name", () =>
    expect(stored().toSorted()).toEqual(named.toSorted()),
  )
}

/** `pfandwerk check` finds no fault; files without a record are a warning, which the next start sees to. */
export async function expectSound(dataDir: string): Promise<void> {
  const { stdout } = await run(["check", "--json"], { dataDir })
  const { findings } = JSON.parse(stdout)
  expect(findings.filter(({ result }: { result: string }) => result === "fault")).toEqual([])
}

/** A service's settings with which it has metrics. */
export const METRICS = { METRICS_TOKEN: "0123456789abcdef" }

export async function metric(url: string, name: string): Promise<number> {
  const headers = { authorization: `Bearer ${METRICS.METRICS_TOKEN}` }
  const reply = await fetch(`${url}/metrics`, { headers })
  expect(reply.status).toBe(200)
  const lines = (await reply.text()).split("\n")
  return Number(lines.find((line) => line.startsWith(`${name} `))?.split(" ")[1])
}
