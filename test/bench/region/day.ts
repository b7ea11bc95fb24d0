import { request } from "../client.ts"
import { TOUR_DAY } from "../data/deliveries.ts"
import { LOGIN } from "../data/fill.ts"
import { form } from "../writes.ts"
import { asking, type Company } from "./company.ts"

export type Kind = {
  name: string
  /** Number that a company sends in a working day. */
  perDay: number
  writes: boolean
  /** @returns undefined when there is nothing left to do */
  request: (company: Company) => Uint8Array | undefined
}

/** A name written with a finger is a picture of about six kilobytes. */
const SIGNATURE = `data:image/png;base64,iVBORw0KGgo${"AbC9".repeat(1500)}`

const any = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T
const customer = (company: Company): string => any(company.customers)

/** @param picture about 0.4 MB, as a telephone sends one that it has made smaller */
export function day(picture: Uint8Array): Kind[] {
  const upload = form(picture)
  const read = (name: string, perDay: number, path: (company: Company) => `/${string}`): Kind => ({
    name,
    perDay,
    writes: false,
    request: (company) => asking(company).get(path(company)),
  })
  return [
    read("look at a tour", 120, () => `/api/touren?datum=${TOUR_DAY}`),
    read("account of a customer", 600, (company) => `/api/kunden/${customer(company)}/pfandkonto`),
    read("search", 500, () => `/api/kunden?q=${any(["gasthaus", "mueller", "hof", "am+markt", "lue"])}`),
    read("page of a list", 300, () => any(["/api/kunden", "/api/pfandbuchungen", "/api/pfandsalden"])),
    { name: "stop with signature", perDay: 200, writes: true, request: complete },
    { name: "booking", perDay: 60, writes: true, request: book },
    { name: "log-in", perDay: 10, writes: false, request: logIn },
    {
      name: "picture of 0.4 MB",
      perDay: 20,
      writes: true,
      request: (company) =>
        request(`POST /api/kunden/${customer(company)}/bilder`, {
          headers: { ...asking(company).headers, ...upload.headers },
          body: upload.body,
        }),
    },
  ]
}

/** @returns undefined when none is left */
export function complete(company: Company): Uint8Array | undefined {
  const delivery = company.deliveries.pop()
  return (
    delivery &&
    asking(company).post(`/api/lieferungen/${delivery.id}/abschluss`, {
      id: Bun.randomUUIDv7(),
      empfaenger_name: "Frau Müller",
      unterschrift: SIGNATURE,
      positionen: delivery.articles
        .split(",")
        .map((pfandartikel_id) => ({ pfandartikel_id, ist_ausgabe: 2, ist_ruecknahme: 1 })),
    })
  )
}

export const book = (company: Company): Uint8Array =>
  asking(company).post("/api/pfandbuchungen", {
    id: Bun.randomUUIDv7(),
    kunde_id: customer(company),
    positionen: [
      { pfandartikel_id: company.articles.gebinde, art: "ausgabe", menge: 3 },
      { pfandartikel_id: company.articles.einzeln, art: "ruecknahme", menge: 1 },
    ],
  })

const logIn = ({ slug, address }: Company): Uint8Array =>
  request("POST /api/auth/login", {
    headers: { "Content-Type": "application/json", "X-Forwarded-For": address },
    body: JSON.stringify({ ...LOGIN, email: `anna@${slug}.example`, tenant_slug: slug }),
  })
