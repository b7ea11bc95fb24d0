import type { Database } from "bun:sqlite"
import { START, type Buchung, kettenHash } from "../../../src/api/pfandbuchungen/chain.ts"
import { vorzeichen } from "../../../src/lib/buchungsart.ts"
import { telling } from "./write.ts"

export type Posten = { pfandartikel_id: string; art: Buchung["art"]; menge: number }
type Vorgang = { vorgang_id: string; kunde_id: string; erfasst_am: string; lieferung_id: string | null }
type Article = { art: string; pfand_cent: number | null }
type Part = { pfandartikel_id: string; menge: number; pfand_cent: number }

/** Books positions in the ledger, numbered and chained; the triggers keep the balances, and this the oldest of each. */
export function booking(db: Database) {
  const tell = telling(db)
  const article = db.prepare<Article, [string, string]>(
    "SELECT art, pfand_cent FROM pfandartikel WHERE tenant_id = +? AND id = +?",
  )
  const parts = db.prepare<Part, [{ tenant: string; id: string }]>(
    `SELECT b.pfandartikel_id, b.menge, a.pfand_cent
     FROM (SELECT * FROM pfandbestandteile WHERE tenant_id = +:tenant) b
     CROSS JOIN (SELECT * FROM pfandartikel WHERE tenant_id = +:tenant) a ON a.id = b.pfandartikel_id
     WHERE b.gebinde_id = +:id ORDER BY +b.id`,
  )
  const latest = db.prepare<{ lfd_nr: number; hash: string }, [string]>(
    "SELECT lfd_nr, hash FROM pfandbuchungen WHERE tenant_id = +? ORDER BY lfd_nr DESC LIMIT 1",
  )
  const insert = db.prepare(
    `INSERT INTO pfandbuchungen (tenant_id, id, lfd_nr, vorgang_id, kunde_id, pfandartikel_id, geraet_id, art,
       menge, betrag_cent, summe_cent, lieferung_id, storno_von, grund, gebucht_von, erfasst_am, gebucht_am, klasse,
       steuersatz, preise, kleinunternehmer, ust_verfahren, hash, erstellt_am, aktualisiert_am, version)
     VALUES (:tenant_id, :id, :lfd_nr, :vorgang_id, :kunde_id, :pfandartikel_id, :geraet_id, :art, :menge,
       :betrag_cent, :summe_cent, :lieferung_id, :storno_von, :grund, :gebucht_von, :erfasst_am, :gebucht_am, :klasse,
       :steuersatz, :preise, :kleinunternehmer, :ust_verfahren, :hash, :gebucht_am, :gebucht_am, 1)`,
  )
  const keepOldest = db.prepare(
    `UPDATE pfandkonten SET (seit_nr, seit_rest, seit_am) = (
       SELECT w.lfd_nr, pfandkonten.bestand - w.stueck + w.menge, w.erfasst_am FROM (
         SELECT b.lfd_nr, b.menge, b.erfasst_am, sum(b.menge) OVER (ORDER BY b.erfasst_am DESC, b.lfd_nr DESC) AS stueck
         FROM pfandbuchungen b
         WHERE b.tenant_id = pfandkonten.tenant_id AND b.kunde_id = pfandkonten.kunde_id
           AND b.pfandartikel_id = pfandkonten.pfandartikel_id AND b.geraet_id IS NULL
           AND b.art IN ('anfangsbestand', 'ausgabe', 'korrektur_plus') AND b.storno_von IS NULL
         ORDER BY b.erfasst_am DESC, b.lfd_nr DESC
       ) w WHERE pfandkonten.bestand > 0 AND w.stueck >= pfandkonten.bestand LIMIT 1)
     WHERE tenant_id = :tenant_id AND kunde_id = :kunde_id AND pfandartikel_id = :pfandartikel_id`,
  )
  const insertGebinde = db.prepare(
    `INSERT INTO gebindebewegungen (tenant_id, id, vorgang_id, kunde_id, gebinde_id, teile, menge, erstellt_am,
       aktualisiert_am, version)
     VALUES (:tenant_id, :id, :vorgang_id, :kunde_id, :gebinde_id, :teile, :menge, :am, :am, 1)`,
  )
  const taken = (tenant: string, { vorgang_id, kunde_id }: Vorgang, posten: Posten): Part[] => {
    const { pfandartikel_id, menge } = posten
    const { art, pfand_cent } = article.get(tenant, pfandartikel_id) ?? { art: "", pfand_cent: 0 }
    if (art === "einzeln") return [{ pfandartikel_id, menge, pfand_cent: pfand_cent ?? 0 }]
    const ones = parts.all({ tenant, id: pfandartikel_id })
    insertGebinde.run({
      tenant_id: tenant,
      id: Bun.randomUUIDv7(),
      vorgang_id,
      kunde_id,
      gebinde_id: pfandartikel_id,
      teile: JSON.stringify(
        ones.map((part) => ({ pfandartikel_id: part.pfandartikel_id, menge: part.menge })),
      ),
      menge: vorzeichen(posten.art) * menge,
      am: new Date().toISOString(),
    })
    return ones.map((part) => ({ ...part, menge: part.menge * menge }))
  }
  return (tenant: string, gebucht_von: string, vorgang: Vorgang, positionen: Posten[]): object[] => {
    let { lfd_nr, hash } = latest.get(tenant) ?? { lfd_nr: 0, hash: START }
    const gebucht_am = new Date().toISOString()
    const { vorgang_id, kunde_id, erfasst_am, lieferung_id } = vorgang
    tell(tenant, "pfandbuchungen.gebucht", vorgang_id, null, gebucht_am)
    return positionen.flatMap((posten) =>
      taken(tenant, vorgang, posten).map(({ pfandartikel_id, menge, pfand_cent }) => {
        const buchung = {
          id: Bun.randomUUIDv7(),
          lfd_nr: ++lfd_nr,
          vorgang_id,
          kunde_id,
          pfandartikel_id,
          geraet_id: null,
          art: posten.art,
          menge,
          betrag_cent: pfand_cent,
          summe_cent: vorzeichen(posten.art) * menge * pfand_cent,
          lieferung_id,
          storno_von: null,
          grund: null,
          gebucht_von,
          erfasst_am,
          gebucht_am,
          klasse: "warenumschliessung" as const,
          steuersatz: "regel" as const,
          preise: "netto" as const,
          kleinunternehmer: 0,
          ust_verfahren: "laufend" as const,
        }
        hash = kettenHash(hash, { tenant_id: tenant, ...buchung })
        insert.run({ ...buchung, tenant_id: tenant, hash })
        keepOldest.run({ tenant_id: tenant, kunde_id, pfandartikel_id })
        return { ...buchung, hash }
      }),
    )
  }
}
