import type { Static } from "@sinclair/typebox"
import type { TenantReader } from "../../db/tenant-db.ts"
import { addDays } from "../../lib/day.ts"
import { localTime } from "../shared/time.ts"
import { type Faellig, readFaellige, withFahrer } from "../touren/faellig.ts"
import type { TodayReply } from "./model.ts"
import { SHOWN } from "./tag.ts"

type Liefertage = Static<typeof TodayReply>["liefertage"]

/** What lies further back nobody makes up for. In days before today. */
const DAYS = 7

/** Today and tomorrow: what falls on later days is still planned with its week. */
const AHEAD = [0, 1]
/** The last days, latest first. */
const BEHIND = Array.from({ length: DAYS }, (_, index) => -1 - index)

const readThose = (tenant: TenantReader, after: readonly number[]): Faellig[] => {
  const { datum } = localTime(tenant)
  return readFaellige(
    tenant,
    after.map((days) => addDays(datum, days)),
  )
}

/** @returns how many regular deliveries are due today or tomorrow, or were in the last week, and not decided about */
export const countUnplanned = (tenant: TenantReader): number =>
  readThose(tenant, [...AHEAD, ...BEHIND]).length

const firstOf = (tenant: TenantReader, found: Faellig[]): Liefertage => ({
  anzahl: found.length,
  items: withFahrer(tenant, found.slice(0, SHOWN)).map(({ version: _, ...shown }) => shown),
})

/** @returns the number of those due today or tomorrow, and the first of them */
export const listUnplanned = (tenant: TenantReader): Liefertage => firstOf(tenant, readThose(tenant, AHEAD))

/** @returns the number of those whose day has passed, and the latest of them */
export const listMissed = (tenant: TenantReader): Liefertage => firstOf(tenant, readThose(tenant, BEHIND))
