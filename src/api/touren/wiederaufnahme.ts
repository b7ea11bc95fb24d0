import type { Static } from "@sinclair/typebox"
import { kunden, liefertagwochen, lieferungen } from "../../db/schema.ts"
import type { TenantDb } from "../../db/tenant-db.ts"
import { chunksOf } from "../../lib/chunks.ts"
import { mondayOf } from "../../lib/day.ts"
import type { TenantContext } from "../frame/route.ts"
import type { Actor } from "../frame/session.ts"
import { AT_ONCE } from "../lieferungen/plan.ts"
import { statusWords } from "../lieferungen/read.ts"
import { cancelLieferung } from "../lieferungen/rules.ts"
import { writeProtokoll } from "../shared/record.ts"
import type { Wiederaufnahme, WiederaufnahmeReply } from "./model.ts"
import { decided } from "./uebernahme.ts"

type Result = Static<typeof WiederaufnahmeReply>
type Kept = Result["geblieben"][number]

/**
 * Takes back what was decided about regular deliveries in a week: they are proposed again. Safe to repeat. A delivery
 * that was planned is called off, unless somebody has worked with it since.
 *
 * @param day any day of the week
 * @returns those that were left out or planned until now, and what stays planned and why
 */
export async function proposeAgain(
  tenant: TenantDb,
  actor: Actor,
  day: string,
  { liefertag_ids, auch_geplante = false }: Static<typeof Wiederaufnahme>,
  commit: TenantContext["commit"],
): Promise<Result> {
  const woche = mondayOf(day)
  const result: Result = { woche, items: [], geblieben: [] }
  const takeBack = (liefertag_id: string): void => {
    const before = tenant.first(decided, { liefertag_id, woche })
    if (!before || (before.lieferung_id !== null && !auch_geplante)) return
    const kept = before.lieferung_id === null ? undefined : callOff(tenant, actor, before.lieferung_id)
    if (kept) return void result.geblieben.push({ liefertag_id, ...kept })
    tenant.delete(liefertagwochen, before.id)
    writeProtokoll(tenant, actor, "liefertagwochen.wieder_vorgeschlagen", liefertagwochen, before, undefined)
    result.items.push({ liefertag_id })
  }
  for (const some of chunksOf(liefertag_ids, AT_ONCE)) await commit(() => some.forEach(takeBack))
  return result
}

/** @returns why a delivery stays as it is: somebody has worked with it since; undefined when it is called off */
function callOff(tenant: TenantDb, actor: Actor, id: string): Omit<Kept, "liefertag_id"> | undefined {
  const { kunde_id, status, version } = tenant.get(lieferungen, id)
  if (status === "geplant" && version === PLANNED) {
    cancelLieferung(tenant, actor, id, { grund: "Planung der Woche zurückgenommen" })
    return undefined
  }
  const grund =
    status === "geplant" ? "Die Lieferung wurde inzwischen geändert" : `Die Lieferung ${statusWords[status]}`
  return { kunde_name: tenant.get(kunden, kunde_id).name, grund }
}

/** The version of a delivery with which nobody has worked since it was planned. */
const PLANNED = 1
