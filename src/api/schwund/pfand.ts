import type { Static } from "@sinclair/typebox"
import { Fragment, query, type Value } from "../../db/query.ts"
import { geraete, geraete_bewegungen, kunden, pfandkonten } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { type PageOf, type PageRequest, readPage } from "../shared/page.ts"
import type { OffenesPfand } from "./model.ts"

/**
 * Deposits of devices on the accounts of customers who do not have them: the device got lost there, which stays open
 * wherever it is by now, or a correction charged it to somebody who never had it, or has it no more.
 */

type Offen = Static<typeof OffenesPfand>
type Ort = { ort: "verloren" | "woanders" | null }

/** What is elsewhere, and so has no age on the account (pfandlots/lots.ts). */
const ELSEWHERE = new Fragment("p.geraet_id IS NOT NULL AND p.wert_cent > 0 AND p.seit_am IS NULL")

/** What got lost at the customer's and was not found since: its account keeps its age. */
const LOST = new Fragment(`m.nach_status = 'verloren' AND m.kunde_id IS NOT NULL
  AND g.kunde_id IS NOT m.kunde_id AND p.wert_cent > 0 AND p.seit_am IS NOT NULL`)

const AT = new Fragment("(:ort IS NULL OR (:ort = 'verloren') = (g.status = 'verloren'))")

const elsewhereBefore = query<Offen, Ort & { vor: Value; limit: number }>`
  SELECT p.id, g.id AS geraet_id, g.geraetenummer, g.bezeichnung, g.status, k.id AS kunde_id, k.kundennummer,
    k.name AS kunde_name, p.wert_cent, (
      SELECT m.erfasst_am FROM ${geraete_bewegungen} m
      WHERE m.geraet_id = p.geraet_id AND m.kunde_id = p.kunde_id AND m.nach_status = 'verloren'
      ORDER BY m.id DESC LIMIT 1) AS verloren_am
  FROM ${pfandkonten} p CROSS JOIN ${geraete} g ON g.id = p.geraet_id CROSS JOIN ${kunden} k ON k.id = p.kunde_id
  WHERE ${ELSEWHERE} AND p.id < :vor AND ${AT} ORDER BY p.id DESC LIMIT :limit`

/** The last loss of a device at each customer's. */
const lostBefore = query<Offen, Ort & { vor: Value; limit: number }>`
  SELECT m.id, g.id AS geraet_id, g.geraetenummer, g.bezeichnung, g.status, k.id AS kunde_id, k.kundennummer,
    k.name AS kunde_name, m.erfasst_am AS verloren_am, p.wert_cent
  FROM ${geraete_bewegungen} m CROSS JOIN ${geraete} g ON g.id = m.geraet_id
  CROSS JOIN ${pfandkonten} p ON p.kunde_id = m.kunde_id AND p.geraet_id = m.geraet_id
  CROSS JOIN ${kunden} k ON k.id = m.kunde_id
  WHERE ${LOST} AND m.id < :vor AND ${AT}
    AND NOT EXISTS (SELECT 1 FROM ${geraete_bewegungen} n WHERE n.geraet_id = m.geraet_id
      AND n.kunde_id = m.kunde_id AND n.nach_status = 'verloren' AND n.id > m.id)
  ORDER BY m.id DESC LIMIT :limit`

const numberElsewhere = query<{ n: number }, Ort>`
  SELECT count(*) AS n FROM (
    SELECT 1 FROM ${pfandkonten} p CROSS JOIN ${geraete} g ON g.id = p.geraet_id
    WHERE ${ELSEWHERE} AND ${AT} LIMIT 100000)`

const numberLost = query<{ n: number }, Ort>`
  SELECT count(*) AS n FROM (
    SELECT DISTINCT m.geraet_id, m.kunde_id FROM ${geraete_bewegungen} m CROSS JOIN ${geraete} g ON g.id = m.geraet_id
    CROSS JOIN ${pfandkonten} p ON p.kunde_id = m.kunde_id AND p.geraet_id = m.geraet_id
    WHERE ${LOST} AND ${AT} LIMIT 100000)`

/** Comes after every id. */
const LAST = "z"

/** @returns a page of these deposits, one for each device and customer, the newest first */
export const listOpenDeposits = (
  tenant: TenantReader,
  { ort = null, ...request }: PageRequest & { ort?: Ort["ort"] },
): PageOf<Offen> =>
  readPage<Offen>(request, {
    order: "schwund/pfand -id",
    numeric: false,
    rows: (after, limit) =>
      [elsewhereBefore, lostBefore]
        .flatMap((one) => tenant.all(one, { ort, vor: after?.[0] ?? LAST, limit }))
        .toSorted((one, other) => (one.id > other.id ? -1 : 1))
        .slice(0, limit),
    keyOf: ({ id }) => [id, id],
    count: () => countOpenDeposits(tenant, ort),
  })

/** @returns how many of them there are */
export const countOpenDeposits = (tenant: TenantReader, ort: Ort["ort"] = null): number =>
  [numberElsewhere, numberLost].reduce((sum, one) => sum + (tenant.first(one, { ort })?.n ?? 0), 0)

/**
 * The table of devices has one customer a device: who has it, or the last who lost it and whose deposit is open. What
 * others have open is in no table that comes in again.
 */
const beside = query<{ anzahl: number; wert_cent: number }>`
  SELECT count(*) AS anzahl, coalesce(sum(o.wert_cent), 0) AS wert_cent FROM (
    SELECT p.geraet_id, p.kunde_id, p.wert_cent FROM ${pfandkonten} p WHERE ${ELSEWHERE}
    UNION
    SELECT p.geraet_id, p.kunde_id, p.wert_cent
    FROM ${geraete_bewegungen} m CROSS JOIN ${geraete} g ON g.id = m.geraet_id
    CROSS JOIN ${pfandkonten} p ON p.kunde_id = m.kunde_id AND p.geraet_id = m.geraet_id
    WHERE ${LOST} LIMIT 100000) o
  CROSS JOIN ${geraete} g ON g.id = o.geraet_id
  WHERE o.kunde_id IS NOT (
    SELECT n.kunde_id FROM ${geraete_bewegungen} n
    CROSS JOIN ${pfandkonten} q ON q.kunde_id = n.kunde_id AND q.geraet_id = n.geraet_id
    WHERE n.geraet_id = o.geraet_id AND n.nach_status = 'verloren' AND n.kunde_id IS NOT NULL AND q.wert_cent > 0
    ORDER BY n.id DESC LIMIT 1) OR g.kunde_id IS NOT NULL`

/** @returns how many of these deposits no exported table has that comes in again, and their sum */
export const sumNotExported = (tenant: TenantReader): { anzahl: number; wert_cent: number } =>
  tenant.first(beside, {}) ?? { anzahl: 0, wert_cent: 0 }
