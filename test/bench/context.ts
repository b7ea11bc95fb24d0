import { Database } from "bun:sqlite"
import { join } from "node:path"
import { cursor } from "../../src/api/shared/page.ts"
import { Client, request } from "./client.ts"
import { LOGIN } from "./data/fill.ts"
import type { Side } from "./sides.ts"

/** Ids that the requests name: taken from the data, the same for both servers. */
export type Context = {
  token: string
  /** Customers from all over the table. */
  customers: string[]
  /** Deliveries that are under way, with what they carry. */
  deliveries: { id: string; articles: string }[]
  /** An article that is booked as its parts, and one that is booked as itself. */
  articles: { gebinde: string; einzeln: string }
  /** Of a customer, as addresses of this service. */
  picture: { pfad: string; vorschau_pfad: string }
  /** Into the list of customers by name, where nine of ten are passed. */
  deepCursor: string
  /** A telephone number that one customer has. */
  telefon: string
}

export const LOG_IN = request("POST /api/auth/login", {
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(LOGIN),
})

/** @param side who logs in */
export async function look(side: Side, dataDir: string): Promise<Context> {
  const client = await Client.connect(side.port)
  const { body } = await client.ask(LOG_IN)
  client.close()
  const { token, user } = JSON.parse(body.toString()) as { token: string; user: { tenant_id: string } }
  const db = new Database(join(dataDir, "pfandwerk.db"), { readonly: true })
  const tenant = user.tenant_id
  const ids = (sql: string) =>
    db
      .query<{ id: string }, [string]>(sql)
      .all(tenant)
      .map(({ id }) => id)
  const count =
    db.query<{ n: number }, [string]>("SELECT count(*) AS n FROM kunden WHERE tenant_id = ?").get(tenant)
      ?.n ?? 0
  const at = <R>(columns: string, order: string, part: number) =>
    db
      .query<R, [string, number]>(
        `SELECT ${columns} FROM kunden WHERE tenant_id = ? ORDER BY ${order} LIMIT 1 OFFSET ?`,
      )
      .get(tenant, Math.floor(count * part)) as R
  const deep = at<{ name_ordnung: string; id: string }>("name_ordnung, id", "name_ordnung, id", 0.9)
  const step = Math.max(1, Math.floor(count / 1000))
  const context = {
    token,
    customers: ids("SELECT id FROM kunden WHERE tenant_id = ? ORDER BY id").filter((_, i) => i % step === 0),
    deliveries: db
      .query<{ id: string; articles: string }, [string]>(
        `SELECT l.id, group_concat(p.pfandartikel_id) AS articles FROM lieferungen l
         JOIN lieferpositionen p ON p.tenant_id = l.tenant_id AND p.lieferung_id = l.id
         WHERE l.tenant_id = ? AND l.status = 'unterwegs' GROUP BY l.id`,
      )
      .all(tenant),
    articles: db
      .query<{ gebinde: string; einzeln: string }, [string]>(
        `SELECT max(CASE art WHEN 'gebinde' THEN id END) AS gebinde,
           max(CASE nummer WHEN 'FASS-50' THEN id END) AS einzeln FROM pfandartikel WHERE tenant_id = ?`,
      )
      .get(tenant) as Context["articles"],
    picture: db
      .query<Context["picture"], [string]>(
        "SELECT pfad, vorschau_pfad FROM kunden_bilder WHERE tenant_id = ? LIMIT 1",
      )
      .get(tenant) as Context["picture"],
    deepCursor: cursor("kunden name", deep.name_ordnung, deep.id),
    telefon: at<{ telefon: string }>("telefon", "id", 0.5).telefon.slice(-8),
  }
  db.close()
  return context
}
