import { removeBild, listBildzeilen } from "./bilder/rules.ts"
import { query } from "../../db/query.ts"
import {
  belege,
  geraete_bewegungen,
  klaerungen,
  kunden,
  kunden_suchtexte,
  lieferungen,
  lieferungen_bilder,
  protokoll,
} from "../../db/schema.ts"
import type { TenantDb } from "../../db/tenant-db.ts"
import { missing } from "../../lib/refusal.ts"
import type { Actor } from "../session.ts"
import { writeProtokoll } from "../record.ts"
import { derived, GONE, type Kunde, suchtext } from "./rules.ts"

type Ids = { kunde_id: string }

const seineLieferungen = query<
  { id: string },
  Ids
>`SELECT l.id FROM ${lieferungen} l WHERE l.kunde_id = :kunde_id`

const seineBelege = query<{ id: string }, Ids>`
  SELECT b.id FROM ${belege} b WHERE b.kunde_id = :kunde_id AND b.gesperrt = 0`

const notierteBewegungen = query<{ id: string }, Ids>`
  SELECT b.id FROM ${geraete_bewegungen} b WHERE b.kunde_id = :kunde_id AND b.notiz IS NOT NULL`

const bilderSeiner = query<{ id: string; pfad: string; vorschau_pfad: string }, Ids>`
  SELECT b.id, b.pfad, b.vorschau_pfad FROM ${lieferungen} l
  CROSS JOIN ${lieferungen_bilder} b ON b.lieferung_id = l.id WHERE l.kunde_id = :kunde_id
  UNION
  SELECT b.id, b.pfad, b.vorschau_pfad FROM ${klaerungen} k
  CROSS JOIN ${lieferungen_bilder} b ON b.klaerung_id = k.id WHERE k.kunde_id = :kunde_id`

const seineKlaerungen = query<{ id: string }, Ids>`
  SELECT k.id FROM ${klaerungen} k WHERE k.kunde_id = :kunde_id`

const eintraegeUeber = query<{ id: string }, { tabelle: string; datensatz_id: string }>`
  SELECT p.id FROM ${protokoll} p WHERE p.tabelle = :tabelle AND p.datensatz_id = :datensatz_id`

/** The same of their deliveries' pictures. */
const lieferbilderImProtokoll = query<{ datensatz_id: string }, { tabelle: string; ids: string }>`
  SELECT DISTINCT p.datensatz_id FROM ${protokoll} p
  WHERE p.tabelle = :tabelle
    AND coalesce(json_extract(p.aenderungen, '$.lieferung_id[1]'), json_extract(p.aenderungen, '$.klaerung_id[1]'))
      IN (SELECT value FROM json_each(:ids))`

/** Includes deleted pictures, whose upload is still in the log with customer and title. */
const bilderImProtokoll = query<{ datensatz_id: string }, Ids & { tabelle: string }>`
  SELECT DISTINCT p.datensatz_id FROM ${protokoll} p
  WHERE p.tabelle = :tabelle AND json_extract(p.aenderungen, '$.kunde_id[1]') = :kunde_id`

/**
 * Erases a person (DSGVO Art. 17) wherever they are named: in the customer's record, deliveries and
 * signatures, notes on devices, pictures, and copies in the log. Bookings stay: the tax office wants them for
 * ten years, and they identify nobody except by customer number. For a customer who was deleted before, only
 * the log is left to clear. Documents that the law wants kept are locked: nobody sees them any more.
 *
 * @returns the remaining record, if there is one, and the picture files to remove after the transaction
 * @throws Refusal missing
 */
export function eraseKunde(
  tenant: TenantDb,
  actor: Actor,
  id: string,
): { kunde: Kunde | undefined; dateien: string[] } {
  const before = tenant.find(kunden, id)
  if (!before && tenant.all(eintraegeUeber, { tabelle: "kunden", datensatz_id: id }).length === 0)
    throw missing(GONE)
  const dateien = listBildzeilen(tenant, id).flatMap((bild) => removeBild(tenant, actor, bild))
  const lieferungenSeiner = tenant.all(seineLieferungen, { kunde_id: id })
  for (const lieferung of lieferungenSeiner) {
    const leer = { empfaenger_name: null, unterschrift: null, hinweis: null, notiz: null, grund: null }
    tenant.update(lieferungen, lieferung.id, leer)
    forgetEintraege(tenant, "lieferungen", lieferung.id)
  }
  const bilder = tenant.all(bilderSeiner, { kunde_id: id })
  for (const bild of bilder) tenant.delete(lieferungen_bilder, bild.id)
  const klaerungenSeiner = tenant.all(seineKlaerungen, { kunde_id: id })
  const ids = JSON.stringify([...lieferungenSeiner, ...klaerungenSeiner].map((stelle) => stelle.id))
  for (const { datensatz_id } of tenant.all(lieferbilderImProtokoll, {
    tabelle: "lieferungen_bilder",
    ids,
  })) {
    forgetEintraege(tenant, "lieferungen_bilder", datensatz_id)
  }
  for (const klaerung of klaerungenSeiner) {
    tenant.update(klaerungen, klaerung.id, { angaben: "{}", ablehnung: "", entscheidung: null })
    forgetEintraege(tenant, "klaerungen", klaerung.id)
  }
  for (const bewegung of tenant.all(notierteBewegungen, { kunde_id: id })) {
    tenant.update(geraete_bewegungen, bewegung.id, { notiz: null })
  }
  for (const { datensatz_id } of tenant.all(bilderImProtokoll, { kunde_id: id, tabelle: "kunden_bilder" })) {
    forgetEintraege(tenant, "kunden_bilder", datensatz_id)
  }
  for (const beleg of tenant.all(seineBelege, { kunde_id: id }))
    tenant.update(belege, beleg.id, { gesperrt: 1 })
  forgetEintraege(tenant, "kunden", id)
  const kunde = before && blankKunde(tenant, before)
  writeProtokoll(tenant, actor, "kunden.person_geloescht", kunden, undefined, kunde ?? ({ id } as Kunde))
  return {
    kunde,
    dateien: [...dateien, ...bilder.flatMap(({ pfad, vorschau_pfad }) => [pfad, vorschau_pfad])],
  }
}

function blankKunde(tenant: TenantDb, before: Kunde): Kunde {
  const name = `Gelöschter Kunde ${before.kundennummer}`
  const kunde = tenant.update(kunden, before.id, { ...blank, name, ...derived({ name, ort: null }) })
  tenant.update(kunden_suchtexte, kunde.id, suchtext(kunde))
  return kunde
}

const blank = {
  ansprechpartner: null,
  telefon: null,
  email: null,
  strasse: null,
  plz: null,
  ort: null,
  breitengrad: null,
  laengengrad: null,
  anlieferungshinweis: null,
  lieferzeit_von: null,
  lieferzeit_bis: null,
  notiz: null,
  aktiv: 0,
}

/** Keeps the log entries, but without their values. */
function forgetEintraege(tenant: TenantDb, tabelle: string, datensatz_id: string): void {
  for (const { id } of tenant.all(eintraegeUeber, { tabelle, datensatz_id })) {
    tenant.update(protokoll, id, { aenderungen: "{}" })
  }
}
