import { query } from "../../db/query.ts"
import { belege, nachrichten, versand_einstellungen } from "../../db/schema.ts"
import type { TenantDb } from "../../db/tenant-db.ts"
import { DAY } from "../../lib/day.ts"
import type { MailFile, MailMessage } from "../../lib/mail/compose.ts"
import type { Delivery, Fate } from "../../lib/mail/smtp.ts"
import { formatDatum } from "../../lib/format.ts"
import { linkworte } from "../../lib/versandtexte.ts"
import { readPieces } from "../belege/ablage.ts"
import { createLink, findLink, whyNoLink } from "../belege/links.ts"
import type { Seal } from "../../lib/seal.ts"
import type { MailService } from "../frame/services.ts"
import { release } from "../shared/freigabe.ts"
import type { Author } from "../shared/record.ts"
import { getVersand } from "../versand/rules.ts"
import { type Mailempfaenger, readEmpfaenger, statusOf, withdrawn } from "./empfaenger.ts"
import type { Nachrichtenzeile } from "./read.ts"
import { recipientColumns } from "./rules.ts"
import { findCancellation, letRestAfter } from "./storniert.ts"

/**
 * What the sender (ops/versand) does with a message, each a transaction: it is marked as running before its first byte,
 * and what became of it is written when that is known. Whatever is found running later may have arrived.
 */

/** Pauses between two tries, in minutes; the last one is repeated. */
const PAUSES = [5, 15, 30, 60, 120, 240, 480] as const
/** Time for which a message is tried, in ms. */
const TRIED_FOR = 3 * DAY

const STATUS = {
  accepted: "angenommen",
  refused: "abgelehnt",
  later: "wartet",
  unknown: "unklar",
} satisfies Record<Fate, Mailempfaenger["status"]>

/** A message that is on its way: who gets it, and what. */
export type Mailsendung = { to: string[]; message: Omit<MailMessage, "from"> & { name: string } }

/** Address of the installation (ADRESSE), and what makes the names of links to documents. */
type LinkSettings = { adresse: string | undefined; seal: Seal }

/**
 * Marks a message as running.
 *
 * @param installation this one, which the company must have allowed to send
 * @returns it; undefined when it does not wait any more, or its company has stopped sending since it was found to be due
 */
export function beginSending(
  tenant: TenantDb,
  id: string,
  installation: string,
  linkSettings: LinkSettings,
): Mailsendung | undefined {
  const { sendet, freigabe } = getVersand(tenant)
  if (sendet !== 1 || freigabe !== installation) return undefined
  const zeile = tenant.find(nachrichten, id)
  if (zeile?.status !== "wartet") return undefined
  const empfaenger = readEmpfaenger(zeile)
  const to = empfaenger.filter(({ status }) => status === "wartet").map(({ adresse }) => adresse)
  const files = filesOf(tenant, zeile)
  if (to.length === 0 || !files) {
    // The person was erased, or the document's time is over.
    tenant.update(nachrichten, id, { ...recipientColumns(withdrawn(empfaenger)), erledigt_am: tenant.now() })
    return undefined
  }
  const running = empfaenger.map((one): Mailempfaenger =>
    to.includes(one.adresse) ? { ...one, status: "laeuft" } : one,
  )
  tenant.update(nachrichten, id, {
    ...recipientColumns(running),
    versuche: zeile.versuche + 1,
    letzter_versuch_am: tenant.now(),
  })
  const { absender_name: name, antwort_an: replyTo, betreff: subject, erstellt_am } = zeile
  const text = zeile.text + linkText(tenant, zeile, linkSettings)
  const all = empfaenger.map(({ adresse }) => adresse)
  return { to, message: { id, name, replyTo, to: all, subject, text, date: new Date(erstellt_am), files } }
}

/**
 * The link is the same at each try, and kept nowhere in words: whoever reads the database finds none in it. A message that
 * somebody sends again gets a new one; one whose link was revoked meanwhile goes out without.
 */
function linkText(tenant: TenantDb, zeile: Nachrichtenzeile, { adresse, seal }: LinkSettings): string {
  const { id, art, beleg_id, gilt_ab, versuche, erstellt_von, erstellt_von_name } = zeile
  const words = linkworte[art]
  if (!words || adresse === undefined || whyNoLink(tenant, adresse) !== undefined) return ""
  const name = seal.nameFor(`nachrichten ${tenant.id} ${id} ${gilt_ab}`)
  const author = { id: erstellt_von, name: erstellt_von_name }
  const link =
    findLink(tenant, adresse, name) ??
    (versuche === 0 ? createLink(tenant, author, beleg_id, adresse, name) : undefined)
  return link ? `\n${words} (ohne Anmeldung, bis zum ${formatDatum(link.gueltig_bis)}):\n${link.url}\n` : ""
}

const waitingFor = query<Nachrichtenzeile, { kunde_id: string }>`
  SELECT n.* FROM ${nachrichten} n WHERE n.kunde_id = :kunde_id AND +n.status = 'wartet' ORDER BY n.erstellt_am, n.id`

const waitingWith = query<Nachrichtenzeile, { beleg_id: string }>`
  SELECT n.* FROM ${nachrichten} n WHERE n.beleg_id = :beleg_id AND +n.status = 'wartet' ORDER BY n.erstellt_am, n.id`

/** Withdraws what still waits for a customer who is erased. */
export const withdrawFor = (tenant: TenantDb, kunde_id: string): void =>
  withdrawAll(tenant, tenant.all(waitingFor, { kunde_id }))

/** Withdraws what still waits with a document that is no longer valid. */
export const withdrawWith = (tenant: TenantDb, beleg_id: string): void =>
  withdrawAll(tenant, tenant.all(waitingWith, { beleg_id }))

function withdrawAll(tenant: TenantDb, zeilen: readonly Nachrichtenzeile[]): void {
  for (const zeile of zeilen)
    tenant.update(nachrichten, zeile.id, {
      ...recipientColumns(withdrawn(readEmpfaenger(zeile))),
      erledigt_am: tenant.now(),
    })
}

function filesOf(tenant: TenantDb, { beleg_id, xml_id }: Nachrichtenzeile): MailFile[] | undefined {
  const found = [beleg_id, xml_id].filter((id) => id !== null).map((id) => tenant.find(belege, id))
  const files = found.flatMap((beleg) =>
    beleg && beleg.gesperrt === 0
      ? { name: beleg.dateiname, type: beleg.typ, content: readPieces(tenant, beleg) }
      : [],
  )
  return files.length === found.length ? files : undefined
}

/** Writes what became of a message that was running. */
export function endSending(tenant: TenantDb, id: string, deliveries: readonly Delivery[]): Nachrichtenzeile {
  const zeile = tenant.get(nachrichten, id)
  const fates = new Map(deliveries.map((delivery) => [delivery.address, delivery]))
  const empfaenger = readEmpfaenger(zeile).map((one): Mailempfaenger => {
    const { fate, answer } = fates.get(one.adresse) ?? {}
    return fate === undefined ? one : { ...one, status: STATUS[fate], antwort: answer ?? null }
  })
  return store(tenant, zeile, empfaenger)
}

/** Notes that the mail server took nothing at all, neither this message nor another one. */
export function postpone(tenant: TenantDb, id: string, reason: string): void {
  const zeile = tenant.find(nachrichten, id)
  if (!zeile || (zeile.status !== "wartet" && zeile.status !== "laeuft")) return
  const empfaenger = readEmpfaenger(zeile).map((one): Mailempfaenger =>
    one.status === "wartet" || one.status === "laeuft" ? { ...one, status: "wartet", antwort: reason } : one,
  )
  store(tenant, zeile, empfaenger)
}

function store(
  tenant: TenantDb,
  zeile: Nachrichtenzeile,
  found: readonly Mailempfaenger[],
): Nachrichtenzeile {
  const now = Date.parse(tenant.now())
  const isOver = now - Date.parse(zeile.gilt_ab) >= TRIED_FOR
  const isVoid = found.some(({ status }) => status === "wartet") && wasCancelledMeanwhile(tenant, zeile)
  const left = isVoid ? withdrawn(found) : found
  const empfaenger = left.map((one): Mailempfaenger =>
    isOver && one.status === "wartet"
      ? { ...one, status: "abgelehnt", antwort: `Nach drei Tagen aufgegeben; zuletzt: ${one.antwort ?? ""}` }
      : one,
  )
  const pause = PAUSES[Math.min(zeile.versuche, PAUSES.length) - 1] ?? PAUSES[0]
  const answers = [
    ...new Set(
      empfaenger.flatMap(({ status, antwort }) => (status === "zurueckgezogen" ? [] : (antwort ?? []))),
    ),
  ]
  const after = tenant.update(nachrichten, zeile.id, {
    ...recipientColumns(empfaenger),
    naechster_versuch_am: new Date(now + pause * 60_000).toISOString(),
    meldung: answers.at(-1) ?? null,
    ...(isVoid && { erledigt_am: tenant.now() }),
  })
  letRestAfter(tenant, after)
  return after
}

/** Whether a settlement was cancelled while its message was being handed over; one that somebody sends later goes out. */
function wasCancelledMeanwhile(tenant: TenantDb, { beleg_id, gilt_ab }: Nachrichtenzeile): boolean {
  const beleg = tenant.find(belege, beleg_id)
  const storno = beleg && findCancellation(tenant, beleg)
  return storno !== undefined && storno.erstellt_am >= gilt_ab
}

const INTERRUPTED = "Der Dienst wurde beendet, während sie gesendet wurde: Ob sie ankam, ist nicht bekannt"

/** Marks a message that was running when the service ended: nobody knows whether it arrived. */
export function doubtInterrupted(tenant: TenantDb, id: string): void {
  doubt(tenant, tenant.get(nachrichten, id), "laeuft", INTERRUPTED)
}

const BROKEN = "Der Dienst konnte sie nicht senden; Näheres steht in seinem Log"

/**
 * Notes that the service itself failed at a message: it is tried later while it waits, and unclear if it was running.
 */
export function setAside(tenant: TenantDb, id: string): void {
  const zeile = tenant.find(nachrichten, id)
  if (zeile?.status === "laeuft") doubt(tenant, zeile, "laeuft", BROKEN)
  else postpone(tenant, id, BROKEN)
}

function doubt(tenant: TenantDb, zeile: Nachrichtenzeile, which: "laeuft" | "wartet", reason: string): void {
  const empfaenger = readEmpfaenger(zeile).map((one): Mailempfaenger =>
    one.status === which ? { ...one, status: "unklar", antwort: reason } : one,
  )
  if (statusOf(empfaenger) !== zeile.status)
    tenant.update(nachrichten, zeile.id, { ...recipientColumns(empfaenger), meldung: reason })
}

const open = query<Nachrichtenzeile, { nach: string }>`
  SELECT n.* FROM ${nachrichten} n WHERE n.status = 'wartet' AND n.id > :nach ORDER BY n.id LIMIT 200`

const ELSEWHERE =
  "Sie wartete in einer Sicherung oder auf einem anderen Server: Ob sie von dort schon hinausging, ist nicht bekannt"

/**
 * Lets data that came from elsewhere send from here. Nobody knows whether messages arrived that were waiting when they
 * came along.
 *
 * @throws Refusal conflict where nothing keeps it from sending
 */
export function releaseVersand(tenant: TenantDb, author: Author, mailService: MailService): void {
  release(tenant, author, versand_einstellungen, tenant.find(versand_einstellungen, tenant.id), mailService)
  for (let rows = tenant.all(open, { nach: "" }); rows.length > 0;) {
    for (const zeile of rows) doubt(tenant, zeile, "wartet", ELSEWHERE)
    rows = tenant.all(open, { nach: rows.at(-1)?.id ?? "" })
  }
}
