import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { kunden, pfandartikel, pfandumbewertungen } from "../../db/schema.ts"
import type { TenantDb, TenantReader } from "../../db/tenant-db.ts"
import { piecesOf } from "../../lib/buchungsart.ts"
import { formatEuro, formatQuantity } from "../../lib/format.ts"
import { conflict } from "../../lib/refusal.ts"
import { Created } from "../frame/reply.ts"
import type { Actor } from "../frame/session.ts"
import type { VorgangReply } from "../pfandbuchungen/model.ts"
import { getVorgang, requireSeen } from "../pfandbuchungen/rules.ts"
import { bookVorgang, newVorgangId } from "../pfandbuchungen/vorgang.ts"
import type { Posten } from "../pfandbuchungen/posten.ts"
import {
  countAtOdds,
  owedIn,
  paidFor,
  readValues,
  type Betragsbestand,
  valueInWords,
} from "../pfandlots/paid.ts"
import { getKundenkopf } from "../shared/kundenkopf.ts"
import { claimRequest } from "../shared/claim.ts"
import type { Hinweise, NewAusgleich } from "./model.ts"

type Artikelkonto = { kunde_id: string; pfandartikel_id: string }

/**
 * Accounts from earlier versions may hold pieces at one amount and owe some at another. Either what the customer holds
 * stays, at what was paid for it, or what is owed, at what was refunded. All else cancels out in pieces but not in
 * money.
 *
 * @returns corrections after which no value is left without pieces; none for any other account
 */
function correctionsOf(tenant: TenantReader, { kunde_id, pfandartikel_id }: Artikelkonto): Posten[] {
  const values = readValues(tenant, kunde_id, pfandartikel_id).filter(({ bestand }) => bestand !== 0)
  if (countAtOdds(values) === 0) return []
  const change = new Map(values.map(({ betrag_cent, bestand }) => [betrag_cent, -bestand]))
  const keep = (betrag_cent: number, menge: number) =>
    change.set(betrag_cent, (change.get(betrag_cent) ?? 0) + menge)
  for (const { betrag_cent, menge } of paidFor(tenant, kunde_id, pfandartikel_id)) keep(betrag_cent, menge)
  for (const { betrag_cent, menge } of owedIn(values)) keep(betrag_cent, -menge)
  const lines = [...change].filter(([, menge]) => menge !== 0)
  // What is taken away comes first: the pieces that stay have no line at all.
  return lines
    .toSorted(([, a], [, b]) => a - b)
    .map(([betrag_cent, menge]) => ({
      pfandartikel_id,
      art: menge < 0 ? "korrektur_minus" : "korrektur_plus",
      menge: Math.abs(menge),
      betrag_cent,
    }))
}

/** @returns the articles, or devices, of which a customer's bookings leave a value without pieces */
export const findMixed = (
  booked: readonly (Betragsbestand & { kunde_id: string; posten: string })[],
): Artikelkonto[] =>
  [...Map.groupBy(booked, ({ kunde_id, posten }) => `${kunde_id} ${posten}`).values()]
    .filter((values) => countAtOdds(values) > 0)
    .map(([first]) => ({ kunde_id: first?.kunde_id ?? "", pfandartikel_id: first?.posten ?? "" }))

const names = query<{ kundennummer: string; name: string; nummer: string }, Artikelkonto>`
  SELECT k.kundennummer, k.name, a.nummer FROM ${kunden} k CROSS JOIN ${pfandartikel} a ON a.id = :pfandartikel_id
  WHERE k.id = :kunde_id`

/** @returns the hint at an account that has a value without pieces, and by how much a booking would change it */
export function describeMixed(tenant: TenantReader, konto: Artikelkonto): Hinweise[number] {
  const { kunde_id, pfandartikel_id } = konto
  const { kundennummer, name, nummer } = tenant.getFirst(names, konto, "Konto nicht gefunden")
  const values = readValues(tenant, kunde_id, pfandartikel_id).toSorted((a, b) => b.bestand - a.bestand)
  const list = (sign: 1 | -1) =>
    values
      .filter(({ bestand }) => bestand * sign > 0)
      .map(({ bestand, betrag_cent }) => valueInWords({ bestand: bestand * sign, betrag_cent }))
      .join(", ")
  const bestand = values.reduce((sum, value) => sum + value.bestand, 0)
  const wert = values.reduce((sum, value) => sum + value.bestand * value.betrag_cent, 0)
  return {
    ...konto,
    summe_cent: sumOf(correctionsOf(tenant, konto)),
    msg: `Kunde ${kundennummer} ${name}, Artikel ${nummer}: ${list(1)} noch draußen, ${list(-1)} zu viel zurück; zusammen ${formatQuantity(bestand)} Stück und ${formatEuro(wert)}`,
  }
}

const sumOf = (lines: readonly Posten[]): number =>
  lines.reduce((sum, { art, menge, betrag_cent = 0 }) => sum + piecesOf({ art, menge }) * betrag_cent, 0)

/**
 * Books away what an account is worth without pieces. The pieces stay as many and as old as they were, as with a
 * revaluation; the difference stands in the next settlement.
 *
 * @returns the Vorgang with the customer's account after it, and whether this request booked it
 * @throws Refusal missing; conflict where there is no such value, and for another sum than was seen
 */
export function bookAusgleich(
  tenant: TenantDb,
  actor: Actor,
  { erwartet_cent, ...request }: Static<typeof NewAusgleich>,
): Created<Static<typeof VorgangReply>> {
  const { id, kunde_id, pfandartikel_id } = request
  const kunde = getKundenkopf(tenant, kunde_id)
  tenant.get(pfandartikel, pfandartikel_id, "Pfandartikel nicht gefunden")
  if (!claimRequest(tenant, "pfandausgleiche", id, request))
    return new Created(getVorgang(tenant, id ?? ""), false)
  const positionen = correctionsOf(tenant, { kunde_id, pfandartikel_id })
  if (positionen.length === 0) throw conflict("Auf diesem Konto steht kein Wert ohne Stücke")
  const vorgang_id = newVorgangId(tenant, id)
  // Stored before its bookings, which therefore leave the pieces as old as they are.
  tenant.insert(pfandumbewertungen, { id: vorgang_id, kunde_id, pfandartikel_id })
  const vorgang = { vorgang_id, kunde_id, grund: GRUND, erfasst_am: tenant.now(), positionen }
  requireSeen(bookVorgang(tenant, actor, vorgang, kunde), erwartet_cent)
  return new Created(getVorgang(tenant, vorgang_id), true)
}

const GRUND = "Ausgleich: Wert ohne Stücke"
