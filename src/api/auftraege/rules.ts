import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import {
  abrechnungen,
  auftraege,
  auftragsdateien,
  auftragsfehler,
  belegdateien,
  belege,
  kunden,
} from "../../db/schema.ts"
import type { Row, TenantDb } from "../../db/tenant-db.ts"
import { conflict, invalid } from "../../lib/refusal.ts"
import { findKept } from "../belege/ablage.ts"
import { claimAnfrage } from "../once.ts"
import { List } from "../page.ts"
import type { Actor } from "../session.ts"
import { localTime } from "../time.ts"
import type { AuftragMitFehlern, AuftragReply, NewAuftrag } from "./model.ts"

export type Auftrag = Row<typeof auftraege>
/** `ort` and `mit_bestand` narrow the customers for whom something is printed. */
export type Angaben = { von: string; bis: string; ort?: string; mit_bestand?: boolean }

const GONE = "Auftrag nicht gefunden"

const liste = new List<Auftrag>({
  table: auftraege,
  columns: ["*"],
  sorts: { "-erstellt_am": "-erstellt_am" },
})

const fehlerVon = query<Static<typeof AuftragMitFehlern>["kundenfehler"][number], { auftrag_id: string }>`
  SELECT f.kunde_id, k.kundennummer, k.name, f.meldung
  FROM ${auftragsfehler} f CROSS JOIN ${kunden} k ON k.id = f.kunde_id
  WHERE f.auftrag_id = :auftrag_id ORDER BY f.id LIMIT 200`

export const angabenOf = ({ angaben }: Pick<Auftrag, "angaben">): Angaben => JSON.parse(angaben) as Angaben

const readable = (auftrag: Auftrag): Static<typeof AuftragReply> => ({
  ...auftrag,
  ort: null,
  mit_bestand: false,
  ...angabenOf(auftrag),
})

export const listAuftraege = (tenant: TenantDb, request: Parameters<typeof liste.page>[1]) => {
  const page = liste.page(tenant, request)
  return { ...page, items: page.items.map(readable) }
}

/** @throws Refusal missing */
export function getAuftrag(tenant: TenantDb, id: string): Static<typeof AuftragMitFehlern> {
  const auftrag = tenant.get(auftraege, id, GONE)
  return { ...readable(auftrag), kundenfehler: tenant.all(fehlerVon, { auftrag_id: id }) }
}

/**
 * Orders work for many customers; a process of its own does it.
 *
 * @returns the order, and whether this request made it
 * @throws Refusal conflict when the id was used with other content; invalid for a period that is none, or not over
 */
export function createAuftrag(
  tenant: TenantDb,
  actor: Actor,
  input: Static<typeof NewAuftrag>,
): { auftrag: Static<typeof AuftragMitFehlern>; first: boolean } {
  const { id, art, bis, ort, mit_bestand } = input
  const von = input.von ?? `${bis.slice(0, 7)}-01`
  if (von > bis) throw invalid("von", "liegt nach dem Ende des Zeitraums")
  if (bis > localTime(tenant).datum) throw invalid("bis", "liegt in der Zukunft")
  if (art === "abrechnungslauf" && ort !== undefined)
    throw invalid("ort", "gilt nicht für den Abrechnungslauf")
  if (art === "abrechnungslauf" && mit_bestand !== undefined)
    throw invalid("mit_bestand", "gilt nicht für den Abrechnungslauf")
  if (!claimAnfrage(tenant, "auftraege", id, input))
    return { auftrag: getAuftrag(tenant, id ?? ""), first: false }
  const made = tenant.insert(auftraege, {
    ...(id !== undefined && { id }),
    art,
    angaben: JSON.stringify({ von, bis, ort, mit_bestand }),
    erstellt_von: actor.id,
    erstellt_von_name: actor.name,
  })
  return { auftrag: getAuftrag(tenant, made.id), first: true }
}

type Belegname = { id: string; dateiname: string; erstellt_am: string }

const naechsteDatei = query<Belegname, { auftrag_id: string; nach: string }>`
  SELECT b.id, b.dateiname, b.erstellt_am FROM ${belege} b
  WHERE b.auftrag_id = :auftrag_id AND b.id > :nach AND b.gesperrt = 0 ORDER BY b.id LIMIT 1`

export type Datei = { name: string; zeitpunkt: string; daten: Uint8Array }

const naechsteAbrechnung = query<{ id: string }, { von: string; bis: string; nach: string }>`
  SELECT a.id FROM ${abrechnungen} a
  WHERE a.bis = :bis AND a.id > :nach AND a.von = :von AND a.art = 'abrechnung' AND +a.lieferung_id IS NULL
    AND NOT EXISTS (SELECT 1 FROM ${abrechnungen} s WHERE s.storno_von = a.id)
  ORDER BY a.id LIMIT 1`

/** @returns the settlements of a period that count, in the order of their making */
export function* settledIn(tenant: TenantDb, { von, bis }: Angaben): Generator<string> {
  for (let nach = ""; ;) {
    const next = tenant.first(naechsteAbrechnung, { von, bis, nach })
    if (!next) return
    nach = next.id
    yield nach
  }
}

const datei = (tenant: TenantDb, { id, dateiname, erstellt_am }: Belegname): Datei => ({
  name: dateiname,
  zeitpunkt: erstellt_am,
  daten: tenant.get(belegdateien, id).daten,
})

/** @returns the documents that a finished job made, one at a time. @throws Refusal missing, conflict */
export function filesOf(tenant: TenantDb, id: string): Generator<Datei> {
  const auftrag = requireFinished(tenant, id)
  if (auftrag.art === "abrechnungslauf") {
    return (function* () {
      for (const abrechnung of settledIn(tenant, angabenOf(auftrag))) {
        const beleg = findKept(tenant, "abrechnung", abrechnung)
        if (beleg && beleg.gesperrt === 0) yield datei(tenant, beleg)
      }
    })()
  }
  return (function* () {
    for (let nach = ""; ;) {
      const next = tenant.first(naechsteDatei, { auftrag_id: id, nach })
      if (!next) return
      nach = next.id
      yield datei(tenant, next)
    }
  })()
}

const stueckNr = query<{ id: string }, { auftrag_id: string; nr: number }>`
  SELECT d.id FROM ${auftragsdateien} d WHERE d.auftrag_id = :auftrag_id AND d.nr = :nr`

/** @returns the file for a printer, piece by piece. @throws Refusal missing, conflict */
export function piecesOf(tenant: TenantDb, id: string): Generator<Uint8Array> {
  requireFinished(tenant, id)
  if (!tenant.first(stueckNr, { auftrag_id: id, nr: 0 })) throw conflict("Dieser Auftrag hat nichts gedruckt")
  return (function* () {
    for (let nr = 0; ; nr++) {
      const piece = tenant.first(stueckNr, { auftrag_id: id, nr })
      if (!piece) return
      yield tenant.get(auftragsdateien, piece.id).daten
    }
  })()
}

function requireFinished(tenant: TenantDb, id: string): Auftrag {
  const auftrag = tenant.get(auftraege, id, GONE)
  if (auftrag.status !== "fertig") throw conflict("Der Auftrag ist noch nicht fertig")
  return auftrag
}
