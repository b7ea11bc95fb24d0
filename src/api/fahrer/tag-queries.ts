import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import {
  feierabende,
  geraete,
  klaerungen,
  kunden,
  kunden_bilder,
  lieferungen,
  pfandartikel,
  pfandbestandteile,
  pfandkonten,
  protokoll,
  standorte,
} from "../../db/schema.ts"
import type { Lieferzeile } from "../lieferungen/read.ts"
import type { DayReply, Tagkunde, Tagstandort } from "./tag-model.ts"

/** The queries for a driver's day, each for all stops at once. */

/** Days for which a stop that its driver never set off for is still shown. */
export const DAYS_BEFORE = 7

type Days = { fahrer_id: string; zuvor: string; heute: string; morgen: string; seit: string; most: number }

/**
 * Includes stops of earlier days: started and never finished, finished today, or planned since `zuvor` and not begun.
 */
export const stoppsOf = query<Lieferzeile, Days>`
  SELECT * FROM (
    SELECT l.* FROM ${lieferungen} l
    WHERE l.fahrer_id = :fahrer_id AND l.status = 'unterwegs' AND l.datum < :heute
    ORDER BY l.datum DESC LIMIT :most
  )
  UNION ALL
  SELECT * FROM (
    SELECT l.* FROM ${lieferungen} l
    WHERE l.fahrer_id = :fahrer_id AND l.status = 'geplant' AND l.datum >= :zuvor AND l.datum < :heute
    ORDER BY l.datum DESC, l.id LIMIT :most
  )
  UNION ALL
  SELECT * FROM (
    SELECT l.* FROM ${lieferungen} l
    WHERE l.fahrer_id = :fahrer_id AND l.datum BETWEEN :heute AND :morgen AND l.status <> 'storniert'
    ORDER BY l.datum, l.id LIMIT :most
  )
  UNION ALL
  SELECT * FROM (
    SELECT l.* FROM ${lieferungen} l
    WHERE l.fahrer_id = :fahrer_id AND l.erfasst_am >= :seit AND l.datum < :heute
      AND l.status IN ('zugestellt', 'nicht_zugestellt')
    ORDER BY l.erfasst_am LIMIT :most
  )`

/** Stops that their driver never set off for and that are too old to be shown: the telephone only says how many. */
export const forgottenOf = query<{ n: number }, { fahrer_id: string; zuvor: string; most: number }>`
  SELECT count(*) AS n FROM (
    SELECT l.id FROM ${lieferungen} l
    WHERE l.fahrer_id = :fahrer_id AND l.status = 'geplant' AND l.datum < :zuvor LIMIT :most
  ) f`

/** The count of the truck that came last for a day, and who entered it: the ids are made by telephones. */
export const lastCountOf = query<
  { erfasst_am: string; von: string | null },
  { fahrer_id: string; datum: string; tabelle: string; aktion: string }
>`
  SELECT f.erfasst_am, (
    SELECT p.mitarbeiter_id FROM ${protokoll} p
    WHERE p.tabelle = :tabelle AND p.datensatz_id = f.id AND p.aktion = :aktion LIMIT 1
  ) AS von FROM ${feierabende} f WHERE f.fahrer_id = :fahrer_id AND f.datum = :datum
  ORDER BY f.erstellt_am DESC, f.id DESC LIMIT 1`

/** Reports of a driver that the office booked or discarded since a day, of the last 200: twice what may be open at once. */
export const decidedOf = query<{ id: string }, { fahrer_id: string; zuvor: string }>`
  SELECT k.id FROM (
    SELECT r.id, r.entschieden_am FROM ${klaerungen} r WHERE r.fahrer_id = :fahrer_id ORDER BY r.id DESC LIMIT 200
  ) k WHERE k.entschieden_am >= :zuvor`

/** Customers the driver visited lately, where unplanned pick-ups are likely. */
export const lastAt = query<{ kunde_id: string }, { fahrer_id: string; morgen: string }>`
  SELECT DISTINCT z.kunde_id FROM (
    SELECT l.kunde_id FROM ${lieferungen} l WHERE l.fahrer_id = :fahrer_id AND l.datum <= :morgen
    ORDER BY l.datum DESC, l.id DESC LIMIT 600
  ) z LIMIT 300`

type Day = Static<typeof DayReply>
type Kunde = Static<typeof Tagkunde>
type Ids = { ids: string }

export const kundenWith = query<Kunde, Ids>`
  SELECT k.id, k.kundennummer, k.name, k.ansprechpartner, k.telefon, k.strasse, k.plz, k.ort, k.breitengrad,
    k.laengengrad, k.anlieferungshinweis
  FROM json_each(:ids) j CROSS JOIN ${kunden} k ON k.id = j.value`

export const standorteWith = query<Static<typeof Tagstandort>, Ids>`
  SELECT s.* FROM json_each(:ids) j CROSS JOIN ${standorte} s ON s.id = j.value`

type Picture = { kunde_id: string; vorschau_pfad: string; titel: string | null }
type Kundenbestand = { kunde_id: string; pfandartikel_id: string; bestand: number }

export const bestaendeOf = query<Kundenbestand, Ids>`
  SELECT s.kunde_id, s.pfandartikel_id, s.bestand
  FROM json_each(:ids) j CROSS JOIN ${pfandkonten} s ON s.kunde_id = j.value
  WHERE s.pfandartikel_id IS NOT NULL AND s.bestand <> 0`

export const bilderOf = query<Picture, Ids>`
  SELECT b.kunde_id, b.vorschau_pfad, b.titel
  FROM json_each(:ids) j CROSS JOIN ${kunden_bilder} b ON b.kunde_id = j.value
  ORDER BY b.kunde_id, b.sortierung, b.id`

type Geraet = Day["geraete"][number]

export const geraeteAt = query<Geraet, Ids>`
  SELECT g.id, g.geraetenummer, g.bezeichnung, g.barcode, g.status, g.kunde_id, g.geprueft_bis
  FROM json_each(:ids) j CROSS JOIN ${geraete} g ON g.kunde_id = j.value`

export const geraeteWith = query<Geraet, Ids>`
  SELECT g.id, g.geraetenummer, g.bezeichnung, g.barcode, g.status, g.kunde_id, g.geprueft_bis
  FROM json_each(:ids) j CROSS JOIN ${geraete} g ON g.id = j.value`

export const geraeteImLager = query<Geraet, { limit: number }>`
  SELECT g.id, g.geraetenummer, g.bezeichnung, g.barcode, g.status, g.kunde_id, g.geprueft_bis
  FROM ${geraete} g WHERE g.status = 'lager' ORDER BY g.geraetenummer LIMIT :limit`

type Artikel = Omit<Day["artikel"][number], "teile">

export const firstArtikel = query<Artikel, { aktiv: number; limit: number }>`
  SELECT a.id, a.nummer, a.bezeichnung, a.art, a.barcode, a.aktiv FROM ${pfandartikel} a
  WHERE a.aktiv = :aktiv ORDER BY a.nummer LIMIT :limit`

export const artikelWith = query<Artikel, Ids>`
  SELECT a.id, a.nummer, a.bezeichnung, a.art, a.barcode, a.aktiv
  FROM json_each(:ids) j CROSS JOIN ${pfandartikel} a ON a.id = j.value`

type Part = { gebinde_id: string; pfandartikel_id: string; menge: number }

export const partsOf = query<Part, Ids>`
  SELECT t.gebinde_id, t.pfandartikel_id, t.menge
  FROM json_each(:ids) j CROSS JOIN ${pfandbestandteile} t ON t.gebinde_id = j.value ORDER BY t.id`
