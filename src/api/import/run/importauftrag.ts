import { type Static, Type } from "@sinclair/typebox"
import { auftraege, auftragseingaben } from "../../../db/schema.ts"
import type { TenantReader } from "../../../db/tenant-db.ts"
import { Nullable, OneOf, Uuid } from "../../../lib/fields.ts"
import { forbidden, missing } from "../../../lib/refusal.ts"
import { auftragsfelder, orderAuftrag } from "../../shared/auftrag.ts"
import { rolesOf } from "../../frame/orderer.ts"
import { Created } from "../../frame/reply.ts"
import type { TenantContext } from "../../frame/route.ts"
import type { Upload } from "../../frame/services.ts"
import type { Actor, Rolle } from "../../frame/session.ts"
import { readAssigned } from "../table/assign.ts"
import { readAnswers } from "../rows/duplicates.ts"
import type { Importart } from "../../../lib/importarten.ts"
import type { Importer } from "../table/importer.ts"
import { type ImportForm, ImportReply } from "../table/model.ts"
import { Reply } from "../../shared/schema.ts"
import { listRemaining } from "./take-back.ts"

/** @property ruecknahme id of the import that the job takes back; without it, the job is an import */
export type Importangaben = { art: Importart; fields: ImportForm; rolle: Rolle; ruecknahme?: string }

/** @param angaben of a job, as they are stored */
export const angabenOf = (angaben: string): Importangaben => JSON.parse(angaben) as Importangaben

export const RuecknahmeReply = Reply("Importruecknahme", {
  zurueckgenommen: Type.Integer(),
  geblieben: Type.Array(Type.Object({ id: Uuid(), name: Type.String(), grund: Type.String() }), {
    description: "Was bleibt, ganz oder in Teilen, und warum; höchstens 200",
  }),
  geblieben_zahl: Type.Integer(),
})

/** Most remaining records that a reply names. */
export const MOST_REMAINING = 200

export const phases = ["lesen", "pruefen", "schreiben", "zuruecknehmen"] as const

export const ImportauftragReply = Reply("Importauftrag", {
  ...auftragsfelder,
  phase: OneOf(phases, { description: "Was er gerade tut, oder zuletzt tat" }),
  gesamt: Type.Integer({ description: "Zeilen; 0, solange noch gelesen wird" }),
  ergebnis: Nullable(ImportReply),
  ruecknahme: Nullable(RuecknahmeReply),
})

type Reply = Static<typeof ImportauftragReply>

/** Fields that results of earlier versions lack. */
const ADDED_LATER = {
  pfand_cent: null,
  hinweise: [],
  blatt: null,
  blaetter: [],
  fragen: [],
  liste: [],
  doppelte: [],
  doppelte_zahl: 0,
  doppelte_offen: 0,
  ausgelassen: 0,
}

/**
 * @returns the job of an import, or of taking one back
 * @throws Refusal missing; forbidden for a kind of table that the actor may not import
 */
export function getImportauftrag(
  tenant: TenantReader,
  actor: Actor,
  id: string,
): Reply & { angaben: string } {
  const auftrag = tenant.get(auftraege, id, GONE)
  if (auftrag.art !== "import") throw missing(GONE)
  if (!rolesOf(auftrag).includes(actor.rolle)) throw forbidden()
  const { ergebnis, letzter } = auftrag
  const { art, ruecknahme } = angabenOf(auftrag.angaben)
  const phase = phases.find((one) => one === letzter) ?? "lesen"
  if (ruecknahme !== undefined) {
    const result = ergebnis === null ? null : (JSON.parse(ergebnis) as RuecknahmeResult)
    const left = () => listRemaining(tenant, { auftrag_id: ruecknahme, art }, MOST_REMAINING)
    return { ...auftrag, phase, ergebnis: null, ruecknahme: result && { ...result, geblieben: left() } }
  }
  const result =
    ergebnis === null ? null : { ...ADDED_LATER, ...(JSON.parse(ergebnis) as Static<typeof ImportReply>) }
  return { ...auftrag, phase, ergebnis: result, ruecknahme: null }
}

/** Result of a job that takes back an import. */
export type RuecknahmeResult = { zurueckgenommen: number; geblieben_zahl: number }

export const GONE = "Auftrag nicht gefunden"

/**
 * Stores a table, and orders the job that imports it or makes its preview (run-import.ts).
 *
 * @returns the job, and whether this request made it
 * @throws Refusal invalid for an assignment that cannot be read; conflict if the id was used with another file, or too
 *   many jobs wait
 */
export async function orderImport<I>(
  { tenant, actor, commit, services }: TenantContext,
  { bytes, fields }: Upload<ImportForm>,
  importer: Importer<I>,
): Promise<Created<Reply>> {
  readAssigned(fields.zuordnung, importer)
  readAnswers(fields.doppelte)
  const { id = Bun.randomUUIDv7(), ...rest } = fields
  const hash = new Bun.CryptoHasher("sha256").update(bytes).digest("hex")
  const details: Importangaben = { art: importer.art, fields: { ...rest, id }, rolle: actor.rolle }
  const made = await commit(() => {
    const content = { hash, art: importer.art, ...rest }
    const order = { id, request: "importauftraege", content, art: "import", angaben: details } as const
    const { first } = orderAuftrag(tenant, actor, order)
    if (first) tenant.insert(auftragseingaben, { id, daten: Buffer.from(bytes) })
    return new Created(getImportauftrag(tenant, actor, id), first)
  })
  services.auftraege.kick()
  return made
}
