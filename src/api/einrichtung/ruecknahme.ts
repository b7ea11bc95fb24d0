import { type Static, Type } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import {
  auftraege,
  geraete,
  importstuecke,
  kunden,
  mitarbeiter,
  pfandartikel,
  standorte,
} from "../../db/schema.ts"
import type { TenantDb, TenantReader } from "../../db/tenant-db.ts"
import { importarten } from "../../db/schema/values.ts"
import { OneOf, Uuid, Zeitpunkt } from "../../lib/fields.ts"
import { conflict } from "../../lib/refusal.ts"
import { rolesOf } from "../frame/orderer.ts"
import type { TenantContext } from "../frame/route.ts"
import type { Actor } from "../frame/session.ts"
import { geraeteImporter } from "../geraete/import/rules.ts"
import { angabenOf, getImportauftrag } from "../import/run/importauftrag.ts"
import type { Importart, Importer } from "../import/table/importer.ts"
import {
  type Again,
  countStored,
  type Left,
  letOthersFollow,
  listPieces,
  takeBackPiece,
} from "../import/run/pieces.ts"
import { kundenImporter } from "../kunden/import/rules.ts"
import { mitarbeiterImporter } from "../mitarbeiter/import/rules.ts"
import { artikelImporter } from "../pfandartikel/import/rules.ts"
import { standorteImporter } from "../standorte/import/rules.ts"
import { Reply } from "../shared/schema.ts"

/** Imports that are done are taken back while nothing followed; what stays is named. */

export const UebernahmeReply = Reply("Uebernahme", {
  id: Uuid(),
  art: OneOf(importarten),
  eintraege: Type.Integer({ description: "Angelegt oder geändert" }),
  erstellt_von_name: Type.String(),
  beendet_am: Zeitpunkt(),
})

export const RuecknahmeReply = Reply("Importruecknahme", {
  zurueckgenommen: Type.Integer(),
  geblieben: Type.Array(Type.Object({ id: Uuid(), name: Type.String(), grund: Type.String() }), {
    description: "Was bleibt, ganz oder in Teilen, und warum; höchstens 200",
  }),
  geblieben_zahl: Type.Integer(),
})

const TOLD = 200

type Zeile = {
  id: string
  art: string
  angaben: string
  status: string
  gesamt: number
  erstellt_von_name: string
  beendet_am: string
}

const withPieces = query<Zeile>`
  SELECT a.id, a.art, a.angaben, a.status, a.gesamt, a.erstellt_von_name, a.beendet_am FROM ${auftraege} a
  WHERE a.art = 'import' AND a.beendet_am IS NOT NULL
    AND EXISTS (SELECT 1 FROM ${importstuecke} s WHERE s.auftrag_id = a.id)
  ORDER BY a.id DESC LIMIT 50`

/** @returns the latest imports of the kinds that the actor may take over, which can be taken back */
export const listImporte = (
  tenant: TenantReader,
  { rolle }: Actor,
): { items: Static<typeof UebernahmeReply>[] } => ({
  items: tenant
    .all(withPieces, {})
    .filter((auftrag) => rolesOf(auftrag).includes(rolle))
    .map(({ angaben, status, gesamt, ...rest }) => ({
      ...rest,
      art: angabenOf(angaben).art,
      // One that was put aside has stored a part.
      eintraege: status === "fertig" ? gesamt : countStored(tenant, rest.id),
    })),
})

const neverParse = (): never => {
  throw new Error("nothing is read when an import is taken back")
}

const importers: Partial<Record<Importart, Pick<Importer<never>, "undo" | "restore" | "version">>> = {
  kunden: kundenImporter(neverParse),
  standorte: standorteImporter(neverParse),
  pfandartikel: artikelImporter(neverParse),
  geraete: geraeteImporter(neverParse),
  mitarbeiter: mitarbeiterImporter(neverParse),
}

/**
 * Takes an import back in parts, each in a transaction of its own, so that others write in between.
 *
 * @returns what stays, and why
 * @throws Refusal missing; forbidden; conflict for one that still runs, or is taken back already
 */
export async function takeImportBack(
  { tenant, actor, commit }: TenantContext,
  id: string,
): Promise<Static<typeof RuecknahmeReply>> {
  const { angaben, beendet_am } = getImportauftrag(tenant, actor, id)
  const { art } = angabenOf(angaben)
  const importer = importers[art]
  const pieces = listPieces(tenant, id)
  if (beendet_am === null) throw conflict("Die Übernahme läuft noch: bitte warten, bis sie fertig ist")
  if (!importer || pieces.length === 0)
    throw conflict("Diese Übernahme ist schon zurückgenommen, oder zu lange her")
  const left: Left[] = []
  const again: Again = new Map()
  let all = 0
  for (const piece of pieces.toReversed()) {
    all += piece.inhalt.angelegt.length + piece.inhalt.geaendert.length
    const back = await takeBackPiece({ tenant, commit }, actor, importer, piece)
    left.push(...back.left)
    for (const [one, versions] of back.again) again.set(one, versions)
  }
  await letOthersFollow({ tenant, commit }, id, again)
  const geblieben = left.slice(0, TOLD).map((one) => ({ ...one, name: nameOf(tenant, art, one.id) }))
  return { zurueckgenommen: all - left.length, geblieben, geblieben_zahl: left.length }
}

function nameOf(tenant: TenantDb, art: Importart, id: string): string {
  if (art === "kunden") return tenant.find(kunden, id)?.name ?? ""
  if (art === "standorte") return tenant.find(standorte, id)?.name ?? ""
  if (art === "pfandartikel") return tenant.find(pfandartikel, id)?.bezeichnung ?? ""
  if (art === "mitarbeiter") return tenant.find(mitarbeiter, id)?.name ?? ""
  const geraet = tenant.find(geraete, id)
  return geraet ? `${geraet.bezeichnung} (${geraet.geraetenummer})` : ""
}
