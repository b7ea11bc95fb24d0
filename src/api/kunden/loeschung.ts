import { query } from "../../db/query.ts"
import { abrechnungen, geraete, kunden, kunden_suchtexte, protokoll } from "../../db/schema.ts"
import type { TenantDb } from "../../db/tenant-db.ts"
import { BATCH, forgetFormer, forgetRows } from "../import/run/forget.ts"
import { forgetAssigned } from "../import/table/assign.ts"
import { END_OF_TIME } from "../../lib/day.ts"
import { erasedName } from "../../lib/kundenart.ts"
import { missing } from "../../lib/refusal.ts"
import type { Actor } from "../frame/session.ts"
import { withdrawFor } from "../nachrichten/zustellung.ts"
import { noteEreignis } from "../shared/ereignis.ts"
import { writeProtokoll } from "../shared/record.ts"
import { listKept } from "./aufbewahrung.ts"
import { readEintraege, type Part, PARTS } from "./person.ts"
import { GONE } from "../shared/kundenkopf.ts"
import { kundensuche } from "../../lib/felder/search-text.ts"
import { isFound, searchWords } from "../../lib/fold.ts"
import { forgetSearches } from "../ansichten/vergessen.ts"
import { countKunden, derivedColumns, type Kunde } from "./rules.ts"

const unsent = query<{ id: string }, { kunde_id: string }>`
  SELECT a.id FROM ${abrechnungen} a WHERE a.kunde_id = :kunde_id AND +a.versand_offen = 1 LIMIT 10000`

const placed = query<{ id: string }, { kunde_id: string }>`
  SELECT g.id FROM ${geraete} g WHERE g.kunde_id = :kunde_id AND +g.standort_id IS NOT NULL LIMIT 10000`

/**
 * Erases a person (DSGVO Art. 17) wherever they are named (person.ts), and from the copies in the log. Bookings stay:
 * the tax office wants them for ten years, and they identify nobody except by customer number. For a customer who was
 * deleted before, only the log is left to clear. Documents that the law wants kept are locked: nobody sees them any
 * more.
 *
 * @returns the remaining record, if there is one; the picture files to remove after the transaction; and what the law
 *   wants kept
 * @throws Refusal missing
 */
export function eraseKunde(
  tenant: TenantDb,
  actor: Actor,
  id: string,
): { kunde: Kunde | undefined; files: string[]; aufbewahrt: ReturnType<typeof listKept> } {
  const before = tenant.find(kunden, id)
  const entries = [...readEintraege(tenant, id)]
  if (!before && entries.length === 0) throw missing(GONE)
  // The entries stay, but without their values.
  for (const entry of entries)
    if (entry.aenderungen !== "{}") tenant.update(protokoll, entry.id, { aenderungen: "{}" })
  withdrawFor(tenant, id)
  // A device names no person, but the place where it is does.
  for (const one of tenant.all(placed, { kunde_id: id }))
    noteEreignis(
      tenant,
      "geraete.geaendert",
      one.id,
      tenant.update(geraete, one.id, { standort_id: null }).version,
    )
  const files = PARTS.flatMap((part) => erasePart(tenant, part, id))
  // Nobody can send them any more: their papers are locked.
  for (const one of tenant.all(unsent, { kunde_id: id }))
    tenant.update(abrechnungen, one.id, { versand_offen: 0 })
  // Results of imports name persons without their ids: all are cleared, some at a time.
  while (forgetRows(tenant, END_OF_TIME) === BATCH);
  forgetFormer(tenant)
  if (before) forgetAssigned(tenant, "anfangsbestaende", `kunde:${before.kundennummer}`)
  const kunde = before && renameErased(tenant, before)
  // As they are called, and as they were called before.
  const known = [...(before ? [kundensuche(before).text] : []), ...entries.map((entry) => entry.aenderungen)]
  forgetSearches(tenant, (q) => isFound(searchWords(q), known) && countKunden(tenant, q) === 0)
  writeProtokoll(tenant, actor, "kunden.person_geloescht", kunden, undefined, kunde ?? ({ id } as Kunde))
  return { kunde, files, aufbewahrt: listKept(tenant, id) }
}

/** @returns the files that belonged to it */
function erasePart(tenant: TenantDb, { table, zeilen, after }: Part, kunde_id: string): string[] {
  return tenant.all(zeilen, { kunde_id }).flatMap((zeile) => {
    if (after === "nichts") {
      tenant.delete(table, zeile.id)
      return [zeile["pfad"], zeile["vorschau_pfad"]].filter((path) => typeof path === "string")
    }
    const cleared = Object.entries(after).every(([name, value]) => zeile[name] === value)
    if (!cleared) tenant.update(table, zeile.id, after)
    return []
  })
}

function renameErased(tenant: TenantDb, { id, kundennummer }: Kunde): Kunde {
  const name = erasedName(kundennummer)
  const kunde = tenant.update(kunden, id, { name, ...derivedColumns({ name, ort: null }) })
  tenant.update(kunden_suchtexte, id, kundensuche(kunde))
  return kunde
}
