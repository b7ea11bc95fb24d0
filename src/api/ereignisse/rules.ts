import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { ereignisse } from "../../db/schema.ts"
import type { Row, TenantDb, TenantReader } from "../../db/tenant-db.ts"
import { conflict } from "../../lib/refusal.ts"
import { lastNummer } from "../shared/ereignis.ts"
import type { EreignisReply, EreignisseQuery, EreignisseReply } from "./model.ts"

type Ereignis = Static<typeof EreignisReply>

/** Days for which events are kept, and programs that were away can catch up. */
export const KEPT_DAYS = 90

const following = query<Row<typeof ereignisse>, { nach: number; limit: number }>`
  SELECT e.* FROM ${ereignisse} e WHERE e.nummer > :nach ORDER BY e.nummer LIMIT :limit`

/** @returns a company's events behind a number, in their order */
export const followingEreignisse = (
  tenant: TenantReader,
  nach: number,
  limit: number,
): Row<typeof ereignisse>[] => tenant.all(following, { nach, limit })

const oldest = query<{ nummer: number }>`SELECT e.nummer FROM ${ereignisse} e ORDER BY e.nummer LIMIT 1`

/** @returns the number of the oldest event that is kept; 0 before the first */
export const oldestNummer = (tenant: TenantReader): number => tenant.first(oldest, {})?.nummer ?? 0

/**
 * @returns what programs compare: a restore makes another installation of it. Not its id itself, which is nobody's
 *   business
 */
const anlageOf = (installation: string): string =>
  new Bun.CryptoHasher("sha256").update(`anlage ${installation}`).digest("hex").slice(0, 16)

/**
 * @param installation identifies this installation
 * @returns events in their order
 * @throws Refusal conflict where some between were deleted, the number is ahead of the company, or it was given out before a
 *   restore: a program that only went on would miss some
 */
export function listEreignisse(
  tenant: TenantReader,
  { nach = 0, limit = 50, anlage: known }: Static<typeof EreignisseQuery>,
  installation: string,
): Static<typeof EreignisseReply> {
  const letzte = lastNummer(tenant)
  const aelteste = oldestNummer(tenant)
  const anlage = anlageOf(installation)
  if (nach > letzte || (nach > 0 && known !== undefined && known !== anlage))
    throw conflict(
      `Das letzte Ereignis hat die Nummer ${letzte}. Wurde eine Sicherung zurückgeholt? Dann alles neu lesen und fortfahren mit nach=${letzte} und anlage=${anlage}`,
    )
  if (nach > 0 && nach < aelteste - 1)
    throw conflict(
      `Die Ereignisse ${nach + 1} bis ${aelteste - 1} sind nach ${KEPT_DAYS} Tagen gelöscht worden. Bitte alles neu lesen und fortfahren mit nach=${letzte} und anlage=${anlage}`,
    )
  const items = followingEreignisse(tenant, nach, limit).map(toEreignis)
  return { items, aelteste: aelteste || null, letzte: letzte || null, anlage }
}

export const toEreignis = (row: Row<typeof ereignisse>): Ereignis => ({ ...row, adresse: addressOf(row) })

function addressOf({ art, datensatz_id }: Pick<Row<typeof ereignisse>, "art" | "datensatz_id">): string {
  const [folder = ""] = art.split(".")
  return folder === "pfandbuchungen"
    ? `/api/pfandbuchungen?vorgang_id=${datensatz_id}`
    : `/api/${folder}/${datensatz_id}`
}

/** Events deleted per transaction: others' writing goes between. */
export const BATCH = 500

const oldestFirst = query<{ id: string; erstellt_am: string }, { limit: number }>`
  SELECT e.id, e.erstellt_am FROM ${ereignisse} e ORDER BY e.nummer LIMIT :limit`

/**
 * Deletes events from before an instant, but never the last. After a clock was set back, a later number may be from
 * earlier: it stays until all before it are gone, as nobody would notice a gap in between.
 *
 * @returns how many; as many as BATCH when there may be more
 */
export function forgetEreignisse(tenant: TenantDb, vor: string): number {
  const found = tenant.all(oldestFirst, { limit: BATCH + 1 }).slice(0, -1)
  const young = found.findIndex(({ erstellt_am }) => erstellt_am >= vor)
  const rows = young === -1 ? found : found.slice(0, young)
  for (const { id } of rows) tenant.delete(ereignisse, id)
  return rows.length
}
