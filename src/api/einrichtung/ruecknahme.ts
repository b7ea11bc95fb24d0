import { type Static, Type } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { auftraege, importstuecke } from "../../db/schema.ts"
import type { TenantDb, TenantReader } from "../../db/tenant-db.ts"
import { auftragsStatus, importarten } from "../../db/schema/values.ts"
import { Maybe, Nullable, OneOf, Uuid, Zeitpunkt } from "../../lib/fields.ts"
import { conflict } from "../../lib/refusal.ts"
import { rolesOf } from "../frame/orderer.ts"
import { Created } from "../frame/reply.ts"
import type { TenantContext } from "../frame/route.ts"
import type { Actor } from "../frame/session.ts"
import {
  angabenOf,
  getImportauftrag,
  type Importangaben,
  type ImportauftragReply,
  type RuecknahmeReply,
  type RuecknahmeResult,
  MOST_REMAINING,
} from "../import/run/importauftrag.ts"
import { countStored, type ImportTools, STORED } from "../import/run/pieces.ts"
import { listRemaining, takeBackImport } from "../import/run/take-back.ts"
import { isOpen } from "../../lib/felder/auftrag.ts"
import { auftragsfelder, orderAuftrag } from "../shared/auftrag.ts"
import { Input, Reply } from "../shared/schema.ts"
import { imports } from "./imports.ts"

/**
 * Takes imports back. Records that others have worked with stay; they are named, and can be tried again later. A request
 * does this for a few records, a job for many.
 */

export const UebernahmeReply = Reply("Uebernahme", {
  id: Uuid(),
  art: OneOf(importarten),
  eintraege: Type.Integer({ description: "Angelegt oder geändert" }),
  zurueckgenommen: Type.Integer({ description: "So viele davon sind schon zurückgenommen" }),
  erstellt_von_name: Type.String(),
  beendet_am: Zeitpunkt(),
  geblieben_zahl: Type.Integer({ description: "So viele blieben, als sie zurückgenommen wurde; sonst 0" }),
  geblieben: Type.Array(Type.Object({ id: Uuid(), name: Type.String(), grund: Type.String() }), {
    description: "Die ersten davon, und warum; höchstens 20",
  }),
  ruecknahme: Nullable(
    Type.Object(
      {
        auftrag_id: Uuid(),
        status: auftragsfelder.status,
        gesamt: auftragsfelder.gesamt,
        erledigt: auftragsfelder.erledigt,
        meldung: auftragsfelder.meldung,
      },
      { description: "Der letzte Auftrag, der sie zurücknimmt" },
    ),
  ),
})

export const UebernahmenReply = Reply("Uebernahmen", {
  items: Type.Array(UebernahmeReply),
  weitere: Type.Boolean({ description: "Es gibt noch ältere: mit größerem limit" }),
})

/** Imports are kept for thirty days, and so there are few of a kind. */
export const uebernahmenFilter = {
  art: Maybe(OneOf(importarten)),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 50 })),
}

export const NewRuecknahme = Input({ id: Maybe(Uuid()) })

/** Most remaining records that a list names of each import. */
const NAMED = 20

type StoredImportjob = {
  id: string
  art: string
  angaben: string
  status: string
  angefangen: number
  offen: number
  erstellt_von_name: string
  beendet_am: string
  geblieben_zahl: number
}

type Asked = { art: string | null; limit: number }

const withPieces = query<StoredImportjob, Asked>`
  SELECT a.id, a.art, a.angaben, a.status, a.erstellt_von_name, a.beendet_am,
    coalesce(json_extract(a.ergebnis, '$.angelegt') + json_extract(a.ergebnis, '$.geaendert'), a.gesamt) AS angefangen,
    (SELECT sum(${STORED}) FROM ${importstuecke} s WHERE s.auftrag_id = a.id) AS offen,
    coalesce((
      SELECT sum(s.geblieben) FROM ${importstuecke} s WHERE s.auftrag_id = a.id AND s.geblieben > 0
    ), 0) AS geblieben_zahl
  FROM ${auftraege} a
  WHERE a.art = 'import' AND a.beendet_am IS NOT NULL AND (:art IS NULL OR a.angaben ->> '$.art' = :art)
    AND EXISTS (SELECT 1 FROM ${importstuecke} s WHERE s.auftrag_id = a.id)
  ORDER BY a.erstellt_am DESC, a.id DESC LIMIT :limit`

type Ruecknahme = {
  auftrag_id: string
  status: (typeof auftragsStatus)[number]
  gesamt: number
  erledigt: number
  meldung: string | null
  von: string
  durch: string
}

/** The newest come first. */
const takingBack = query<Ruecknahme>`
  SELECT a.id AS auftrag_id, a.status, a.gesamt, a.erledigt, a.meldung, a.erstellt_von_name AS durch,
    json_extract(a.angaben, '$.ruecknahme') AS von
  FROM ${auftraege} a
  WHERE a.art = 'import' AND json_extract(a.angaben, '$.ruecknahme') IS NOT NULL
  ORDER BY a.erstellt_am DESC, a.id DESC LIMIT 500`

/** @returns the latest imports that can be taken back, of the kinds that the actor may import, and whether there are more */
export function listImporte(
  tenant: TenantReader,
  { rolle }: Actor,
  { art: asked = null, limit = 50 }: Partial<Asked>,
): Static<typeof UebernahmenReply> {
  const jobs = tenant.all(takingBack, {})
  const found = tenant.all(withPieces, { art: asked, limit: limit + 1 })
  const items = found
    .slice(0, limit)
    .filter((auftrag) => rolesOf(auftrag).includes(rolle))
    .map(({ angaben, status, angefangen, offen, ...rest }) => {
      const { art } = angabenOf(angaben)
      // One that was put aside has stored a part.
      const eintraege = status === "fertig" ? Math.max(angefangen, offen) : offen
      return {
        ...rest,
        art,
        eintraege,
        zurueckgenommen: eintraege - offen,
        geblieben:
          rest.geblieben_zahl === 0 ? [] : listRemaining(tenant, { auftrag_id: rest.id, art }, NAMED),
        ruecknahme: jobs.find(({ von }) => von === rest.id) ?? null,
      }
    })
  return { items, weitere: found.length > limit }
}

/** Who is taking back which imports by a request right now, by tenant and import: only one process writes. */
const underWay = new Map<string, string>()
const keyOf = (tenant: TenantReader, id: string): string => `${tenant.id} ${id}`

type Request = Pick<TenantContext, "actor"> & { tenant: TenantReader }

/**
 * @returns the kind of an import, its importer, and the number of its records
 * @throws Refusal missing; forbidden; conflict for one that still runs, was taken back already, or is being taken back
 */
function requireUndoable({ tenant, actor }: Request, id: string) {
  const { angaben, beendet_am } = getImportauftrag(tenant, actor, id)
  const { art } = angabenOf(angaben)
  if (beendet_am === null) throw conflict("Die Übernahme läuft noch: bitte warten, bis sie fertig ist")
  const importer = imports[art].stored
  const gesamt = countStored(tenant, id)
  const jobs = tenant.all(takingBack, {}).filter(({ von }) => von === id)
  const durch = jobs.find(isOpen)?.durch ?? underWay.get(keyOf(tenant, id))
  if (durch !== undefined)
    throw conflict(`Diese Übernahme nimmt ${durch} gerade zurück: Sie müssen nichts mehr tun`)
  if (gesamt === 0)
    throw conflict(
      jobs[0]
        ? `Diese Übernahme hat ${jobs[0].durch} schon zurückgenommen`
        : "Diese Übernahme ist schon zurückgenommen, oder zu lange her",
    )
  return { art, importer, gesamt }
}

/**
 * Takes an import back in parts, each in a transaction of its own, so that others write in between.
 *
 * @returns how many records are taken back, and which stay, with the reasons
 * @throws as `requireUndoable`
 */
export async function takeImportBack(
  { tenant, actor, commit }: TenantContext,
  id: string,
): Promise<Static<typeof RuecknahmeReply>> {
  const { art, importer, gesamt } = requireUndoable({ tenant, actor }, id)
  underWay.set(keyOf(tenant, id), actor.name)
  try {
    await takeBackImport({ tenant, commit }, actor, importer, id)
  } finally {
    underWay.delete(keyOf(tenant, id))
  }
  const geblieben_zahl = countStored(tenant, id)
  const geblieben = listRemaining(tenant, { auftrag_id: id, art }, MOST_REMAINING)
  return { zurueckgenommen: gesamt - geblieben_zahl, geblieben, geblieben_zahl }
}

/**
 * Orders the same as a job.
 *
 * @returns the job, and whether this request made it
 * @throws as `requireUndoable`; conflict when the id was used otherwise, or too many jobs wait
 */
export function orderRuecknahme(
  tenant: TenantDb,
  actor: Actor,
  von: string,
  { id }: Static<typeof NewRuecknahme>,
): Created<Static<typeof ImportauftragReply>> {
  const { art } = angabenOf(getImportauftrag(tenant, actor, von).angaben)
  const angaben: Importangaben = { art, fields: {}, rolle: actor.rolle, ruecknahme: von }
  const order = { id, request: "importruecknahmen", content: { von }, art: "import", angaben } as const
  let gesamt = 0
  const made = orderAuftrag(tenant, actor, order, () => {
    ;({ gesamt } = requireUndoable({ tenant, actor }, von))
  })
  if (made.first) tenant.update(auftraege, made.id, { letzter: "zuruecknehmen", gesamt })
  return new Created(getImportauftrag(tenant, actor, made.id), made.first)
}

/** Time between two updates of the stored progress, in ms. */
const REPORT_EVERY = 500

/** Does such a job, or goes on with one that was killed. */
export async function runRuecknahme(
  { tenant, commit }: Omit<ImportTools, "folder">,
  id: string,
): Promise<void> {
  const { angaben, gesamt, erstellt_von, erstellt_von_name } = tenant.get(auftraege, id)
  const { art, rolle, ruecknahme = "" } = angabenOf(angaben)
  const importer = imports[art].stored
  const actor = { id: erstellt_von, name: erstellt_von_name, rolle, tenant_id: tenant.id }
  const before = gesamt - countStored(tenant, ruecknahme)
  let reportedAt = 0
  const report = async (done: number): Promise<void> => {
    if (performance.now() - reportedAt < REPORT_EVERY) return
    reportedAt = performance.now()
    await commit(() => tenant.update(auftraege, id, { status: "laeuft", erledigt: before + done }))
  }
  await report(0)
  await takeBackImport({ tenant, commit }, actor, importer, ruecknahme, report)
  const geblieben_zahl = countStored(tenant, ruecknahme)
  const ergebnis: RuecknahmeResult = { zurueckgenommen: gesamt - geblieben_zahl, geblieben_zahl }
  const end = { status: "fertig", beendet_am: tenant.now(), erledigt: gesamt } as const
  await commit(() => tenant.update(auftraege, id, { ...end, ergebnis: JSON.stringify(ergebnis) }))
}
