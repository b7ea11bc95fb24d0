import type { Database } from "bun:sqlite"
import { type Hit, rank } from "../../../src/api/shared/rank.ts"
import { RANKED } from "../../../src/api/shared/search.ts"
import { searchWords } from "../../../src/lib/fold.ts"
import { accounts } from "./accounts.ts"
import { cursor, PAGE } from "./cursor.ts"
import { tours } from "./tours.ts"

type Params = URLSearchParams
type Json = object

const KUNDE = `id, kundennummer, name, ansprechpartner, telefon, email, strasse, plz, ort, land, anlieferungshinweis,
  lieferzeit_von, lieferzeit_bis, abrechnung, art, ust_id, kaeuferreferenz, rechnungs_email, versandweg,
  abrechnung_an, briefe_an, lieferschein_an, notiz, aktiv, debitor_nr, breitengrad, laengengrad, erstellt_am, aktualisiert_am, version`

const readCursor = (text: string): [string, string | number, string] =>
  JSON.parse(Buffer.from(text, "base64url").toString()) as [string, string | number, string]

/** The service's reads, by the same statements, without anything around them. */
export function reads(db: Database) {
  const own = "(SELECT * FROM kunden WHERE tenant_id = +:tenant)"
  const me = db.prepare<Json, [string, string]>(
    `SELECT m.id, m.email, m.name, m.rolle, m.tenant_id, m.erstellt_am, t.name AS tenant_name,
            t.slug AS tenant_slug, t.typ AS tenant_typ, t.demo_expires_at, t.status AS tenant_status
     FROM mitarbeiter m LEFT JOIN tenants t ON t.id = m.tenant_id WHERE m.id = +? AND m.tenant_id IS +?`,
  )
  const kunde = db.prepare<{ version: number }, [string, string]>(
    `SELECT ${KUNDE} FROM kunden WHERE tenant_id = +? AND id = +?`,
  )
  const sortKey = db.prepare<{ name_ordnung: string }, [string, string]>(
    "SELECT name_ordnung FROM kunden WHERE tenant_id = +? AND id = +?",
  )
  const first = db.prepare<{ id: string }, [{ tenant: string }]>(
    `SELECT ${KUNDE} FROM ${own} ORDER BY name_ordnung, id LIMIT ${PAGE + 1}`,
  )
  const next = db.prepare<{ id: string }, [{ tenant: string; key: string; id: string }]>(
    `SELECT ${KUNDE} FROM ${own} WHERE (name_ordnung, id) > (+:key, +:id) ORDER BY name_ordnung, id LIMIT ${PAGE + 1}`,
  )
  const found = db.prepare<Hit, [{ tenant: string; suche: string }]>(
    `SELECT h.nr, s.id, k.kundennummer AS number, k.name_ordnung AS name FROM (SELECT rowid AS nr FROM kunden_suche WHERE kunden_suche MATCH
       '"' || replace(+:tenant, '-', '') || replace(+:suche, ' ', '"* AND "' || replace(+:tenant, '-', '')) || '"*') h
     CROSS JOIN (SELECT * FROM kunden_suchtexte WHERE tenant_id = +:tenant) s ON s.nr = h.nr
     CROSS JOIN ${own} k ON k.id = s.id ORDER BY h.nr LIMIT ${RANKED}`,
  )
  const byIds = db.prepare<{ id: string }, [{ tenant: string; ids: string }]>(
    `SELECT ${KUNDE.split(",")
      .map((name) => `k.${name.trim()}`)
      .join(", ")} FROM json_each(+:ids) j CROSS JOIN ${own} k ON k.id = j.value`,
  )

  const page = (tenant: string, text: string | null): Json => {
    const key = text === null ? undefined : readCursor(text)
    const rows = key ? next.all({ tenant, key: String(key[1]), id: key[2] }) : first.all({ tenant })
    const items = rows.slice(0, PAGE)
    const last = items.at(-1)?.id ?? ""
    const more = rows.length > PAGE
    const next_cursor = more ? cursor("kunden name", sortKey.get(tenant, last)?.name_ordnung, last) : null
    return { items, next_cursor }
  }
  const search = (tenant: string, q: string): Json => {
    const hits = found.all({
      tenant,
      suche: searchWords(q)
        .map(([word]) => word)
        .join(" "),
    })
    const ranked = rank(hits, q)
    const shown = ranked.slice(0, PAGE)
    const rows = byIds.all({ tenant, ids: JSON.stringify(shown.map(({ hit }) => hit.id)) })
    const per = new Map(rows.map((row) => [row.id, row]))
    const items = shown.flatMap(({ hit }) => per.get(hit.id) ?? [])
    const { hit, place } = shown.at(-1) ?? {}
    if (ranked.length <= PAGE || !hit || !place) return { items, next_cursor: null }
    const key = JSON.stringify([hits.at(-1)?.nr, place[0], place[1]])
    return { items, next_cursor: cursor("kunden q", key, hit.id) }
  }
  return {
    me: (id: string, tenant: string): Json => me.get(id, tenant) ?? {},
    kunde: (tenant: string, id: string) => kunde.get(tenant, id) ?? { version: 0 },
    kunden: (tenant: string, params: Params): Json => {
      const q = params.get("q")
      return q === null ? page(tenant, params.get("cursor")) : search(tenant, q)
    },
    ...accounts(db),
    ...tours(db),
  }
}
