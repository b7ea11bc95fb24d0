import { query } from "../../db/query.ts"
import { geraete, geraete_pruefplaene } from "../../db/schema.ts"
import type { pruefarten } from "../../db/schema/values.ts"
import type { Row, TenantReader } from "../../db/tenant-db.ts"
import { pruefartInWords } from "../../lib/arten.ts"
import { formatDatum } from "../../lib/format.ts"
import { conflict } from "../../lib/refusal.ts"
import { localTime } from "../shared/time.ts"

export type Pruefart = (typeof pruefarten)[number]

type DueDate = Pick<Row<typeof geraete_pruefplaene>, "art" | "naechste" | "freigabe_bis">

const dueDates = query<DueDate, { geraet_id: string }>`
  SELECT p.art, p.naechste, p.freigabe_bis FROM ${geraete_pruefplaene} p WHERE p.geraet_id = :geraet_id`

/** The last day for which a device is tested, or released although it is not. */
const lastDay = ({ naechste, freigabe_bis }: DueDate): string =>
  freigabe_bis !== null && freigabe_bis > naechste ? freigabe_bis : naechste

/** @returns which of a device's tests is the first to keep it from being handed out, and the last day before that */
export function findObstacle(
  tenant: TenantReader,
  geraet_id: string,
): (DueDate & { bis: string }) | undefined {
  const all = tenant.all(dueDates, { geraet_id }).map((due) => ({ ...due, bis: lastDay(due) }))
  return all.toSorted((one, other) => (one.bis < other.bis ? -1 : 1))[0]
}

/**
 * Refuses to hand out a device whose test is due by that day; the office can make an exception.
 *
 * @throws Refusal conflict with what was due and when; missing
 */
export function requireTested(tenant: TenantReader, geraet_id: string, moment: string): void {
  const { geraetenummer, geprueft_bis } = tenant.get(geraete, geraet_id, "Gerät nicht gefunden")
  if (geprueft_bis === null || localTime(tenant, moment).datum <= geprueft_bis) return
  const obstacle = findObstacle(tenant, geraet_id)
  if (!obstacle) return
  const { art, naechste } = obstacle
  throw conflict(
    `${pruefartInWords[art]} von ${geraetenummer} überfällig seit ${formatDatum(naechste)}: das Gerät darf nicht ausgegeben werden, bis es geprüft ist oder das Büro es freigibt`,
  )
}
