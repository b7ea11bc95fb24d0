import { failAuftrag } from "../shared/auftrag.ts"
import { Fragment, type Params, query } from "../../db/query.ts"
import {
  abrechnungen,
  auftraege,
  kunden,
  lieferungen,
  offene_buchungen,
  pfandsalden,
} from "../../db/schema.ts"
import type { TenantDb } from "../../db/tenant-db.ts"
import { fold } from "../../lib/fold.ts"
import type { Log } from "../../lib/log.ts"
import { conflict, Refusal } from "../../lib/refusal.ts"
import { type Druck, printPdf } from "../../print/pdf/print.ts"
import { composeAbrechnung } from "../abrechnungen/beleg.ts"
import { isLocked } from "../abrechnungen/kopf.ts"
import { settleOpen } from "../abrechnungen/lauf.ts"
import { listShifted } from "../abrechnungen/open.ts"
import { endOfPeriod } from "../abrechnungen/rules.ts"
import { toBelege } from "../abrechnungen/xml.ts"
import { findKept, keepBeleg } from "../belege/ablage.ts"
import { newLink } from "../belege/links.ts"
import { requireBriefkopf } from "../belege/kopf.ts"
import { type Brief, dateiname, PDF } from "../belege/printing.ts"
import { composeErinnerung, requireFrist } from "../kunden/erinnerung/rules.ts"
import { getKontoauszug, toKontoauszug } from "../kunden/kontoauszug/rules.ts"
import { getSaldenbestaetigung, toSaldenbestaetigung } from "../kunden/saldenbestaetigung/rules.ts"
import { listAge } from "../pfandalter/rules.ts"
import { addToLauf, noneYet, type Auftrag, orderOf, getDruckauftrag } from "./rules.ts"
import { advance, makePaper, noteMessageOnce, passOver } from "./outcome.ts"
import { oneByOne, settledIn } from "./papers.ts"

/** Context of a job: one company's rows, and transactions of its own. */
type Tools = {
  tenant: TenantDb
  commit: <T>(work: () => T) => Promise<T>
  quota: number
  log?: Log
  /** The installation's address, for links. */
  adresse?: string | undefined
}

type After = { nach: string }

/** The next customer who is settled by the month and has something open, in the order of their ids. */
const abzurechnen = query<{ id: string }, After>`
  SELECT o.kunde_id AS id FROM ${offene_buchungen} o CROSS JOIN ${kunden} k ON k.id = o.kunde_id
  WHERE o.kunde_id > :nach AND k.abrechnung = 'monatlich' ORDER BY o.kunde_id LIMIT 1`

/** `shifted` is the ids of those who have nothing open, but shifted tax (`listShifted`), as JSON. */
const countToSettle = query<{ n: number }, { shifted: string }>`
  SELECT count(*) AS n FROM (
    SELECT o.kunde_id FROM ${offene_buchungen} o JOIN ${kunden} k ON k.id = o.kunde_id WHERE k.abrechnung = 'monatlich'
    UNION SELECT j.value FROM json_each(:shifted) j)`

const shiftedUntil = (tenant: TenantDb, { bis }: { bis: string }): string[] =>
  listShifted(tenant, endOfPeriod(tenant, bis)).toSorted()

/**
 * Empty is every town and every driver, `[]` every customer; `aktiv` -1 is active or not; `offen` 1 asks for anything held
 * now.
 */
type Selection = {
  ort: string
  aktiv: number
  fahrer_id: string
  /** Their ids as JSON. */
  nur: string
  von: string
  bis: string
  offen: 0 | 1
}

/** @returns a query of the customers for whom something is printed */
const withKonto = <R, P extends Params>(what: string, rest = "") => query<R, P & Selection>`
  SELECT ${new Fragment(what)} FROM ${pfandsalden} s CROSS JOIN ${kunden} k ON k.id = s.kunde_id
  WHERE :ort IN ('', k.ort_sort) AND :aktiv IN (-1, k.aktiv) AND (:offen = 0 OR s.seit_am IS NOT NULL)
    AND (:nur = '[]' OR s.kunde_id IN (SELECT j.value FROM json_each(:nur) j))
    AND (:fahrer_id = '' OR EXISTS (
      SELECT 1 FROM ${lieferungen} l
      WHERE l.kunde_id = s.kunde_id AND l.datum >= :von AND l.datum <= :bis AND +l.fahrer_id = :fahrer_id AND +l.status <> 'storniert'
    )) ${new Fragment(rest)}`

const nextKunde = withKonto<{ id: string }, After>(
  "s.kunde_id AS id",
  "AND s.kunde_id > :nach ORDER BY s.kunde_id LIMIT 1",
)
const countWithKonto = withKonto<{ n: number }, Record<never, never>>("count(*) AS n")

function selectionOf(auftrag: Auftrag): Selection {
  const { ort = "", aktiv = -1, fahrer_id = "", kunden: chosen = [], von, bis } = orderOf(auftrag)
  const offen = auftrag.art === "erinnerungen" ? 1 : 0
  return { ort: fold(ort), aktiv, fahrer_id, nur: JSON.stringify(chosen), von, bis, offen }
}

const countOf = (tenant: TenantDb, auftrag: Auftrag): number =>
  (auftrag.art === "abrechnungslauf"
    ? tenant.first(countToSettle, { shifted: JSON.stringify(shiftedUntil(tenant, orderOf(auftrag))) })
    : tenant.first(countWithKonto, selectionOf(auftrag))
  )?.n ?? 0

/** Progress is stored after this many skipped customers. */
const MANY = 500

/**
 * Does a job, or goes on with one that was killed: what is done for a customer and that it is done are stored in one
 * transaction. A fault of one customer is written down and holds up no other.
 */
export async function runAuftrag(tools: Tools, id: string): Promise<void> {
  const { tenant, commit } = tools
  const ordered = getDruckauftrag(tenant, id)
  try {
    // Counted before the transaction: it takes long where much is open, and nobody else writes meanwhile.
    const gesamt = ordered.status === "wartet" ? countOf(tenant, ordered) : ordered.gesamt
    await commit(() => tenant.update(auftraege, id, { status: "laeuft", gesamt, ...noneYet(ordered) }))
    const auftrag = { ...ordered, gesamt }
    if (auftrag.art === "abrechnungslauf") {
      // It may have changed since the run was ordered: said once, and not for each customer.
      requireBriefkopf(tenant)
      await settleAll(tools, auftrag)
      await printSettled(tools, auftrag)
    } else {
      if (auftrag.art === "erinnerungen") requireFrist(tenant, orderOf(auftrag))
      await printEach(tools, auftrag)
    }
    await commit(() => tenant.update(auftraege, id, { status: "fertig", beendet_am: tenant.now() }))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await commit(() => failAuftrag(tenant, id, error.message))
  }
}

async function settleAll({ tenant, commit }: Tools, auftrag: Auftrag): Promise<void> {
  const { von, bis } = orderOf(auftrag)
  const creator = creatorOf(auftrag)
  const shifted = shiftedUntil(tenant, { bis })
  const next = (nach: string) => {
    const withOpen = tenant.first(abzurechnen, { nach })
    const id = shifted.find((one) => one > nach)
    return id === undefined || (withOpen && withOpen.id <= id) ? withOpen : { id }
  }
  // One per transaction: others write in between.
  for (const { id: kunde_id } of oneByOne(next, auftrag.letzter))
    await commit(() =>
      advance(tenant, auftrag.id, kunde_id, () => {
        const abrechnung = settleOpen(tenant, creator, { kunde_id, auftrag_id: auftrag.id, von, bis })
        if (!abrechnung) return "nothing"
        addToLauf(tenant, auftrag.id, { betrag_cent: abrechnung.betrag_cent })
        return "done"
      }),
    )
}

const creatorOf = (auftrag: Auftrag) => ({ id: auftrag.erstellt_von, name: auftrag.erstellt_von_name })

const printed = async (druck: Druck) => ({
  titel: druck.titel,
  dateiname: dateiname(druck.titel, "pdf"),
  typ: PDF,
  daten: await printPdf(druck),
})

/** Settlements of the period, from this run or one before; each is kept as it was printed first. */
async function printSettled({ tenant, commit, quota, log }: Tools, auftrag: Auftrag): Promise<void> {
  for (const { id: bezug_id } of settledIn(tenant, orderOf(auftrag))) {
    if (findKept(tenant, "abrechnung", bezug_id) || isLocked(tenant, bezug_id)) continue
    const gelesen_am = tenant.now()
    const made = await makePaper(log, bezug_id, async () => {
      const abrechnung = composeAbrechnung(tenant, bezug_id)
      const { druck } = abrechnung
      const { paper, beside } = toBelege(abrechnung)
      const missing = beside.filter(({ profil }) => !findKept(tenant, "abrechnung", bezug_id, profil))
      return [{ ...paper, ...(await printed(druck)) }, ...missing]
    })
    await commit(() => {
      if ("fault" in made) {
        const { kunde_id, nummer } = tenant.get(abrechnungen, bezug_id)
        const meldung = `${nummer} ist nicht gedruckt: ${made.fault}`
        // Its customer is settled all the same, and counted among those.
        const isNew = noteMessageOnce(tenant, auftrag.id, kunde_id, meldung)
        return isNew ? addToLauf(tenant, auftrag.id, { ungedruckt: 1 }) : undefined
      }
      for (const one of made.value)
        keepBeleg(tenant, creatorOf(auftrag), { ...one, auftrag_id: auftrag.id, gelesen_am }, quota)
    })
  }
}

/** @returns undefined for a customer who is not among those that are asked for */
function prepare(
  { tenant, adresse }: Pick<Tools, "tenant" | "adresse">,
  auftrag: Auftrag,
  kunde_id: string,
): Brief | undefined {
  const details = orderOf(auftrag)
  const { von, bis, mit_bestand = false, ab_tagen } = details
  // Time of the order: the job may go on on another day.
  const { erstellt_am } = auftrag
  if (auftrag.art === "erinnerungen")
    return composeErinnerung(
      tenant,
      kunde_id,
      details,
      { stichtag: bis, erstellt_am },
      listAge(tenant, kunde_id, bis),
    )
  const aged = () => listAge(tenant, kunde_id, bis).some(({ tage }) => tage >= (ab_tagen ?? 0))
  if (ab_tagen !== undefined && !aged()) return undefined
  if (auftrag.art === "saldenbestaetigungen") {
    const data = getSaldenbestaetigung(tenant, kunde_id, bis)
    if (mit_bestand && data.bestand.length === 0) return undefined
    return toSaldenbestaetigung(kunde_id, { ...data, erstellt_am }, newLink(tenant, adresse))
  }
  const data = getKontoauszug(tenant, kunde_id, { von, bis })
  if (mit_bestand && data.ende.length === 0) return undefined
  return toKontoauszug(kunde_id, { ...data, erstellt_am })
}

async function printEach(tools: Tools, auftrag: Auftrag): Promise<void> {
  const { tenant, commit, quota, log } = tools
  const { id, letzter } = auftrag
  const selected = selectionOf(auftrag)
  // Skipped customers are noted with the next that is printed, or at the end.
  let passed: string[] = []
  for (const kunde of oneByOne((nach) => tenant.first(nextKunde, { ...selected, nach }), letzter)) {
    const gelesen_am = tenant.now()
    const made = await makePaper(log, kunde.id, async () => {
      const one = prepare(tools, auftrag, kunde.id)
      return one && { ...one.beleg, ...(await printed(one.druck)), auftrag_id: id, gelesen_am }
    })
    const isPassed = "value" in made && made.value === undefined
    if (isPassed && passed.push(kunde.id) < MANY) continue
    await commit(() => {
      passOver(tenant, id, passed)
      if (isPassed) return
      advance(tenant, id, kunde.id, () => {
        if ("fault" in made) throw conflict(made.fault)
        if (made.value) keepBeleg(tenant, creatorOf(auftrag), made.value, quota)
        return "done"
      })
    })
    passed = []
  }
  await commit(() => passOver(tenant, id, passed))
}
