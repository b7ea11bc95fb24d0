import { query } from "../../db/query.ts"
import { abrechnungen, belegdateien, belege } from "../../db/schema.ts"
import type { Row, TenantReader } from "../../db/tenant-db.ts"
import { formatDatum } from "../../lib/format.ts"
import { conflict } from "../../lib/refusal.ts"
import { joinPdfs } from "../../print/pdf/join.ts"
import { findKept } from "../belege/ablage.ts"
import { PDF } from "../belege/printing.ts"
import { goesByPost } from "../nachrichten/sammelversand.ts"
import { type Auftrag, getDruckauftrag, type Druckangaben, orderOf } from "./rules.ts"

/** What a finished job made: its documents one by one, or its papers in one file for a printer. */

type Beleg = Row<typeof belege>

const nextFile = query<Beleg, { auftrag_id: string; nach: string }>`
  SELECT b.* FROM ${belege} b
  WHERE b.auftrag_id = :auftrag_id AND b.id > :nach AND b.gesperrt = 0 ORDER BY b.id LIMIT 1`

export type OrderFile = { name: string; typ: string; moment: string; daten: Uint8Array }

type Abgerechnet = { id: string; form: string | null }

/** A run's begins later than the period where a part of that was settled before. */
const nextAbrechnung = query<Abgerechnet, { von: string; bis: string; nach: string }>`
  SELECT a.id, a.form FROM ${abrechnungen} a
  WHERE a.bis = :bis AND a.id > :nach AND (a.von = :von OR a.auftrag_id IS NOT NULL) AND a.art = 'abrechnung' AND +a.lieferung_id IS NULL
    AND NOT EXISTS (SELECT 1 FROM ${abrechnungen} s WHERE s.storno_von = a.id)
  ORDER BY a.id LIMIT 1`

/** @returns rows one at a time, in the order of their ids: others may write in between */
export function* oneByOne<R extends { id: string }>(
  next: (nach: string) => R | undefined,
  nach = "",
): Generator<R, void> {
  for (let row = next(nach); row; row = next(row.id)) yield row
}

/** @returns the settlements of a period that count, in the order of their making */
export const settledIn = (tenant: TenantReader, { von, bis }: Druckangaben): Generator<Abgerechnet, void> =>
  oneByOne((nach) => tenant.first(nextAbrechnung, { von, bis, nach }))

/** @returns what a finished run settled. @throws Refusal missing, conflict */
export function settledBy(tenant: TenantReader, id: string): Generator<Abgerechnet, void> {
  const auftrag = getFinished(tenant, id)
  if (auftrag.art !== "abrechnungslauf") throw conflict("Das ist kein Abrechnungslauf")
  return settledIn(tenant, orderOf(auftrag))
}

const file = (tenant: TenantReader, { id, dateiname, typ, erstellt_am }: Beleg): OrderFile => ({
  name: dateiname,
  typ,
  moment: erstellt_am,
  daten: tenant.get(belegdateien, id).daten,
})

/** @returns the documents that a finished job made, one at a time. @throws Refusal missing, conflict */
export const filesOf = (tenant: TenantReader, id: string): IteratorObject<OrderFile> =>
  eachBeleg(tenant, getFinished(tenant, id)).map((beleg) => file(tenant, beleg))

/** @returns the papers of them, without the structured invoices beside. @throws Refusal missing, conflict */
export const papersOf = (tenant: TenantReader, id: string): IteratorObject<Beleg> =>
  eachBeleg(tenant, getFinished(tenant, id)).filter(({ typ }) => typ === PDF)

function* eachBeleg(tenant: TenantReader, auftrag: Auftrag): Generator<Beleg, void> {
  if (auftrag.art !== "abrechnungslauf")
    return yield* oneByOne((nach) => tenant.first(nextFile, { auftrag_id: auftrag.id, nach }))
  for (const { id, form } of settledIn(tenant, orderOf(auftrag))) {
    const paper = findKept(tenant, "abrechnung", id)
    // ZUGFeRD has the invoice inside the PDF.
    const xml = form === "xrechnung" ? findKept(tenant, "abrechnung", id, "xrechnung") : undefined
    for (const beleg of [paper, xml]) if (beleg && beleg.gesperrt === 0) yield beleg
  }
}

const TITLES = {
  abrechnungslauf: "Abrechnungen",
  kontoauszuege: "Kontoauszüge",
  saldenbestaetigungen: "Saldenbestätigungen",
  erinnerungen: "Erinnerungen",
} satisfies Record<Auftrag["art"], string>

/** @returns what a job made, as `Kontoauszüge 31.03.2026`. @throws Refusal missing */
export function titleOf(tenant: TenantReader, id: string): string {
  const auftrag = getDruckauftrag(tenant, id)
  return `${TITLES[auftrag.art]} ${formatDatum(orderOf(auftrag).bis)}`
}

type Druckdatei = { titel: string; teile: Generator<Uint8Array> }

/**
 * All papers of a finished job in one file for a printer. It is made from the kept documents each time it is asked
 * for, so that no copy of a letter outlives its document.
 *
 * @param weg `post`: without those that go out by e-mail, or did, as nobody gets an invoice twice; nor those of erased persons
 * @returns the file, piece by piece. @throws Refusal missing, conflict
 */
export function joinAuftrag(tenant: TenantReader, id: string, weg: "alle" | "post"): Druckdatei {
  const auftrag = getFinished(tenant, id)
  const papers = papersOf(tenant, id).filter((beleg) => weg === "alle" || goesByPost(tenant, beleg))
  const first = papers.next()
  if (first.done)
    throw conflict(
      weg === "alle"
        ? "Dieser Auftrag hat nichts gedruckt"
        : "Per Post geht davon nichts hinaus: nichts zu drucken",
    )
  const all = function* () {
    yield file(tenant, first.value).daten
    for (const beleg of papers) yield file(tenant, beleg).daten
  }
  const what = titleOf(tenant, id) + (weg === "post" ? ", nur per Post" : "")
  const titel = what + (hasXml(tenant, auftrag) ? WITHOUT_XML : "")
  return { titel, teile: joinPdfs(titel, auftrag.erstellt_am, all()) }
}

/** Pages alone are for the printer: what programs read of an invoice is in the single files. */
const WITHOUT_XML = ", nur zum Drucken: ohne die elektronischen Rechnungen (XML)"

function hasXml(tenant: TenantReader, auftrag: Auftrag): boolean {
  if (auftrag.art !== "abrechnungslauf") return false
  return settledIn(tenant, orderOf(auftrag)).some(({ form }) => form === "zugferd" || form === "xrechnung")
}

function getFinished(tenant: TenantReader, id: string): Auftrag {
  const auftrag = getDruckauftrag(tenant, id)
  if (auftrag.status !== "fertig") throw conflict("Der Auftrag ist noch nicht fertig")
  return auftrag
}
