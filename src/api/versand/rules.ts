import type { Static } from "@sinclair/typebox"

import { query } from "../../db/query.ts"
import { nachrichten, tenants, versand_einstellungen } from "../../db/schema.ts"
import type { Row, TenantDb, TenantReader } from "../../db/tenant-db.ts"
import { conflict, invalid } from "../../lib/refusal.ts"
import type { Mail } from "../../lib/mail/server.ts"
import { unknownFields } from "../../lib/versandtexte.ts"
import type { MailService } from "../frame/services.ts"
import { type Author, changeRow, defaultsOf, writeProtokoll } from "../shared/record.ts"
import { findMailserver, isLocked, mailOf } from "./mailserver.ts"
import type { VersandPatch, VersandReply, versandlagen } from "./model.ts"

export type Versand = Omit<
  Row<typeof versand_einstellungen>,
  "tenant_id" | "id" | "erstellt_am" | "aktualisiert_am"
>
type Versandlage = (typeof versandlagen)[number]

/** Settings of a company that has made none: nothing is sent. */
const INITIAL: Versand = { ...defaultsOf(versand_einstellungen), version: 0 }

const waiting = query<{ n: number }>`
  SELECT count(*) AS n FROM ${nachrichten} n WHERE n.status IN ('wartet', 'laeuft')`

/** @returns the company's settings, or the defaults */
export const getVersand = (tenant: TenantReader): Versand =>
  tenant.find(versand_einstellungen, tenant.id) ?? INITIAL

function lageOf(tenant: TenantReader, { sendet, freigabe }: Versand, mailService: MailService): Versandlage {
  if (sendet !== 1) return "aus"
  if (freigabe !== mailService.installation) return "angehalten"
  return lageOfServer(tenant, mailService)
}

function lageOfServer(
  tenant: TenantReader,
  mailService: MailService,
): "bereit" | "ohne_server" | "ohne_passwort" {
  const own = findMailserver(tenant)
  if (!own) return mailService.mail ? "bereit" : "ohne_server"
  return isLocked(tenant, own, mailService) ? "ohne_passwort" : "bereit"
}

/** @returns how the company's e-mails leave: by its own server or the operator's. @throws Refusal conflict */
export function requireMail(tenant: TenantReader, mailService: MailService): Mail {
  const own = findMailserver(tenant)
  const mail = own ? mailOf(tenant, own, mailService) : mailService.mail
  if (!mail) throw conflict(own ? WHY.ohne_passwort : WHY.ohne_server)
  return mail
}

/** @returns the settings, and whether something would be sent now, as the company sees it */
export function showVersand(tenant: TenantReader, mailService: MailService): Static<typeof VersandReply> {
  const versand = getVersand(tenant)
  const own = findMailserver(tenant)
  const wartend = tenant.first(waiting, {})?.n ?? 0
  const stoerung = own ? mailService.stoerungen.get(tenant.id) : mailService.stoerung
  const { seit, grund } = (wartend > 0 && stoerung) || {}
  return {
    ...versand,
    lage: lageOf(tenant, versand, mailService),
    absender: own?.absender ?? mailService.mail?.sender ?? null,
    wartend,
    mailserver: own ? { ...own, passwort_bekannt: !isLocked(tenant, own, mailService) } : null,
    stoerung: seit && grund !== undefined ? { seit: seit.toISOString(), grund } : null,
  }
}

/**
 * Changes the settings. Whoever switches sending on for the first time allows it for this installation. Data that came
 * from elsewhere needs a release (POST /api/nachrichten/freigabe), as what waits in it may have gone out there.
 *
 * @throws Refusal stale; invalid for a field that texts do not have; conflict while nobody would read the answers
 */
export function changeVersand(
  tenant: TenantDb,
  author: Author,
  patch: Static<typeof VersandPatch>,
  { installation }: MailService,
  ifMatch: number | undefined,
): void {
  requireKnownFields(patch)
  const before = tenant.find(versand_einstellungen, tenant.id)
  const after = { ...(before ?? INITIAL), ...patch }
  if (after.sendet === 1) requireReplies(tenant, after)
  const released = after.sendet === 1 && after.freigabe === null ? { freigabe: installation } : {}
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

/** @returns the address to which customers answer. @throws Refusal conflict */
export function requireReplies(tenant: TenantReader, { antwort_an }: Pick<Versand, "antwort_an">): string {
  const address = antwort_an ?? tenant.get(tenants, tenant.id).email
  if (!address)
    throw conflict(
      "Bitte erst eintragen, wohin Kunden antworten: „Antworten an“, oder die E-Mail der Firma unter „Firma → Anschrift und Briefkopf“",
    )
  return address
}

const WHY: Record<Exclude<Versandlage, "bereit">, string> = {
  aus: "Der Versand per E-Mail ist ausgeschaltet; die Verwaltung schaltet ihn unter „Firma → Versand“ ein",
  ohne_server: "Es ist kein Mailserver eingetragen: weder vom Betreiber noch einer der Firma",
  ohne_passwort:
    "Das Passwort des eigenen Mailservers ist hier nicht bekannt; die Verwaltung trägt es unter „Firma → Versand“ noch einmal ein",
  angehalten:
    "Der Versand ist angehalten, weil die Daten aus einer Sicherung oder von einem anderen Server kommen; die Verwaltung gibt ihn unter „Firma → Versand“ frei",
}

/** @returns the settings by which something can be sent now. @throws Refusal conflict that says why nothing can */
export function requireVersand(tenant: TenantReader, mailService: MailService): Versand {
  const versand = getVersand(tenant)
  const lage = lageOf(tenant, versand, mailService)
  if (lage !== "bereit") throw conflict(WHY[lage])
  return versand
}
