import { expect } from "bun:test"
import { run, type Running } from "../helpers/executable.ts"

const PASSWORD = "ein gutes Kennwort"
/** The smallest picture there is. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==",
  "base64",
)

/** A picture that stays large: noise cannot be compressed. */
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

/** A company on the executable, and what was acknowledged to it. */
export type Yard = {
  token: string
  kunde: string
  artikel: string
  /** Ids of bookings that were answered with 201. */
  booked: string[]
  /** Addresses of pictures that were answered with 201. */
  pictures: string[]
}

export type Answer = { status: number; body: any }

export async function send(
  { url }: Running,
  token: string,
  path: string,
  body?: object | FormData,
): Promise<Answer> {
  const form = body instanceof FormData
  const reply = await fetch(url + path, {
    ...(body && { method: "POST", body: form ? body : JSON.stringify(body) }),
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && !form && { "content-type": "application/json" }),
    },
    signal: AbortSignal.timeout(20_000),
  })
  return { status: reply.status, body: await reply.json() }
}

/** @returns a token of the company's administrator */
export async function logIn(service: Running): Promise<string> {
  const credentials = { email: "a@hof.example", password: PASSWORD }
  return (await send(service, "", "/api/auth/login", credentials)).body.token
}

/** Makes a company with a customer and an article in a running service. */
export async function found(service: Running): Promise<Yard> {
  const tenant =
    "tenant create --name Hof --slug hof --admin-email a@hof.example --admin-name A --password-stdin"
  const made = await run(tenant.split(" "), { dataDir: service.dataDir, stdin: `${PASSWORD}\n` })
  expect(made.code).toBe(0)
  const token = await logIn(service)
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
  return { token, kunde, artikel, booked: [], pictures: [] }
}

const booking = ({ kunde, artikel }: Yard, id: string) => ({
  id,
  kunde_id: kunde,
  positionen: [{ pfandartikel_id: artikel, art: "ausgabe", menge: 1 }],
})

/** Books once; remembers it when it was acknowledged. */
export async function book(service: Running, yard: Yard): Promise<Answer> {
  const id = Bun.randomUUIDv7()
  const answer = await send(service, yard.token, "/api/pfandbuchungen", booking(yard, id))
  if (answer.status === 201) yard.booked.push(id)
  return answer
}

/** @param bytes of the file; more than the picture itself is sent behind it */
export async function upload(service: Running, yard: Yard, picture: Uint8Array = PNG): Promise<Answer> {
  const form = new FormData()
  form.append("bild", new File([new Uint8Array(picture)], "tor.png"))
  const answer = await send(service, yard.token, `/api/kunden/${yard.kunde}/bilder`, form)
  if (answer.status === 201) yard.pictures.push(answer.body.url, answer.body.vorschau_url)
  return answer
}

/** Lets several clients book and upload without pause, until the service is gone or they are told to stop. */
export function busy(service: Running, yard: Yard, clients = 6): { stop: () => Promise<void> } {
  const end = new AbortController()
  const client = async (work: () => Promise<Answer>) => {
    while (!end.signal.aborted) await work().catch(() => end.abort())
  }
  const clientsAtWork = Array.from({ length: clients }, (_, i) =>
    client(() => (i % 3 === 2 ? upload(service, yard) : book(service, yard))),
  )
  return {
    stop: async () => {
      end.abort()
      await Promise.all(clientsAtWork)
    },
  }
}

/** Everything that was acknowledged is there, once; nothing is half there; the ledger holds. */
export async function expectAllThere(service: Running, yard: Yard): Promise<void> {
  const { token, kunde, booked } = yard
  const proof = await send(service, token, "/api/pfandpruefung")
  expect(proof.body).toMatchObject({ in_ordnung: true, fehler: [] })
  const stored = new Set<string>()
  for (let cursor = ""; ;) {
    const { body } = await send(service, token, `/api/pfandbuchungen?limit=200${cursor}`)
    for (const { vorgang_id } of body.items) stored.add(vorgang_id)
    if (body.next_cursor === null) break
    cursor = `&cursor=${body.next_cursor}`
  }
  expect(booked.filter((id) => !stored.has(id))).toEqual([])
  const konto = (await send(service, token, `/api/kunden/${kunde}/pfandkonto`)).body
  expect([proof.body.buchungen, konto.wert_cent]).toEqual([stored.size, stored.size * 3000])
  // The phone that never saw the answer asks again.
  for (const id of booked.slice(-3)) {
    expect((await send(service, token, "/api/pfandbuchungen", booking(yard, id))).status).toBe(200)
  }
  const { items } = (await send(service, token, `/api/kunden/${kunde}/bilder`)).body
  const named = new Set(items.flatMap((bild: Record<string, string>) => [bild["url"], bild["vorschau_url"]]))
  expect(yard.pictures.filter((path) => !named.has(path))).toEqual([])
  for (const path of named) {
    const file = await fetch(service.url + path)
    expect([path, file.status, (await file.arrayBuffer()).byteLength > 0]).toEqual([path, 200, true])
  }
}

/** `pfandwerk check` finds no fault; files without a record are a warning, which the next start sees to. */
export async function expectSound(dataDir: string): Promise<void> {
  const { stdout } = await run(["check", "--json"], { dataDir })
  const { findings } = JSON.parse(stdout)
  expect(findings.filter(({ result }: { result: string }) => result === "fault")).toEqual([])
}
