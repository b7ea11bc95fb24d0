import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import {
  geraete,
  inventuren,
  inventurpositionen,
  inventurzaehlungen,
  lagerartikel,
  pfandartikel,
} from "../../db/schema.ts"
import type { NewRow, Row, TenantDb, TenantReader } from "../../db/tenant-db.ts"
import { conflict } from "../../lib/refusal.ts"
import { writeProtokoll } from "../shared/record.ts"
import type { Actor } from "../frame/session.ts"
import { bestandOf } from "../lager/bestand.ts"
import { readArtikel, readUncounted } from "./tally.ts"
import type { AbschlussPreview, InventurAbschluss, InventurReply } from "./model.ts"
import { beginOf, type Inventur, requireOpen, withNames } from "./rules.ts"
import { sumCounted } from "./zaehlungen.ts"
import { compareGerman } from "../../lib/fold.ts"

/** Makes the counted pieces the stock. @returns the lines of the result, one for each article */
function closeArtikel(tenant: TenantDb, inventur: Inventur, rest: boolean) {
  const counted = readArtikel(tenant, inventur, rest)
  const rowsOf = (some: typeof counted) =>
    some.map(({ stand, position }) => ({ id: position.pfandartikel_id, ...stand }))
  tenant.updateAll(lagerartikel, rowsOf(counted.filter(({ before }) => before)))
  tenant.insertAll(lagerartikel, rowsOf(counted.filter(({ before }) => !before)))
  return counted.map(({ position }) => position)
}

type Geraet = Pick<Row<typeof geraete>, "id" | "geraetenummer" | "bezeichnung" | "status" | "status_seit">

const foundGeraete = query<Geraet & { am: string }, { inventur_id: string }>`
  SELECT g.id, g.geraetenummer, g.bezeichnung, g.status, g.status_seit, z.erfasst_am AS am
  FROM ${inventurzaehlungen} z CROSS JOIN ${geraete} g ON g.id = z.geraet_id
  WHERE z.inventur_id = :inventur_id AND z.geraet_id > ''`

const absent = query<Geraet, { inventur_id: string; beginn: string; status: string; limit: number }>`
  SELECT g.id, g.geraetenummer, g.bezeichnung, g.status, g.status_seit FROM ${geraete} g
  WHERE g.status = :status AND coalesce(g.status_seit, '') <= :beginn AND NOT EXISTS (
    SELECT 1 FROM ${inventurzaehlungen} z WHERE z.inventur_id = :inventur_id AND z.geraet_id = g.id)
  LIMIT :limit`

/** Most missing devices of one count: with more, nobody has looked for devices. */
const MOST_ABSENT = 5000
/** Missing devices that a preview names. */
const NAMED_ABSENT = 100

/**
 * Devices that moved while the count was open are where the books say: neither missing nor out of place.
 *
 * @param searched whether devices that were not found are missing
 * @returns the lines of the result, one for each device
 */
function closeGeraete(tenant: TenantDb, inventur: Inventur, searched: boolean) {
  const found = tenant.all(foundGeraete, { inventur_id: inventur.id })
  const isHere = ({ status }: Geraet) => status === "lager" || status === "wartung"
  const positions = found.map((one) => ({
    ...geraetOf(one),
    gezaehlt: 1,
    erwartet: isHere(one) || (one.status_seit ?? "") > beginOf(inventur) ? 1 : 0,
    seit_am: one.am,
    gezaehlt_am: one.am,
  }))
  if (!searched) return positions
  const lost = readAbsent(tenant, inventur)
  if (lost.length > MOST_ABSENT)
    throw conflict(
      `Mehr als ${MOST_ABSENT} Geräte wurden nicht gefunden. Bitte weiter zählen, oder ohne Geräte neu beginnen.`,
    )
  return [...positions, ...lost.map((one) => ({ ...geraetOf(one), gezaehlt: 0, erwartet: 1 }))].toSorted(
    (a, b) => compareGerman(a.nummer, b.nummer),
  )
}

/** @returns the devices that should be here and were not found: more than MOST_ABSENT are not read */
const readAbsent = (tenant: TenantReader, inventur: Inventur): Geraet[] =>
  ["lager", "wartung"].flatMap((status) =>
    tenant.all(absent, {
      inventur_id: inventur.id,
      beginn: beginOf(inventur),
      status,
      limit: MOST_ABSENT + 1,
    }),
  )

const geraetOf = ({ id, geraetenummer, bezeichnung, status }: Geraet) => ({
  geraet_id: id,
  nummer: geraetenummer,
  bezeichnung,
  status_vorher: status,
})

/**
 * Preview of the end of a count: which articles should be counted once more, and which nobody has counted. By how much
 * they differ is said on request only, as it would mislead those who count. Changes nothing.
 *
 * @param shows whether to say how much is missing, or too much
 * @throws Refusal missing; conflict for one that has ended, or was open for too long
 */
export function previewAbschluss(
  tenant: TenantReader,
  id: string,
  shows: boolean,
): Static<typeof AbschlussPreview> {
  const inventur = requireOpen(tenant, id)
  const counted = readArtikel(tenant, inventur, false)
  const hasStock = (artikel_id: string): boolean => {
    const stand = tenant.find(lagerartikel, artikel_id)
    return stand !== undefined && bestandOf(stand) !== 0
  }
  const absentees = inventur.mit_geraeten === 1 ? readAbsent(tenant, inventur) : []
  return {
    artikel_gezaehlt: counted.length,
    abweichend: counted
      .filter(({ position: { erwartet, gezaehlt } }) => erwartet !== null && gezaehlt !== erwartet)
      .map(({ position: { pfandartikel_id, nummer, bezeichnung, gezaehlt, erwartet } }) => {
        const { einheit, pfand_cent } = tenant.get(pfandartikel, pfandartikel_id)
        const differenz = shows ? gezaehlt - (erwartet ?? 0) : null
        const differenz_cent = differenz === null ? null : differenz * (pfand_cent ?? 0)
        return { id: pfandartikel_id, nummer, bezeichnung, einheit, differenz, differenz_cent }
      }),
    ungezaehlt: readUncounted(tenant, inventur).filter((one) => hasStock(one.id)),
    geraete_gezaehlt: sumCounted(tenant, id).geraete,
    geraete_fehlen: absentees.length,
    fehlende_geraete: absentees
      .map((one) => ({ id: one.id, nummer: one.geraetenummer, bezeichnung: one.bezeichnung }))
      .toSorted((a, b) => compareGerman(a.nummer, b.nummer))
      .slice(0, NAMED_ABSENT),
  }
}

/**
 * Closes a count. The counted pieces and the movements since become the stock; the result keeps the expected pieces
 * beside them.
 *
 * @throws Refusal missing; conflict for one that has ended, has no line, or was open for too long
 */
export function closeInventur(
  tenant: TenantDb,
  actor: Actor,
  id: string,
  { rest_ist_null = 0, geraete_gesucht = 1 }: Static<typeof InventurAbschluss>,
): Static<typeof InventurReply> {
  const before = requireOpen(tenant, id)
  const mit_geraeten = before.mit_geraeten === 1 ? geraete_gesucht : 0
  const positions = [
    ...closeArtikel(tenant, before, rest_ist_null === 1),
    ...closeGeraete(tenant, before, mit_geraeten === 1),
  ]
  if (positions.length === 0) throw conflict("Es ist noch nichts gezählt")
  tenant.insertAll(
    inventurpositionen,
    positions.map((one, index): NewRow<typeof inventurpositionen> => ({
      inventur_id: id,
      position: index + 1,
      ...one,
    })),
  )
  const after = tenant.update(inventuren, id, {
    status: "abgeschlossen",
    rest_ist_null,
    mit_geraeten,
    beendet_von: actor.id,
    beendet_am: tenant.now(),
  })
  writeProtokoll(tenant, actor, "inventuren.abgeschlossen", inventuren, before, after)
  return withNames(tenant, [after])[0] as Static<typeof InventurReply>
}
