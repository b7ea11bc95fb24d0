import type { Database } from "bun:sqlite"
import { cursor, PAGE } from "./cursor.ts"

/** The sum of a customer who never had anything. */
const NOTHING = { wert_cent: 0, negative_konten: 0, seit_am: null }

/** Accounts of customers, one by one and all by their balance. */
export function accounts(db: Database) {
  const kunde = db.prepare<{ kundennummer: string; name: string }, [string, string]>(
    "SELECT kundennummer, name FROM kunden WHERE tenant_id = +? AND id = +?",
  )
  type Sum = { wert_cent: number; negative_konten: number; seit_am: string | null }
  const sum = db.prepare<Sum, [string, string]>(
    "SELECT wert_cent, negative_konten, seit_am FROM pfandsalden WHERE tenant_id = +? AND kunde_id = +?",
  )
  type Standing = { beim_kunden: unknown }
  type Stand = { pfandartikel_id: string; bestand: number; negativ: boolean; bezahlt: object[] }
  const articles = db.prepare<Stand, [{ tenant: string; kunde: string }]>(
    `SELECT k.pfandartikel_id, a.nummer, a.bezeichnung, k.bestand, k.wert_cent, k.seit_am
     FROM (SELECT * FROM pfandkonten WHERE tenant_id = +:tenant) k
     JOIN (SELECT * FROM pfandartikel WHERE tenant_id = +:tenant) a ON a.id = k.pfandartikel_id
     WHERE k.kunde_id = +:kunde AND (k.bestand <> 0 OR k.wert_cent <> 0) ORDER BY a.nummer`,
  )
  type Paid = { pfandartikel_id: string; betrag_cent: number; bestand: number }
  const paid = db.prepare<Paid, [{ tenant: string; kunde: string }]>(
    `SELECT w.pfandartikel_id, w.betrag_cent, w.bestand
     FROM (SELECT * FROM pfandkonten WHERE tenant_id = +:tenant) k
     CROSS JOIN (SELECT * FROM pfandwerte WHERE tenant_id = +:tenant) w
     ON w.pfandartikel_id = k.pfandartikel_id AND w.kunde_id = k.kunde_id
     WHERE k.kunde_id = +:kunde AND k.bestand > 0`,
  )
  const devices = db.prepare<Standing, [{ tenant: string; kunde: string }]>(
    `SELECT k.geraet_id, g.geraetenummer, g.bezeichnung, g.kunde_id IS k.kunde_id AS beim_kunden, k.wert_cent, k.seit_am
     FROM (SELECT * FROM pfandkonten WHERE tenant_id = +:tenant) k
     JOIN (SELECT * FROM geraete WHERE tenant_id = +:tenant) g ON g.id = k.geraet_id
     WHERE k.kunde_id = +:kunde AND (k.bestand <> 0 OR k.wert_cent <> 0) ORDER BY g.geraetenummer`,
  )
  type Saldo = { id: string; kunde_id: string; kundennummer: string; name: string; wert_cent: number }
  const balances = db.prepare<
    Saldo & { negative_konten: number; seit_am: string | null },
    [{ tenant: string }]
  >(
    `SELECT s.id, s.kunde_id, k.kundennummer, k.name, s.wert_cent, s.negative_konten, s.seit_am
     FROM (SELECT * FROM pfandsalden WHERE tenant_id = +:tenant) s
     JOIN (SELECT * FROM kunden WHERE tenant_id = +:tenant) k ON k.id = s.kunde_id
     ORDER BY s.wert_cent DESC, s.id DESC LIMIT ${PAGE + 1}`,
  )
  return {
    pfandkonto(tenant: string, kunde_id: string): object {
      const { kundennummer, name } = kunde.get(tenant, kunde_id) ?? { kundennummer: "", name: "" }
      const { wert_cent, negative_konten, seit_am } = sum.get(tenant, kunde_id) ?? NOTHING
      const artikel = articles.all({ tenant, kunde: kunde_id })
      const werte = Map.groupBy(paid.all({ tenant, kunde: kunde_id }), (wert) => wert.pfandartikel_id)
      for (const stand of artikel) {
        stand.negativ = stand.bestand < 0
        // The deposits of these articles were never changed: one amount each.
        stand.bezahlt = (werte.get(stand.pfandartikel_id) ?? []).map(({ betrag_cent, bestand }) => ({
          menge: bestand,
          betrag_cent,
        }))
      }
      const geraete = devices.all({ tenant, kunde: kunde_id })
      for (const standing of geraete) standing.beim_kunden = standing.beim_kunden === 1
      const negativ = negative_konten > 0
      return { kunde_id, kundennummer, name, wert_cent, seit_am, negativ, artikel, geraete }
    },
    salden(tenant: string): object {
      const rows = balances.all({ tenant })
      const items = rows
        .slice(0, PAGE)
        .map(({ negative_konten, id, kunde_id, kundennummer, name, wert_cent, seit_am }) => {
          return { id, kunde_id, kundennummer, name, wert_cent, negativ: negative_konten > 0, seit_am }
        })
      const last = items.at(-1)
      const more = rows.length > PAGE
      return { items, next_cursor: more ? cursor("pfandsalden -wert_cent", last?.wert_cent, last?.id) : null }
    },
  }
}
