import { query } from "../../db/query.ts"
import { pfandbuchungen, pfandumbewertungen, pfandverluste, tenants } from "../../db/schema.ts"
import type { Row } from "../../db/tenant-db.ts"
import { settledSteuersatz, type Steuersatz } from "../../lib/steuer.ts"
import { type Unsettled, piecesOf } from "./calculate.ts"
import type { Bewegung, Klasse } from "./saetze.ts"

/** A booking as it is stored. */
export type Zeile = Omit<Unsettled, "nummer" | "bezeichnung" | "einheit"> & {
  lfd_nr: number
  klasse: Klasse
  steuersatz: Steuersatz
  /** The Vorgang that revalues pieces, where this booking belongs to one. */
  umbewertung: string | null
  verlust: 0 | 1
}

/** Bookings in the order of the ledger. */
export const everyZeile = query<Zeile, { kunde_id: string }>`
  SELECT b.lfd_nr, b.id, b.pfandartikel_id, b.geraet_id, b.art, b.menge, b.betrag_cent, b.summe_cent, b.erfasst_am, b.storno_von,
    b.klasse, b.steuersatz, u.id AS umbewertung, v.id IS NOT NULL AS verlust
  FROM ${pfandbuchungen} b
  LEFT JOIN ${pfandumbewertungen} u ON u.id = b.vorgang_id
  LEFT JOIN ${pfandverluste} v ON v.id = b.vorgang_id
  WHERE b.kunde_id = :kunde_id ORDER BY b.lfd_nr`

/** A company's settings for its settlements. */
export type Regelung = Pick<
  Row<typeof tenants>,
  "preise" | "ust_verfahren" | "kleinunternehmer" | "zeitzone" | "abrechnung_nach_nr"
>

export const wasOf = ({ pfandartikel_id, geraet_id }: Zeile): string => pfandartikel_id ?? geraet_id ?? ""

/** @returns the reading of a stored booking by a company's settings */
export const bewegung =
  (regelung: Pick<Regelung, "ust_verfahren" | "kleinunternehmer">) =>
  (zeile: Zeile): Bewegung => ({
    id: zeile.id,
    lfd_nr: zeile.lfd_nr,
    was: wasOf(zeile),
    stueck: piecesOf(zeile),
    betrag_cent: zeile.betrag_cent,
    erfasst_am: zeile.erfasst_am,
    storno_von: zeile.storno_von,
    umbewertung: zeile.umbewertung,
    verlust: zeile.verlust === 1,
    klasse: zeile.klasse,
    steuersatz: settledSteuersatz(zeile, regelung),
  })
