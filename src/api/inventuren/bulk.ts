import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { inventurzaehlungen } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { countZeilen } from "../pfandbuchungen/bulk.ts"
import type { NewErfassung } from "./model.ts"

/** Most counted lines that are stored or taken back where everybody waits for it: some 6 ms. */
const LINES_HERE = 300

const beyond = query<{ id: string }, { inventur_id: string; erfassung_id: string; most: number }>`
  SELECT z.id FROM ${inventurzaehlungen} z WHERE z.inventur_id = :inventur_id AND z.erfassung_id = :erfassung_id
  LIMIT 1 OFFSET :most`

type Erfassung = { tenant: TenantReader; body: Static<typeof NewErfassung> }
type Removal = { tenant: TenantReader; params: Record<string, string> }

/** @returns whether a count has enough lines, or parts of Gebinde, for the thread of long writes (http/run.ts) */
export const isBulk = ({ tenant, body }: Erfassung): boolean =>
  countZeilen(tenant, body.positionen) > LINES_HERE

/** @returns whether a count has enough lines for its removal to go to that thread */
export const isBulkRemoval = ({ tenant, params: { id = "", erfassung_id = "" } }: Removal): boolean =>
  tenant.first(beyond, { inventur_id: id, erfassung_id, most: LINES_HERE }) !== undefined
