import type { Static } from "@sinclair/typebox"
import { Fragment, query, type Value } from "../../db/query.ts"
import { geraete, geraete_bewegungen, kunden, pfandkonten } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { type PageOf, type PageRequest, readPage } from "../shared/page.ts"
import type { OffenesPfand } from "./model.ts"

/** Deposits of devices that got lost at a customer's: they stay with that customer, wherever the device is by now. */

type Offen = Static<typeof OffenesPfand>
type Ort = { ort: "verloren" | "woanders" | null }

/** The last loss of a device at a customer's who has its deposit on the account, and not the device. */
const OPEN = new Fragment(`m.nach_status = 'verloren' AND m.kunde_id IS NOT NULL
  AND g.kunde_id IS NOT m.kunde_id AND p.wert_cent > 0`)

const openBefore = query<Offen, Ort & { vor: Value; limit: number }>`
  SELECT m.id, g.id AS geraet_id, g.geraetenummer, g.bezeichnung, g.status, k.id AS kunde_id, k.kundennummer,
    k.name AS kunde_name, m.erfasst_am AS verloren_am, p.wert_cent
  FROM ${geraete_bewegungen} m CROSS JOIN ${geraete} g ON g.id = m.geraet_id
  CROSS JOIN ${pfandkonten} p ON p.kunde_id = m.kunde_id AND p.geraet_id = m.geraet_id
  CROSS JOIN ${kunden} k ON k.id = m.kunde_id
  WHERE ${OPEN} AND m.id < :vor AND (:ort IS NULL OR (:ort = 'verloren') = (g.status = 'verloren'))
    AND NOT EXISTS (SELECT 1 FROM ${geraete_bewegungen} n WHERE n.geraet_id = m.geraet_id
      AND n.kunde_id = m.kunde_id AND n.nach_status = 'verloren' AND n.id > m.id)
  ORDER BY m.id DESC LIMIT :limit`

const numberOpen = query<{ n: number }, Ort>`
  SELECT count(*) AS n FROM (
    SELECT DISTINCT m.geraet_id, m.kunde_id FROM ${geraete_bewegungen} m CROSS JOIN ${geraete} g ON g.id = m.geraet_id
    CROSS JOIN ${pfandkonten} p ON p.kunde_id = m.kunde_id AND p.geraet_id = m.geraet_id
    WHERE ${OPEN} AND (:ort IS NULL OR (:ort = 'verloren') = (g.status = 'verloren')) LIMIT 100000)`

/** Comes after every id. */
const LAST = "z"

/** @returns a page of these deposits, one for each device and customer, what got lost last first */
export const listOpenDeposits = (
  tenant: TenantReader,
  { ort, ...request }: PageRequest & { ort?: "verloren" | "woanders" },
): PageOf<Offen> =>
  readPage<Offen>(request, {
    order: "schwund/pfand -id",
    numeric: false,
    rows: (after, limit) => tenant.all(openBefore, { ort: ort ?? null, vor: after?.[0] ?? LAST, limit }),
    keyOf: ({ id }) => [id, id],
    count: () => countOpenDeposits(tenant, ort),
  })

/** @returns how many of them there are */
export const countOpenDeposits = (tenant: TenantReader, ort: Ort["ort"] = null): number =>
  tenant.first(numberOpen, { ort })?.n ?? 0

/**
 * The table of devices has one customer a device: who has it, or the last who lost it and whose deposit is open. What
 * others have open is in no table that comes in again.
 */
const beside = query<{ anzahl: number; wert_cent: number }>`
  SELECT count(*) AS anzahl, coalesce(sum(o.wert_cent), 0) AS wert_cent FROM (
    SELECT DISTINCT m.geraet_id, m.kunde_id, p.wert_cent
    FROM ${geraete_bewegungen} m CROSS JOIN ${geraete} g ON g.id = m.geraet_id
    CROSS JOIN ${pfandkonten} p ON p.kunde_id = m.kunde_id AND p.geraet_id = m.geraet_id
    WHERE ${OPEN} AND (g.kunde_id IS NOT NULL OR m.kunde_id <> (
      SELECT n.kunde_id FROM ${geraete_bewegungen} n
      CROSS JOIN ${pfandkonten} q ON q.kunde_id = n.kunde_id AND q.geraet_id = n.geraet_id
      WHERE n.geraet_id = m.geraet_id AND n.nach_status = 'verloren' AND n.kunde_id IS NOT NULL AND q.wert_cent > 0
      ORDER BY n.id DESC LIMIT 1)) LIMIT 100000) o`

/** @returns how many of these deposits no exported table has that comes in again, and their sum */
export const sumNotExported = (tenant: TenantReader): { anzahl: number; wert_cent: number } =>
  tenant.first(beside, {}) ?? { anzahl: 0, wert_cent: 0 }
