import type { versand_einstellungen, webhooks } from "../../db/schema.ts"
import type { Patch, Row, TenantDb } from "../../db/tenant-db.ts"
import { conflict } from "../../lib/refusal.ts"
import { type Author, changeRow } from "./record.ts"

/** Settings of what sends by itself, but only from the installation for which somebody allowed it. */
type Sending = typeof versand_einstellungen | typeof webhooks

/**
 * Lets data that came from elsewhere send from here.
 *
 * @param before undefined where nothing is stored yet
 * @param installation the one where this happens
 * @returns the row as it is now
 * @throws Refusal conflict where nothing keeps it from sending
 */
export function release<T extends Sending>(
  tenant: TenantDb,
  author: Author,
  table: T,
  before: Row<T> | undefined,
  { installation }: { installation: string },
): Row<T> {
  if (!before || before.freigabe === null || before.freigabe === installation)
    throw conflict("Das Senden ist nicht angehalten")
  return changeRow(tenant, author, table, before, { freigabe: installation } as Patch<T>, undefined)
}
