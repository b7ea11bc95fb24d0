import type { Static } from "@sinclair/typebox"
import { tenants } from "../../db/schema.ts"
import type { TenantDb, TenantReader } from "../../db/tenant-db.ts"
import { formatEuro } from "../../lib/format.ts"
import { conflict, forbidden, invalid, invalidFields } from "../../lib/refusal.ts"
import { deviceFault, namingFault } from "../shared/artikel-or-geraet.ts"
import { claimRequest } from "../shared/claim.ts"
import { Created } from "../frame/reply.ts"
import type { Actor } from "../frame/session.ts"
import { getKundenkopf } from "../shared/kundenkopf.ts"
import { getRegelungAt } from "../shared/staende.ts"
import { days, readErfasstAm } from "../shared/time.ts"
import { bookVorgang, newVorgangId } from "./vorgang.ts"
import type { Buchung } from "./chain.ts"
import { getPfandkonto } from "../pfandsalden/konto.ts"
import type { NewStorno, NewVorgang, NewPreview, VorgangReply, PreviewReply } from "./model.ts"
import { listVorgang, reverseBuchungen } from "./storno.ts"
import { piecesOf } from "../../lib/buchungsart.ts"
import { findHerkunft } from "../pfandlots/herkunft.ts"
import { settledTax } from "../pfandlots/saetze.ts"
import type { UnbookedVorgang, Buchungsposten } from "./posten.ts"
import { zeilenOf } from "./zeilen.ts"
import { findLieferung } from "./zur-lieferung.ts"
import { settleLieferung } from "../abrechnungen/rules.ts"

type Vorgang = Static<typeof VorgangReply>
type Input = Static<typeof NewVorgang>

/**
 * Books what the office enters.
 *
 * @returns the Vorgang with the customer's account after it, and whether this request booked it
 * @throws Refusal forbidden for what only an administrator books, missing, conflict; invalid
 */
export function createVorgang(tenant: TenantDb, actor: Actor, input: Input): Created<Vorgang> {
  requireAdminFor(actor, input.positionen)
  requireSinglePosten(input.positionen)
  requireReason(input)
  // A repetition stays the same request, whatever sum was to be seen by then.
  const { erwartet_cent, ...request } = input
  const { id, kunde_id, lieferung_id, grund, positionen } = request
  const kunde = getKundenkopf(tenant, kunde_id)
  if (!claimRequest(tenant, "pfandbuchungen", id, request))
    return new Created(getVorgang(tenant, id ?? ""), false)
  const vorgang_id = newVorgangId(tenant, id)
  const erfasst_am = readErfasstAm(input.erfasst_am, tenant.now())
  const vorgang = {
    vorgang_id,
    kunde_id,
    erfasst_am,
    positionen,
    ...findLieferung(tenant, request),
    ...(grund !== undefined && { grund }),
  }
  const booked = bookVorgang(tenant, actor, vorgang, kunde)
  requireSeen(booked, erwartet_cent)
  // As what the delivery booked first was settled with it.
  if (lieferung_id !== undefined) settleLieferung(tenant, actor, { id: lieferung_id, kunde_id })
  return new Created(withKonto(tenant, vorgang_id, booked), true)
}

/**
 * The bookings that would be made now, by the same calculation; changes nothing.
 *
 * @returns the bookings of each position, in their order, and whether their settlement adds VAT
 * @throws Refusal missing for the customer, an article or a device; forbidden, conflict, invalid as when it is booked
 */
export function previewVorgang(
  tenant: TenantReader,
  actor: Actor,
  input: Static<typeof NewPreview>,
): Static<typeof PreviewReply> {
  const { kunde_id, positionen } = input
  requireAdminFor(actor, positionen)
  requireSinglePosten(positionen)
  getKundenkopf(tenant, kunde_id)
  const erfasst_am = readErfasstAm(input.erfasst_am, tenant.now())
  const booked = zeilenOf(tenant, { kunde_id, erfasst_am, positionen, ...findLieferung(tenant, input) })
  return {
    positionen: booked.map((zeilen) => ({
      summe_cent: zeilen.reduce((sum, one) => sum + piecesOf(one) * one.betrag_cent, 0),
      teile: zeilen.map(({ menge, betrag_cent }) => ({ menge, betrag_cent })),
    })),
    ust_kommt_dazu: addsUst(tenant, { kunde_id, erfasst_am }, booked.flat()),
  }
}

/** @returns whether the settlement of some of these lines adds VAT to them */
function addsUst(
  tenant: TenantReader,
  { kunde_id, erfasst_am }: Pick<UnbookedVorgang, "kunde_id" | "erfasst_am">,
  zeilen: readonly Buchungsposten[],
): boolean {
  const firma = tenant.get(tenants, tenant.id)
  if (firma.abrechnung_ist === "beleg" || firma.preise === "brutto") return false
  const regelung = getRegelungAt(tenant, firma, erfasst_am)
  const planned = zeilen.map(
    ({ pfandartikel_id = null, geraet_id = null, art, menge, betrag_cent, steuer }) => {
      const what = { pfandartikel_id, geraet_id, art, menge, betrag_cent }
      return { ...what, ...regelung, ...steuer }
    },
  )
  const shares = findHerkunft(tenant, kunde_id, planned, erfasst_am, settledTax(firma.zeitzone))
  // An opening balance stands in no settlement.
  return planned.some(
    ({ art }, i) => art !== "anfangsbestand" && shares[i]?.some(({ satz }) => satz !== null),
  )
}

/** Refuses a booking whose sum has changed since it was seen: a colleague booked, or a deposit was changed. */
export function requireSeen(booked: Buchung[], erwartet_cent: number | undefined): void {
  const sum = booked.reduce((all, { summe_cent }) => all + summe_cent, 0)
  if (erwartet_cent === undefined || sum === erwartet_cent) return
  throw conflict(
    `Inzwischen hat sich etwas geändert: Gebucht würden jetzt ${formatEuro(sum)} statt ${formatEuro(erwartet_cent)}. Bitte ansehen und noch einmal buchen.`,
  )
}

/** @throws Refusal missing, conflict; forbidden for what only an administrator reverses */
export function reverseVorgang(
  tenant: TenantDb,
  actor: Actor,
  vorgang_id: string,
  input: Static<typeof NewStorno>,
): Created<Vorgang> {
  requireOwnOfToday(tenant, actor, vorgang_id)
  if (!claimRequest(tenant, "pfandbuchungen", input.id, { ...input, vorgang_id })) {
    return new Created(getVorgang(tenant, input.id ?? ""), false)
  }
  const added = { vorgang_id: newVorgangId(tenant, input.id), grund: input.grund, erfasst_am: tenant.now() }
  const booked = reverseBuchungen(tenant, actor, vorgang_id, added)
  return new Created(withKonto(tenant, added.vorgang_id, booked), true)
}

/** @returns what was booked together, with the customer's account as it is now */
export const getVorgang = (tenant: TenantDb, vorgang_id: string): Vorgang =>
  withKonto(tenant, vorgang_id, listVorgang(tenant, vorgang_id))

const withKonto = (tenant: TenantDb, vorgang_id: string, booked: Buchung[]): Vorgang => ({
  vorgang_id,
  buchungen: booked,
  pfandkonto: getPfandkonto(tenant, booked[0]?.kunde_id ?? ""),
})

/** The office books movements; changes of mere figures are up to administrators. */
function requireAdminFor(actor: Actor, positionen: Input["positionen"]): void {
  if (actor.rolle !== "user") return
  const onlyAdmin = positionen.some(
    ({ art, betrag_cent }) => betrag_cent !== undefined || (art !== "ausgabe" && art !== "ruecknahme"),
  )
  if (onlyAdmin) throw forbidden("Korrekturen, Anfangsbestände und eigene Beträge bucht nur die Verwaltung")
}

/** The office takes back what it has just booked itself; all else is up to administrators. */
function requireOwnOfToday(tenant: TenantDb, actor: Actor, vorgang_id: string): void {
  if (actor.rolle !== "user") return
  const dayOf = days(tenant)
  const isOwn = ({ gebucht_von, gebucht_am }: Buchung): boolean =>
    gebucht_von === actor.id && dayOf(gebucht_am) === dayOf(tenant.now())
  if (listVorgang(tenant, vorgang_id).every(isOwn)) return
  throw forbidden("Stornieren kann das nur die Verwaltung; Sie selbst, was Sie heute gebucht haben")
}

function requireSinglePosten(positionen: Input["positionen"]): void {
  const faults = positionen.flatMap((posten, i) => {
    const unclear = namingFault(posten)
    const many = deviceFault(posten)
    return [
      ...(unclear ? [{ path: `positionen[${i}]`, msg: unclear }] : []),
      ...(many ? [{ path: `positionen[${i}].menge`, msg: many }] : []),
    ]
  })
  if (faults.length > 0) throw invalidFields(faults.map((fault) => ({ location: "body" as const, ...fault })))
}

function requireReason({ positionen, grund }: Input): void {
  if (!grund && positionen.some(({ art }) => art.startsWith("korrektur")))
    throw invalid("grund", "fehlt: eine Korrektur braucht einen Grund")
}
