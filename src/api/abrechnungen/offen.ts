import { query, queryFrom } from "../../db/query.ts"
import {
  abrechnungsbuchungen,
  geraete,
  offene_buchungen,
  pfandartikel,
  pfandbuchungen,
  pfandsalden,
  pfandumbewertungen,
  pfandverluste,
  tenants,
} from "../../db/schema.ts"
import type { Row, TenantReader } from "../../db/tenant-db.ts"
import { conflict } from "../../lib/refusal.ts"
import { type Steuersatz, steuersatzOf } from "../../lib/steuer.ts"
import { localTime } from "../shared/time.ts"
import { type Offen, type Rechnung, calculateAbrechnung, stueckOf } from "./rechnen.ts"
import { type Anteil, type Bewegung, EINE_ZEIT_AB, type Klasse, assignSaetze, passOn } from "./saetze.ts"

type Tenant = Row<typeof tenants>

/** A booking as it is stored. */
type Zeile = Omit<Offen, "nummer" | "bezeichnung" | "einheit"> & {
  lfd_nr: number
  klasse: Klasse
  steuersatz: Steuersatz
  /** The Vorgang that revalues pieces, where this booking belongs to one. */
  umbewertung: string | null
  verlust: 0 | 1
}

/**
 * Most bookings of one settlement. Nobody else is served for 110 ms while it is written, and for 50 during its Storno;
 * with fewer, large customers could not be settled by the month.
 */
const BUCHUNGEN = 5000
/** Most bookings of a single day, which cannot be settled in parts: 530 and 230 ms. */
const BUCHUNGEN_EINES_TAGES = 20_000

const offene = query<Zeile, { kunde_id: string; vor: string }>`
  SELECT b.lfd_nr, b.id, b.pfandartikel_id, b.geraet_id, b.art, b.menge, b.betrag_cent, b.summe_cent, b.erfasst_am, b.storno_von,
    b.klasse, b.steuersatz, u.id AS umbewertung, 0 AS verlust
  FROM ${offene_buchungen} o CROSS JOIN ${pfandbuchungen} b ON b.id = o.id
  LEFT JOIN ${pfandumbewertungen} u ON u.id = b.vorgang_id
  WHERE o.kunde_id = :kunde_id AND o.erfasst_am < :vor`

type Name = Pick<Offen, "nummer" | "bezeichnung" | "einheit"> & { id: string; gewechselt: 0 | 1 }

/**
 * Names of articles and devices by their ids as JSON; and whether the customer has bookings from before a change of
 * class or rate.
 */
const names = query<Name, { ids: string; kunde_id: string }>`
  SELECT a.id, a.nummer, a.bezeichnung, a.einheit, a.steuer_nach_nr > 0 AND EXISTS (
      SELECT 1 FROM ${pfandbuchungen} b
      WHERE b.kunde_id = :kunde_id AND b.pfandartikel_id = a.id AND b.lfd_nr <= a.steuer_nach_nr) AS gewechselt
  FROM json_each(:ids) j CROSS JOIN ${pfandartikel} a ON a.id = j.value
  UNION ALL
  SELECT g.id, g.geraetenummer, g.bezeichnung, 'stueck' AS einheit, g.steuer_nach_nr > 0 AND EXISTS (
      SELECT 1 FROM ${pfandbuchungen} b
      WHERE b.geraet_id = g.id AND b.lfd_nr <= g.steuer_nach_nr AND +b.kunde_id = :kunde_id) AS gewechselt
  FROM json_each(:ids) j CROSS JOIN ${geraete} g ON g.id = j.value`

const zuViele = query<{ id: string }, { kunde_id: string; vor: string; most: number }>`
  SELECT o.id FROM ${offene_buchungen} o
  WHERE o.kunde_id = :kunde_id AND o.erfasst_am < :vor LIMIT 1 OFFSET :most`

const aelteste = query<{ erfasst_am: string }, { kunde_id: string }>`
  SELECT o.erfasst_am FROM ${offene_buchungen} o WHERE o.kunde_id = :kunde_id ORDER BY o.erfasst_am LIMIT 1`

/** Bookings in the order of the ledger. */
const alleZeilen = query<Zeile, { kunde_id: string }>`
  SELECT b.lfd_nr, b.id, b.pfandartikel_id, b.geraet_id, b.art, b.menge, b.betrag_cent, b.summe_cent, b.erfasst_am, b.storno_von,
    b.klasse, b.steuersatz, u.id AS umbewertung, v.id IS NOT NULL AS verlust
  FROM ${pfandbuchungen} b
  LEFT JOIN ${pfandumbewertungen} u ON u.id = b.vorgang_id
  LEFT JOIN ${pfandverluste} v ON v.id = b.vorgang_id
  WHERE b.kunde_id = :kunde_id ORDER BY b.lfd_nr`

const summeOffen = query<{ summe: number | null }, { kunde_id: string }>`
  SELECT sum(b.summe_cent) AS summe FROM ${offene_buchungen} o CROSS JOIN ${pfandbuchungen} b ON b.id = o.id
  WHERE o.kunde_id = :kunde_id`

/** Finds out by an index of the bookings before the rates of today, of which most customers have none. */
const alte = queryFrom<{ n: number }, { kunde_id: string }>(
  pfandbuchungen,
  (source) =>
    `SELECT 1 AS n FROM ${source} WHERE kunde_id = :kunde_id AND erfasst_am < '${EINE_ZEIT_AB}' LIMIT 1`,
)

const saldo = query<{ wert_cent: number }, { kunde_id: string }>`
  SELECT s.wert_cent FROM ${pfandsalden} s WHERE s.kunde_id = :kunde_id`

/**
 * Opening balances that stand in no settlement (earlier versions settled some). Those before the company's first
 * settlement are left out, as no booking from then is settled.
 */
const anfaenge = query<{ id: string }, { kunde_id: string; nach: number }>`
  SELECT b.id FROM ${pfandbuchungen} b
  WHERE b.kunde_id = :kunde_id AND b.art = 'anfangsbestand' AND +b.lfd_nr > :nach
    AND NOT EXISTS (SELECT 1 FROM ${abrechnungsbuchungen} z WHERE z.buchung_id = b.id AND z.gilt = 1)`

const verluste = query<{ id: string }, { kunde_id: string }>`
  SELECT b.id FROM ${pfandverluste} v CROSS JOIN ${pfandbuchungen} b ON b.vorgang_id = v.id
  WHERE v.kunde_id = :kunde_id`

/** A company's settings for its settlements. */
export type Regelung = Pick<
  Tenant,
  "preise" | "ust_verfahren" | "kleinunternehmer" | "zeitzone" | "abrechnung_nach_nr"
>

const wasOf = ({ pfandartikel_id, geraet_id }: Zeile): string => pfandartikel_id ?? geraet_id ?? ""

/** Only the packaging of goods has the simplified yearly VAT; pallets are a supply of their own. */
const bewegung =
  (regelung: Pick<Regelung, "ust_verfahren" | "kleinunternehmer">) =>
  (zeile: Zeile): Bewegung => ({
    id: zeile.id,
    lfd_nr: zeile.lfd_nr,
    was: wasOf(zeile),
    stueck: stueckOf(zeile),
    betrag_cent: zeile.betrag_cent,
    erfasst_am: zeile.erfasst_am,
    storno_von: zeile.storno_von,
    umbewertung: zeile.umbewertung,
    verlust: zeile.verlust === 1,
    klasse: zeile.klasse,
    steuersatz:
      regelung.ust_verfahren === "jahresausgleich" && zeile.klasse === "warenumschliessung"
        ? "keine"
        : steuersatzOf(zeile, regelung),
  })

/** `buchungen` in the order of the ledger. */
export type Entwurf = Rechnung & { buchungen: (Offen & Pick<Zeile, "lfd_nr">)[]; anfang_cent: number }

/** @returns the open bookings of a customer that were captured before an instant, in the order of the ledger */
const readOffene = (tenant: TenantReader, kunde_id: string, vor: string): Zeile[] =>
  tenant.all(offene, { kunde_id, vor }).toSorted((a, b) => a.lfd_nr - b.lfd_nr)

/**
 * A customer's next settlement, of all bookings that stand in none yet.
 *
 * @param vor only what was captured before this instant, ISO 8601 UTC
 * @returns no bookings when there is nothing to settle
 * @throws Refusal conflict for more bookings than fit into one
 */
export function draftAbrechnung(
  tenant: TenantReader,
  regelung: Regelung,
  kunde_id: string,
  vor: string,
): Entwurf {
  requireFew(tenant, kunde_id, vor)
  const offen = readOffene(tenant, kunde_id, vor)
  const ids = JSON.stringify([...new Set(offen.map(wasOf))])
  const genannt = new Map(tenant.all(names, { ids, kunde_id }).map((name) => [name.id, name]))
  const isMixed =
    tenant.first(alte, { kunde_id }) || [...genannt.values()].some(({ gewechselt }) => gewechselt === 1)
  const history = isMixed ? tenant.all(alleZeilen, { kunde_id }) : offen
  const bewegungen = history.map(bewegung(regelung))
  const anteile = assignSaetze(bewegungen, regelung.zeitzone)
  if (isMixed) {
    const nach = regelung.abrechnung_nach_nr
    const found = [...tenant.all(anfaenge, { kunde_id, nach }), ...tenant.all(verluste, { kunde_id })]
    passOn(bewegungen, anteile, new Set(found.map(({ id }) => id)))
  }
  const anfang_cent =
    (tenant.first(saldo, { kunde_id })?.wert_cent ?? 0) - (tenant.first(summeOffen, { kunde_id })?.summe ?? 0)
  const buchungen = offen.map((zeile) => {
    const { nummer = "", bezeichnung = "", einheit = "stueck" } = genannt.get(wasOf(zeile)) ?? {}
    return { ...zeile, nummer, bezeichnung, einheit }
  })
  return { buchungen, anfang_cent, ...calculateAbrechnung(buchungen, anteile, regelung.preise) }
}

function requireFew(tenant: TenantReader, kunde_id: string, vor: string): void {
  if (!tenant.first(zuViele, { kunde_id, vor, most: BUCHUNGEN })) return
  const erster = localTime(tenant, tenant.first(aelteste, { kunde_id })?.erfasst_am).datum
  const letzter = localTime(tenant, new Date(Date.parse(vor) - 1).toISOString()).datum
  if (erster < letzter)
    throw conflict(`Mehr als ${BUCHUNGEN} offene Buchungen: bitte erst bis zu einem früheren Tag abrechnen`)
  if (tenant.first(zuViele, { kunde_id, vor, most: BUCHUNGEN_EINES_TAGES }))
    throw conflict(`Mehr als ${BUCHUNGEN_EINES_TAGES} offene Buchungen an einem Tag`)
}

/** Deposit at one rate: of what a customer has or lost, and how much of it was lost. */
export type Umschliessung = { saldo_cent: number; verloren_cent: number }

/**
 * The deposit on the packaging that was issued to a customer until an instant and did not come back, by the rate at
 * which it had been issued, whichever way the company settles during the year. Lost pieces stay in it: nothing was
 * refunded for them. Rates with a sum of zero are left out.
 *
 * @param vor only what was captured before this instant, ISO 8601 UTC
 * @returns cents by rate in per cent, the highest rate first; net or gross as the company agreed
 */
export function sumUmschliessungen(
  tenant: TenantReader,
  regelung: Pick<Regelung, "zeitzone" | "kleinunternehmer">,
  kunde_id: string,
  vor: string,
): Map<number | null, Umschliessung> {
  const zeilen = tenant.all(alleZeilen, { kunde_id }).filter(({ erfasst_am }) => erfasst_am < vor)
  const all = sumBySatz(zeilen, regelung, true)
  // Of most customers nothing was lost, and one reckoning does.
  const held = zeilen.some(({ verlust }) => verlust === 1) ? sumBySatz(zeilen, regelung, false) : all
  const summen = [...new Set([...all.keys(), ...held.keys()])].map((satz) => {
    const saldo_cent = all.get(satz) ?? 0
    return [satz, { saldo_cent, verloren_cent: saldo_cent - (held.get(satz) ?? 0) }] as const
  })
  return new Map(
    summen
      .filter(([, { saldo_cent, verloren_cent }]) => saldo_cent !== 0 || verloren_cent !== 0)
      .toSorted(([a], [b]) => Number(b) - Number(a)),
  )
}

/** @param withLost lost pieces count as if the customer still had them; else as if they had come back */
function sumBySatz(
  zeilen: readonly Zeile[],
  { zeitzone, kleinunternehmer }: Pick<Regelung, "zeitzone" | "kleinunternehmer">,
  withLost: boolean,
): Map<number | null, number> {
  const bewegungen = zeilen
    .map(bewegung({ ust_verfahren: "laufend", kleinunternehmer }))
    .map((one) => ({ ...one, verlust: one.verlust && withLost }))
  const anteile = assignSaetze(bewegungen, zeitzone)
  const summen = new Map<number | null, number>()
  for (const { id } of zeilen)
    for (const { klasse, satz, stueck, betrag_cent } of anteile.get(id) ?? [])
      if (klasse === "warenumschliessung") summen.set(satz, (summen.get(satz) ?? 0) + stueck * betrag_cent)
  return summen
}

/** Pieces that leave an account at one amount. */
type Fort = { menge: number; betrag_cent: number }

/**
 * Origins of pieces that leave a customer's account now: the class and rate they went out at, first in, first out.
 * Changes nothing.
 *
 * @param fort of the article, the oldest first
 * @returns the shares, with negative pieces
 */
export function findHerkunft(
  tenant: TenantReader,
  { zeitzone, kleinunternehmer }: Pick<Regelung, "zeitzone" | "kleinunternehmer">,
  kunde_id: string,
  {
    id: was,
    ust_klasse: klasse,
    steuersatz,
  }: Pick<Row<typeof pfandartikel>, "id" | "ust_klasse" | "steuersatz">,
  fort: readonly Fort[],
): Anteil[] {
  const of = bewegung({ ust_verfahren: "laufend", kleinunternehmer })
  const history = tenant
    .all(alleZeilen, { kunde_id })
    .filter(({ pfandartikel_id }) => pfandartikel_id === was)
  const erfasst_am = tenant.now()
  const neue = fort.map(({ menge, betrag_cent }, index) => ({
    id: `neu ${index}`,
    lfd_nr: Number.MAX_SAFE_INTEGER - fort.length + index,
    was,
    stueck: -menge,
    betrag_cent,
    erfasst_am,
    storno_von: null,
    umbewertung: null,
    verlust: false,
    klasse,
    steuersatz: steuersatzOf({ klasse, steuersatz }, { kleinunternehmer }),
  }))
  const anteile = assignSaetze([...history.map(of), ...neue], zeitzone)
  return neue.flatMap(({ id }) => anteile.get(id) ?? []).filter(({ verschoben }) => !verschoben)
}
