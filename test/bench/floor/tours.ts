import type { Database } from "bun:sqlite"
import { sumLadung } from "../../../src/api/touren/rules.ts"

const PLACE = ["strasse", "plz", "ort", "anlieferungshinweis", "breitengrad", "laengengrad"]
  .map((name) => `iif(s.id IS NULL, k.${name}, s.${name}) AS ${name}`)
  .join(", ")

/** The tours of a day. */
export function tours(db: Database) {
  type Stop = { lieferung_id: string; fahrer_id: string | null; fahrer_name: string | null }
  type Row = Stop & { status: string; zeit_bis: string | null } & Record<string, unknown>
  const stops = db.prepare<Row, [{ tenant: string; day: string }]>(
    `SELECT l.id AS lieferung_id, l.fahrer_id, m.name AS fahrer_name, l.reihenfolge, l.status, l.version, l.versuch, l.zeit_von,
       l.zeit_bis, l.hinweis, l.grund, l.kunde_id, k.name AS kunde_name, l.standort_id, s.name AS standort_name,
       coalesce(s.telefon, k.telefon) AS telefon, ${PLACE}
     FROM (SELECT * FROM lieferungen WHERE tenant_id = +:tenant) l
     JOIN (SELECT * FROM kunden WHERE tenant_id = +:tenant) k ON k.id = l.kunde_id
     LEFT JOIN (SELECT * FROM standorte WHERE tenant_id = +:tenant) s ON s.id = l.standort_id
     LEFT JOIN (SELECT * FROM mitarbeiter WHERE tenant_id = +:tenant) m ON m.id = l.fahrer_id
     WHERE l.datum = +:day AND l.status <> 'storniert' ORDER BY l.fahrer_id, l.reihenfolge, l.id`,
  )
  const zone = db.prepare<{ zeitzone: string }, [string]>("SELECT zeitzone FROM tenants WHERE id = +?")
  const positions = positionsOf(db)
  return {
    touren(tenant: string, datum: string): object {
      const { zeitzone: timeZone = "" } = zone.get(tenant) ?? {}
      const now = new Date().toLocaleString("sv-SE", { timeZone })
      const rows = stops.all({ tenant, day: datum })
      const per = positions(
        tenant,
        rows.map(({ lieferung_id }) => lieferung_id),
      )
      const late = ({ status, zeit_bis }: Row): boolean =>
        (status === "geplant" || status === "unterwegs") &&
        (datum < now.slice(0, 10) ||
          (datum === now.slice(0, 10) && zeit_bis !== null && zeit_bis < now.slice(11, 16)))
      const touren = [...Map.groupBy(rows, ({ fahrer_id }) => fahrer_id)].map(([fahrer_id, own]) => ({
        fahrer_id,
        fahrer_name: own[0]?.fahrer_name ?? null,
        verspaetet: own.filter(late).length,
        ladung: sumLadung(own.flatMap(({ lieferung_id }) => per.get(lieferung_id) ?? [])),
        stopps: own.map((row) => ({
          lieferung_id: row.lieferung_id,
          verspaetet: late(row),
          reihenfolge: row["reihenfolge"],
          status: row.status,
          version: row["version"],
          versuch: row["versuch"],
          zeit_von: row["zeit_von"],
          zeit_bis: row.zeit_bis,
          hinweis: row["hinweis"],
          kunde_id: row["kunde_id"],
          standort_id: row["standort_id"],
          grund: row["grund"],
          kunde_name: row["kunde_name"],
          standort_name: row["standort_name"],
          strasse: row["strasse"],
          plz: row["plz"],
          ort: row["ort"],
          telefon: row["telefon"],
          anlieferungshinweis: row["anlieferungshinweis"],
          breitengrad: row["breitengrad"],
          laengengrad: row["laengengrad"],
          positionen: (per.get(row.lieferung_id) ?? []).map(({ artikel_art: _, ...position }) => position),
        })),
      }))
      return { datum, touren }
    },
  }
}

export type Position = {
  id: string
  lieferung_id: string
  pfandartikel_id: string | null
  geraet_id: string | null
  geprueft_bis: string | null
  soll_ausgabe: number
  soll_ruecknahme: number
  artikel_art: "einzeln" | "gebinde" | null
}

/** @returns the positions of several deliveries, per delivery, as they are replied */
export function positionsOf(db: Database) {
  const statement = db.prepare<Position, [{ tenant: string; ids: string }]>(
    `SELECT p.id, p.lieferung_id, p.pfandartikel_id, p.geraet_id, coalesce(a.nummer, g.geraetenummer) AS nummer,
       coalesce(a.bezeichnung, g.bezeichnung) AS bezeichnung, a.einheit,
       g.geprueft_bis, p.soll_ausgabe, p.soll_ruecknahme, p.ist_ausgabe, p.ist_ruecknahme, p.zustand, a.art AS artikel_art
     FROM json_each(+:ids) j
     JOIN (SELECT * FROM lieferpositionen WHERE tenant_id = +:tenant) p ON p.lieferung_id = j.value
     LEFT JOIN (SELECT * FROM pfandartikel WHERE tenant_id = +:tenant) a ON a.id = p.pfandartikel_id
     LEFT JOIN (SELECT * FROM geraete WHERE tenant_id = +:tenant) g ON g.id = p.geraet_id
     ORDER BY p.lieferung_id, p.position`,
  )
  return (tenant: string, ids: string[]): Map<string, Omit<Position, "lieferung_id">[]> => {
    const per = new Map<string, Omit<Position, "lieferung_id">[]>()
    for (const { lieferung_id, ...position } of statement.all({ tenant, ids: JSON.stringify(ids) })) {
      const known = per.get(lieferung_id)
      if (known) known.push(position)
      else per.set(lieferung_id, [position])
    }
    return per
  }
}
