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
    `SELECT k.geraet_id, g.geraetenummer, g.bezeichnung, g.kunde_id IS k.kunde_id AS beim_kunden, s.name AS standort_name,
       k.wert_cent, k.seit_am
     FROM (SELECT * FROM pfandkonten WHERE tenant_id = +:tenant) k
     JOIN (SELECT * FROM geraete WHERE tenant_id = +:tenant) g ON g.id = k.geraet_id
     LEFT JOIN (SELECT * FROM standorte WHERE tenant_id = +:tenant) s ON s.id = g.standort_id AND s.kunde_id = k.kunde_id
     WHERE k.kunde_id = +:kunde AND (k.bestand <> 0 OR k.wert_cent <> 0) ORDER BY g.geraetenummer`,
  )
  type Saldo = {
    id: string
    kunde_id: string
    kundennummer: string
    name: string
    ort: string | null
    wert_cent: number
  }
  const balances = db.prepare<
    Saldo & { negative_konten: number; seit_am: string | null },
    [{ tenant: string }]
  >(
    `SELECT s.id, s.kunde_id, k.kundennummer, k.name, k.ort, s.wert_cent, s.negative_konten, s.seit_am
     FROM (SELECT * FROM pfandsalden WHERE tenant_id = +:tenant) s
     JOIN (SELECT * FROM kunden WHERE tenant_id = +:tenant) k ON k.id = s.kunde_id
     ORDER BY s.wert_cent DESC, s.id DESC LIMIT ${PAGE + 1}`,
  )
  type Returned = {
    vorgang_id: string
    erfasst_am: string
    geraet_id: string | null
    nummer: string
    bezeichnung: string
    menge: number
  }
  const returned = db.prepare<Returned, [{ tenant: string; kunde: string }]>(
    `SELECT z.vorgang_id, min(b.erfasst_am) AS erfasst_am, b.geraet_id,
       coalesce(a.nummer, g.geraetenummer) AS nummer, coalesce(a.bezeichnung, g.bezeichnung) AS bezeichnung,
       sum(b.menge) AS menge
     FROM (SELECT r.vorgang_id FROM (SELECT * FROM pfandbuchungen WHERE tenant_id = +:tenant) r
       WHERE r.kunde_id = +:kunde AND r.art = 'ruecknahme' AND r.storno_von IS NULL
         AND NOT EXISTS (SELECT 1 FROM pfandbuchungen s WHERE s.tenant_id = +:tenant AND s.storno_von = r.id)
       ORDER BY r.erfasst_am DESC, r.lfd_nr DESC LIMIT 1) z
     CROSS JOIN (SELECT * FROM pfandbuchungen WHERE tenant_id = +:tenant) b ON b.vorgang_id = z.vorgang_id
     LEFT JOIN (SELECT * FROM pfandartikel WHERE tenant_id = +:tenant) a ON a.id = b.pfandartikel_id
     LEFT JOIN (SELECT * FROM geraete WHERE tenant_id = +:tenant) g ON g.id = b.geraet_id
     WHERE b.art = 'ruecknahme' GROUP BY b.pfandartikel_id, b.geraet_id ORDER BY min(b.lfd_nr)`,
  )
  return {
    /** What a customer brought back last. */
    rueckgabe(tenant: string, kunde_id: string): object | null {
      const rows = returned.all({ tenant, kunde: kunde_id })
      const [first] = rows
      if (!first) return null
      const positionen = rows.map(({ geraet_id, nummer, bezeichnung, menge }) => ({
        geraet_id,
        nummer,
        bezeichnung,
        menge,
      }))
      return { vorgang_id: first.vorgang_id, erfasst_am: first.erfasst_am, positionen }
    },
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
        .map(({ negative_konten, id, kunde_id, kundennummer, name, ort, wert_cent, seit_am }) => {
          return { id, kunde_id, kundennummer, name, ort, wert_cent, negativ: negative_konten > 0, seit_am }
        })
      const last = items.at(-1)
      const more = rows.length > PAGE
      return { items, next_cursor: more ? cursor("pfandsalden -wert_cent", last?.wert_cent, last?.id) : null }
    },
  }
}
