import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { geraete, kunden, lieferpositionen, lieferungen } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import type { GeplantReply } from "./model.ts"
import { GONE } from "./rules.ts"

type Geplant = Static<typeof GeplantReply>

/** More than one is a mistake already. */
const MOST = 200

const open = query<Geplant, { geraet_id: string; most: number }>`
  SELECT l.id AS lieferung_id, l.datum, l.status, l.kunde_id, k.name AS kunde_name
  FROM ${lieferpositionen} p
  CROSS JOIN ${lieferungen} l ON l.id = p.lieferung_id
  CROSS JOIN ${kunden} k ON k.id = l.kunde_id
  WHERE p.geraet_id = :geraet_id AND p.soll_ausgabe > 0 AND l.status IN ('geplant', 'unterwegs') LIMIT :most`

/** By day, and what was planned first before; so few are put in order here, not by the database. */
const inOrder = (items: Geplant[]): Geplant[] =>
  items.toSorted((one, other) => (one.datum + one.lieferung_id < other.datum + other.lieferung_id ? -1 : 1))

/** @returns the open deliveries that are to bring a device to a customer, the next first. @throws Refusal missing */
export function listGeplant(tenant: TenantReader, geraet_id: string): { items: Geplant[] } {
  tenant.get(geraete, geraet_id, GONE)
  return { items: inOrder(tenant.all(open, { geraet_id, most: MOST })) }
}
