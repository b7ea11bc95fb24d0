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

const daysFromNow = (tenant: TenantReader, after: readonly number[]): string[] => {
  const { datum } = localTime(tenant)
  return after.map((days) => addDays(datum, days))
}

/** Those of today and of tomorrow: later ones are still planned with their week. */
const readUnplanned = (tenant: TenantReader): Faellig[] => readFaellige(tenant, daysFromNow(tenant, [0, 1]))

/** Those of the last days, latest first. */
const readMissed = (tenant: TenantReader): Faellig[] =>
  readFaellige(
    tenant,
    daysFromNow(
      tenant,
      Array.from({ length: DAYS }, (_, index) => -1 - index),
    ),
  )

/** @returns how many regular deliveries are due today or tomorrow, or were in the last week, and not decided about */
export const countUnplanned = (tenant: TenantReader): number =>
  readUnplanned(tenant).length + readMissed(tenant).length

const firstOf = (tenant: TenantReader, found: Faellig[]): Liefertage => ({
  anzahl: found.length,
  items: withFahrer(tenant, found.slice(0, SHOWN)).map(({ version: _, ...shown }) => shown),
})

/** @returns the number of those due today or tomorrow, and the first of them */
export const listUnplanned = (tenant: TenantReader): Liefertage => firstOf(tenant, readUnplanned(tenant))

/** @returns the number of those whose day has passed, and the latest of them */
export const listMissed = (tenant: TenantReader): Liefertage => firstOf(tenant, readMissed(tenant))
