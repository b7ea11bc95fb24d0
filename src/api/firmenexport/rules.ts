import { existsSync } from "node:fs"
import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { auftraege } from "../../db/schema.ts"
import type { Row, TenantDb, TenantReader } from "../../db/tenant-db.ts"
import { conflict, missing } from "../../lib/refusal.ts"
import { isOpen } from "../../lib/felder/auftrag.ts"
import { orderAuftrag } from "../shared/auftrag.ts"
import { Created } from "../frame/reply.ts"
import type { Actor } from "../frame/session.ts"
import { AVAILABLE, jobFile } from "../../lib/job-files.ts"
import type { FirmenexportReply, NewFirmenexport } from "./model.ts"

type Auftrag = Row<typeof auftraege>
type Reply = Static<typeof FirmenexportReply>

const GONE = "Export nicht gefunden"

/** Result of an export, as its job keeps it. */
export type Exportergebnis = { bytes: number }

const last = query<Auftrag>`
  SELECT a.* FROM ${auftraege} a WHERE a.art = 'firmenexport' ORDER BY a.erstellt_am DESC, a.id DESC LIMIT 1`

const zipOf = (tenant: TenantReader, uploads: string, id: string): string =>
  jobFile(uploads, tenant.id, "firmen", `${id}.zip`)

function toReply(tenant: TenantReader, uploads: string, auftrag: Auftrag): Reply {
  const { ergebnis, beendet_am } = auftrag
  const bytes = ergebnis === null ? null : (JSON.parse(ergebnis) as Exportergebnis).bytes
  const bis = beendet_am === null ? 0 : Date.parse(beendet_am) + AVAILABLE
  const isThere =
    bytes !== null && bis > Date.parse(tenant.now()) && existsSync(zipOf(tenant, uploads, auftrag.id))
  return { ...auftrag, bytes, abrufbar_bis: isThere ? new Date(bis).toISOString() : null }
}

/** @returns the newest, if there was one */
export function findLast(tenant: TenantReader, uploads: string): Reply | null {
  const auftrag = tenant.first(last, {})
  return auftrag ? toReply(tenant, uploads, auftrag) : null
}

/** @throws Refusal missing */
export function getFirmenexport(tenant: TenantReader, uploads: string, id: string): Reply {
  const auftrag = tenant.get(auftraege, id, GONE)
  if (auftrag.art !== "firmenexport") throw missing(GONE)
  return toReply(tenant, uploads, auftrag)
}

/**
 * Orders the whole company as a ZIP; a job makes it (run-firmenexport.ts).
 *
 * @returns the job, and whether this request made it
 * @throws Refusal conflict when one is under way, or the id was used with other content
 */
export function createFirmenexport(
  tenant: TenantDb,
  actor: Actor,
  uploads: string,
  input: Static<typeof NewFirmenexport>,
): Created<Reply> {
  const art = "firmenexport"
  const order = { id: input.id, request: art, content: input, art, angaben: {} } as const
  const { id, first } = orderAuftrag(tenant, actor, order, () => {
    const before = tenant.first(last, {})
    if (before && isOpen(before)) throw conflict("Es läuft schon ein Export der Firma; bitte ihn abwarten")
  })
  return new Created(getFirmenexport(tenant, uploads, id), first)
}

/** @returns the path of a finished file. @throws Refusal missing; conflict when it is not there yet, or no more */
export function requireFile(tenant: TenantReader, uploads: string, id: string): string {
  const { status, abrufbar_bis } = getFirmenexport(tenant, uploads, id)
  if (status !== "fertig") throw conflict("Der Export ist noch nicht fertig")
  if (abrufbar_bis === null)
    throw conflict("Die Datei ist nicht mehr da: sie liegt einen Tag bereit. Bitte neu erstellen")
  return zipOf(tenant, uploads, id)
}
