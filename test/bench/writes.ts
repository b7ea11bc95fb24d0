import { request } from "./client.ts"
import type { Context } from "./context.ts"
import type { Compared } from "./scenarios.ts"

/** Requests per second of the service, at least, where the floor has 1, with the same durability. */
const WRITE = 0.9

/** Requests that change something: each is another one, with an id made by the client. */
export function writes(context: Context, photo: Uint8Array): Compared[] {
  const authorized = { Authorization: `Bearer ${context.token}` }
  const headers = { ...authorized, "Content-Type": "application/json" }
  const post = (path: `/${string}`, body: object) =>
    request(`POST ${path}`, { headers, body: JSON.stringify({ id: Bun.randomUUIDv7(), ...body }) })
  const customer = (i: number) => context.customers[i % context.customers.length] ?? ""
  const { gebinde, einzeln } = context.articles
  const kinds: Omit<Compared, "atOnce">[] = [
    { name: "create customer", status: 201, request: (i) => post("/api/kunden", newCustomer(i)) },
    {
      name: "booking of three lines",
      status: 201,
      request: (i) =>
        post("/api/pfandbuchungen", {
          kunde_id: customer(i),
          erfasst_am: new Date().toISOString(),
          positionen: [
            { pfandartikel_id: gebinde, art: "ausgabe", menge: 3 },
            { pfandartikel_id: einzeln, art: "ruecknahme", menge: 1 },
          ],
        }),
    },
  ]
  const upload = form(photo)
  return [
    ...kinds.flatMap((kind) => [1, 8].map((atOnce) => ({ ...kind, atOnce, target: WRITE }))),
    ...[1, 8].map((atOnce, i) => ({ ...completion(context, i, post), atOnce, target: WRITE })),
    {
      name: "upload of 4 MB",
      // Of one company one picture is decoded at a time (api/pictures/decoding.ts), which the floor does not do.
      atOnce: 1,
      status: 201,
      request: (i) =>
        request(`POST /api/kunden/${customer(i)}/bilder`, {
          headers: { ...authorized, ...upload.headers },
          body: upload.body,
        }),
      target: WRITE,
      patience: 6,
    },
  ]
}

type Post = (path: `/${string}`, body: object) => Uint8Array

/** Each delivery can be completed once: every second one is this scenario's. */
function completion({ deliveries }: Context, which: number, post: Post): Omit<Compared, "atOnce"> {
  const own = deliveries.filter((_, i) => i % 2 === which)
  return {
    name: "complete a delivery",
    status: 200,
    used: own.length,
    request: (i) => {
      const { id, articles } = own[i] ?? { id: "", articles: "" }
      return post(`/api/lieferungen/${id}/abschluss`, {
        erfasst_am: new Date().toISOString(),
        empfaenger_name: "Frau Müller",
        positionen: articles
          .split(",")
          .map((pfandartikel_id) => ({ pfandartikel_id, ist_ausgabe: 2, ist_ruecknahme: 1 })),
      })
    },
  }
}

const newCustomer = (i: number): object => ({
  name: `Gasthaus Neu ${i}`,
  ansprechpartner: "Sabine Müller",
  telefon: `04131 ${30_000_000 + i}`,
  email: `neu${i}@gast.example`,
  strasse: "Große Bäckerstraße 12",
  plz: "21335",
  ort: "Lüneburg",
  anlieferungshinweis: "Hintereingang, bitte klingeln",
  lieferzeit_von: "08:00",
  lieferzeit_bis: "15:00",
})

/** As a browser sends a file. */
export function form(file: Uint8Array): { headers: Record<string, string>; body: Uint8Array } {
  const boundary = "----bench7MA4YWxkTrZu0gW"
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="bild"; filename="foto.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`
  return {
    headers: { "Content-Type": `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  }
}
