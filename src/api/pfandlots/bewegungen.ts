import { Fragment, query, queryFrom } from "../../db/query.ts"
import { geraete, pfandartikel, pfandbuchungen, pfandumbewertungen, pfandverluste } from "../../db/schema.ts"
import type { abrechnungsklassen, steuersaetze, ustVerfahren } from "../../db/schema/values.ts"
import type { Row, TenantReader } from "../../db/tenant-db.ts"
import { addDays } from "../../lib/day.ts"
import { lastSatzChange } from "../../lib/steuer.ts"

/** Facts that decide the tax of a booking, as article, device and company had them when it was booked. */
export type Steuer = {
  /** The account of the bookkeeping, which decides whether there is VAT on it. */
  klasse: (typeof abrechnungsklassen)[number]
  steuersatz: (typeof steuersaetze)[number]
  /** 1: UStG § 19. */
  kleinunternehmer: number
  ust_verfahren: (typeof ustVerfahren)[number]
}

/** A booking that moves goods, as it is stored, with what its tax depends on. */
export type Bewegung = Pick<
  Row<typeof pfandbuchungen>,
  | "id"
  | "lfd_nr"
  | "pfandartikel_id"
  | "geraet_id"
  | "art"
  | "menge"
  | "betrag_cent"
  | "summe_cent"
  | "erfasst_am"
  | "storno_von"
> &
  Steuer & {
    /** The Vorgang that revalues pieces, which stay where they are. */
    umbewertung: string | null
    /** 1: pieces that will not come back, or the Storno of that. They leave the account, and nothing is refunded. */
    verlust: 0 | 1
  }

/** Columns of a `Bewegung` that a booking `b` has itself. */
export const COLUMNS = new Fragment(
  `b.lfd_nr, b.id, b.pfandartikel_id, b.geraet_id, b.art, b.menge, b.betrag_cent, b.summe_cent, b.erfasst_am, b.storno_von,
    b.klasse, b.steuersatz, b.kleinunternehmer, b.ust_verfahren`,
)

/** Bookings in the order of the ledger. */
export const everyBewegung = query<Bewegung, { kunde_id: string }>`
  SELECT ${COLUMNS}, u.id AS umbewertung, v.id IS NOT NULL AS verlust
  FROM ${pfandbuchungen} b
  LEFT JOIN ${pfandumbewertungen} u ON u.id = b.vorgang_id
  LEFT JOIN ${pfandverluste} v ON v.id = b.vorgang_id
  WHERE b.kunde_id = :kunde_id ORDER BY b.lfd_nr`

type Accounts = { kunde_id: string; ids: string }

/** The same of some accounts: articles and devices by their ids as JSON. */
const inAccounts = query<Bewegung, Accounts>`
  SELECT ${COLUMNS}, u.id AS umbewertung, v.id IS NOT NULL AS verlust
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
export const readAccounts = (tenant: TenantReader, kunde_id: string, ids: readonly string[]): Bewegung[] =>
  tenant.all(inAccounts, { kunde_id, ids: JSON.stringify(ids) }).toSorted((a, b) => a.lfd_nr - b.lfd_nr)

/** From this day on, today's rates hold in every time zone: an account without an older booking has no other rate. */
export const TODAYS_RATES_FROM = addDays(lastSatzChange, 1)

/** Articles and devices of which a customer has bookings from before today's rates: mostly none, and an index tells. */
const older = queryFrom<{ item_id: string }, { kunde_id: string }>(
  pfandbuchungen,
  (source) =>
    `SELECT DISTINCT coalesce(pfandartikel_id, geraet_id) AS item_id FROM ${source} WHERE kunde_id = :kunde_id AND erfasst_am < '${TODAYS_RATES_FROM}'`,
)

/**
 * Those of which a customer has bookings from before their class or rate was changed, or the company's procedure or
 * its being a Kleinunternehmer (`nr` is the last booking before that).
 */
const changed = query<{ item_id: string }, Accounts & { nr: number }>`
  SELECT a.id AS item_id FROM json_each(:ids) j CROSS JOIN ${pfandartikel} a ON a.id = j.value
  WHERE max(a.steuer_nach_nr, :nr) > 0 AND EXISTS (
    SELECT 1 FROM ${pfandbuchungen} b
    WHERE b.kunde_id = :kunde_id AND b.pfandartikel_id = a.id AND b.lfd_nr <= max(a.steuer_nach_nr, :nr))
  UNION ALL
  SELECT g.id FROM json_each(:ids) j CROSS JOIN ${geraete} g ON g.id = j.value
  WHERE max(g.steuer_nach_nr, :nr) > 0 AND EXISTS (
    SELECT 1 FROM ${pfandbuchungen} b
    WHERE b.geraet_id = g.id AND b.lfd_nr <= max(g.steuer_nach_nr, :nr) AND +b.kunde_id = :kunde_id)`

const anyChanged = query<{ n: number }>`
  SELECT EXISTS (SELECT 1 FROM ${pfandartikel} a WHERE a.steuer_nach_nr > 0)
    OR EXISTS (SELECT 1 FROM ${geraete} g WHERE g.steuer_nach_nr > 0) AS n`

const anyOlder = queryFrom<{ n: number }>(
  pfandbuchungen,
  (source) => `SELECT EXISTS (SELECT 1 FROM ${source} WHERE erfasst_am < '${TODAYS_RATES_FROM}') AS n`,
)

/** @returns whether any customer of the company may have such accounts as `listMixed` lists; most companies have none */
export const hasMixed = (tenant: TenantReader, nr: number): boolean =>
  nr > 0 || tenant.first(anyChanged, {})?.n === 1 || tenant.first(anyOlder, {})?.n === 1

/**
 * @param ids of articles and devices
 * @param nr `tenants.regelung_gewechselt_nr`
 * @returns those whose bookings of the customer may differ in tax: only there it matters which piece came back
 */
export function listMixed(
  tenant: TenantReader,
  kunde_id: string,
  ids: readonly string[],
  nr: number,
): Set<string> {
  const mixed = [
    ...tenant.all(changed, { kunde_id, ids: JSON.stringify(ids), nr }),
    ...tenant.all(older, { kunde_id }),
  ]
  return new Set(mixed.map(({ item_id }) => item_id)).intersection(new Set(ids))
}
