import { Fragment, query } from "../../db/query.ts"
import { pfandbuchungen, pfandumbewertungen, pfandverluste, tenants } from "../../db/schema.ts"
import type { Row, TenantReader } from "../../db/tenant-db.ts"
import { settledSteuersatz, type Steuersatz, steuersatzOf } from "../../lib/steuer.ts"
import { type Unsettled, piecesOf } from "./calculate.ts"
import type { Bewegung, Klasse, Verfahren } from "./tax-lots.ts"

/** A booking as it is stored. */
export type Buchungszeile = Omit<Unsettled, "nummer" | "bezeichnung" | "einheit"> & {
  lfd_nr: number
  klasse: Klasse
  steuersatz: Steuersatz
  kleinunternehmer: number
  ust_verfahren: Verfahren
  /** The Vorgang that revalues pieces, where this booking belongs to one. */
  umbewertung: string | null
  verlust: 0 | 1
}

/** What a `Buchungszeile` has of a booking `b`. */
export const ZEILE = new Fragment(
  `b.lfd_nr, b.id, b.pfandartikel_id, b.geraet_id, b.art, b.menge, b.betrag_cent, b.summe_cent, b.erfasst_am, b.storno_von,
    b.klasse, b.steuersatz, b.kleinunternehmer, b.ust_verfahren`,
)

/** Bookings in the order of the ledger. */
export const everyZeile = query<Buchungszeile, { kunde_id: string }>`
  SELECT ${ZEILE}, u.id AS umbewertung, v.id IS NOT NULL AS verlust
  FROM ${pfandbuchungen} b
  LEFT JOIN ${pfandumbewertungen} u ON u.id = b.vorgang_id
  LEFT JOIN ${pfandverluste} v ON v.id = b.vorgang_id
  WHERE b.kunde_id = :kunde_id ORDER BY b.lfd_nr`

type Accounts = { kunde_id: string; ids: string }

/** The same of some accounts: articles and devices by their ids as JSON. */
const zeilenIn = query<Buchungszeile, Accounts>`
  SELECT ${ZEILE}, u.id AS umbewertung, v.id IS NOT NULL AS verlust
  FROM (
    SELECT a.* FROM json_each(:ids) j
    CROSS JOIN ${pfandbuchungen} a ON a.pfandartikel_id = j.value AND a.kunde_id = :kunde_id
    UNION ALL
    SELECT g.* FROM json_each(:ids) j
    CROSS JOIN ${pfandbuchungen} g ON g.geraet_id = j.value AND +g.kunde_id = :kunde_id
  ) b
  LEFT JOIN ${pfandumbewertungen} u ON u.id = b.vorgang_id
  LEFT JOIN ${pfandverluste} v ON v.id = b.vorgang_id`

/** @returns all bookings of some of a customer's articles and devices, in the order of the ledger */
export const readAccounts = (
  tenant: TenantReader,
  kunde_id: string,
  ids: readonly string[],
): Buchungszeile[] =>
  tenant.all(zeilenIn, { kunde_id, ids: JSON.stringify(ids) }).toSorted((a, b) => a.lfd_nr - b.lfd_nr)

/** A company's settings for its settlements. */
export type Regelung = Pick<
  Row<typeof tenants>,
  | "preise"
  | "ust_verfahren"
  | "kleinunternehmer"
  | "zeitzone"
  | "abrechnung_nach_nr"
  | "regelung_gewechselt_nr"
>

export const wasOf = ({ pfandartikel_id, geraet_id }: Buchungszeile): string =>
  pfandartikel_id ?? geraet_id ?? ""

/** @returns a stored booking with the tax of a settlement, by what was frozen with it */
export const settled = (zeile: Buchungszeile): Bewegung => toBewegung(zeile, settledSteuersatz(zeile, zeile))

/** @returns a stored booking with the tax that is due on it in the end, whether at once or with the year's balance */
export const taxed = (zeile: Buchungszeile): Bewegung => toBewegung(zeile, steuersatzOf(zeile, zeile))

const toBewegung = (zeile: Buchungszeile, steuersatz: Steuersatz): Bewegung => ({
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
  steuersatz,
  kleinunternehmer: zeile.kleinunternehmer,
  ust_verfahren: zeile.ust_verfahren,
})
