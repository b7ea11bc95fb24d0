import type { Static } from "@sinclair/typebox"
import { getTableColumns } from "drizzle-orm"
import { query } from "../../db/query.ts"
import { nachrichten, tenants, versand_einstellungen } from "../../db/schema.ts"
import type { Row, TenantDb, TenantReader } from "../../db/tenant-db.ts"
import { conflict, invalid } from "../../lib/refusal.ts"
import { unknownFields } from "../../lib/versandtexte.ts"
import type { Postamt } from "../frame/services.ts"
import { type Author, changeRow, writeProtokoll } from "../shared/record.ts"
import type { VersandPatch, VersandReply, versandlagen } from "./model.ts"

export type Versand = Omit<
  Row<typeof versand_einstellungen>,
  "tenant_id" | "id" | "erstellt_am" | "aktualisiert_am"
>
export type Versandlage = (typeof versandlagen)[number]

/** Settings of a company that has made none: nothing is sent. */
const INITIAL = {
  ...(Object.fromEntries(
    Object.values(getTableColumns(versand_einstellungen)).map((column) => [
      column.name,
      column.default ?? null,
    ]),
  ) as Versand),
  version: 0,
}

const waiting = query<{ n: number }>`
  SELECT count(*) AS n FROM ${nachrichten} n WHERE n.status IN ('wartet', 'laeuft')`

export const getVersand = (tenant: TenantReader): Versand =>
  tenant.find(versand_einstellungen, tenant.id) ?? INITIAL

export function lageOf({ sendet, freigabe }: Versand, { absender, anlage }: Postamt): Versandlage {
  if (sendet !== 1) return "aus"
  if (freigabe !== anlage) return "angehalten"
  return absender === undefined ? "ohne_server" : "bereit"
}

export function showVersand(tenant: TenantReader, postamt: Postamt): Static<typeof VersandReply> {
  const versand = getVersand(tenant)
  return {
    ...versand,
    lage: lageOf(versand, postamt),
    absender: postamt.absender ?? null,
    wartend: tenant.first(waiting, {})?.n ?? 0,
  }
}

/**
 * Who switches sending on for the first time allows it for this installation. Data from elsewhere needs a release
 * (nachrichten/freigabe), as what waits in it may have gone out there.
 *
 * @throws Refusal stale; invalid for a field that texts do not have; conflict while nobody would read the answers
 */
export function changeVersand(
  tenant: TenantDb,
  author: Author,
  patch: Static<typeof VersandPatch>,
  { anlage }: Postamt,
  ifMatch: number | undefined,
): void {
  requireKnownFields(patch)
  const before = tenant.find(versand_einstellungen, tenant.id)
  const after = { ...(before ?? INITIAL), ...patch }
  if (after.sendet === 1) requireReplies(tenant, after)
  const released = after.sendet === 1 && after.freigabe === null ? { freigabe: anlage } : {}
  if (before) changeRow(tenant, author, versand_einstellungen, before, { ...patch, ...released }, ifMatch)
  else {
    const made = tenant.insert(versand_einstellungen, { id: tenant.id, ...patch, ...released })
    writeProtokoll(tenant, author, "versand_einstellungen.angelegt", versand_einstellungen, undefined, made)
  }
}

function requireKnownFields(patch: Static<typeof VersandPatch>): void {
  for (const [name, value] of Object.entries(patch)) {
    const [unknown] = typeof value === "string" ? unknownFields(value) : []
    if (unknown !== undefined) throw invalid(name, "nennt ein Feld in {…}, das es nicht gibt")
  }
}

/** @returns where customers answer to. @throws Refusal conflict */
export function requireReplies(tenant: TenantReader, { antwort_an }: Pick<Versand, "antwort_an">): string {
  const address = antwort_an ?? tenant.get(tenants, tenant.id).email
  if (!address)
    throw conflict(
      "Bitte erst eintragen, wohin Kunden antworten: „Antworten an“, oder die E-Mail der Firma unter „Firma → Anschrift und Briefkopf“",
    )
  return address
}

const WHY: Record<Exclude<Versandlage, "bereit">, string> = {
  aus: "Der Versand per E-Mail ist ausgeschaltet; ein Administrator schaltet ihn unter „Firma → Versand“ ein",
  ohne_server: "Auf diesem Server ist kein Mailserver eingetragen; das macht der Betreiber",
  angehalten:
    "Der Versand ist angehalten, weil die Daten aus einer Sicherung oder von einem anderen Server kommen; ein Administrator gibt ihn unter „Firma → Versand“ frei",
}

/** @returns the settings by which something can be sent now. @throws Refusal conflict that says why nothing can */
export function requireVersand(tenant: TenantReader, postamt: Postamt): Versand {
  const versand = getVersand(tenant)
  const lage = lageOf(versand, postamt)
  if (lage !== "bereit") throw conflict(WHY[lage])
  return versand
}
