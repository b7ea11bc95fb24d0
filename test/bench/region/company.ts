import { Database } from "bun:sqlite"
import { join } from "node:path"
import { createTokens } from "../../../src/api/auth/tokens.ts"
import type { TokenOwner } from "../../../src/api/frame/session.ts"
import { LONGEST_VORGANG } from "../../../src/api/pfandbuchungen/zeilen.ts"
import { request } from "../client.ts"
import { JWT_SECRET } from "../sides.ts"
import { BAD_PARTS } from "./data.ts"

/** A company of the region, and records that its people ask for. */
export type Company = {
  slug: string
  /** Each company comes from an address of its own. */
  address: string
  token: string
  customers: string[]
  deliveries: { id: string; articles: string }[]
  articles: { gebinde: string; einzeln: string }
}

const { sign } = createTokens(JWT_SECRET, () => new Date())

/** @returns all companies of a data folder, each with a token of its administrator */
export async function readCompanies(dataDir: string): Promise<Company[]> {
  const db = new Database(join(dataDir, "pfandwerk.db"), { readonly: true })
  try {
    const owners = db
      .query<TokenOwner & { slug: string }, []>(
        `SELECT m.id, m.email, m.rolle, m.name, m.tenant_id, m.token_generation, t.slug
         FROM mitarbeiter m JOIN tenants t ON t.id = m.tenant_id WHERE m.rolle = 'admin' ORDER BY t.rowid`,
      )
      .all()
    return await Promise.all(owners.map((owner, i) => readCompany(db, owner, i)))
  } finally {
    db.close()
  }
}

/** @returns a token of a company's first driver */
export async function driverOf(dataDir: string, slug: string): Promise<string> {
  const db = new Database(join(dataDir, "pfandwerk.db"), { readonly: true })
  try {
    const owner = db
      .query<TokenOwner, [string]>(
        `SELECT m.id, m.email, m.rolle, m.name, m.tenant_id, m.token_generation
         FROM mitarbeiter m JOIN tenants t ON t.id = m.tenant_id WHERE m.rolle = 'fahrer' AND t.slug = ? LIMIT 1`,
      )
      .get(slug)
    if (!owner) throw new Error(`${slug} has no driver`)
    return await sign(owner)
  } finally {
    db.close()
  }
}

async function readCompany(db: Database, owner: TokenOwner & { slug: string }, i: number): Promise<Company> {
  const all = <R>(sql: string) => db.query<R, [string]>(sql).all(owner.tenant_id ?? "")
  return {
    slug: owner.slug,
    address: `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`,
    token: await sign(owner),
    customers: all<{ id: string }>("SELECT id FROM kunden WHERE tenant_id = ? ORDER BY id LIMIT 200").map(
      ({ id }) => id,
    ),
    deliveries: all(
      `SELECT l.id, group_concat(p.pfandartikel_id) AS articles FROM lieferungen l
       JOIN lieferpositionen p ON p.tenant_id = l.tenant_id AND p.lieferung_id = l.id
       WHERE l.tenant_id = ? AND l.status = 'unterwegs' GROUP BY l.id`,
    ),
    articles: all<Company["articles"]>(
      `SELECT coalesce(max(CASE nummer WHEN 'VIEL' THEN id END), max(CASE art WHEN 'gebinde' THEN id END)) AS gebinde,
         max(CASE nummer WHEN 'FASS-50' THEN id END) AS einzeln FROM pfandartikel WHERE tenant_id = ?`,
    )[0] as Company["articles"],
  }
}

/** @returns positions of as many bookings of the bad company as one request may make */
export const longest = ({ articles }: Pick<Company, "articles">) =>
  Array.from({ length: LONGEST_VORGANG / BAD_PARTS }, () => ({
    pfandartikel_id: articles.gebinde,
    art: "ausgabe",
    menge: 1,
  }))

/** @returns makes requests of this company's administrator */
export function asking({ token, address }: Company) {
  const headers = { Authorization: `Bearer ${token}`, "X-Forwarded-For": address }
  return {
    headers,
    get: (path: `/${string}`) => request(`GET ${path}`, { headers }),
    post: (path: `/${string}`, body: object) =>
      request(`POST ${path}`, {
        headers: { ...headers, "Content-Type": "application/json" },
        body: JSON.stringify(body),
      }),
  }
}
