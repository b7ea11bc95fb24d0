import { query } from "../../db/query.ts"
import { pfandbuchungen, pfandkonten, tenants } from "../../db/schema.ts"
import type { TenantDb, TenantReader } from "../../db/tenant-db.ts"
import { requireTested } from "../pruefplaene/due.ts"
import { moveGeraet, requireInOrder } from "./move-geraet.ts"
import { conflict } from "../../lib/refusal.ts"
import type { Actor } from "../frame/session.ts"
import { keepOldest } from "../pfandlots/lots.ts"
import { noteEreignis } from "../shared/ereignis.ts"
import { getKundenkopf } from "../shared/kundenkopf.ts"
import { getRegelungAt } from "../shared/staende.ts"
import { piecesOf } from "../../lib/buchungsart.ts"
import { START, type Buchung, kettenHash } from "./chain.ts"
import type { UnbookedVorgang, Buchungsposten } from "./posten.ts"
import { gebindeOf, isGivenOut, zeilenOf } from "./zeilen.ts"

type Vorgang = UnbookedVorgang & { vorgang_id: string; grund?: string }

/**
 * Limits in cents, or pieces: ten billion euros per booking, a thousand times that per customer. Far beyond any
 * company, and every sum stays below 2^53, which JSON numbers represent exactly.
 */
const LARGEST_BUCHUNG = 1e12
const LARGEST_KONTO = 1e15

const last = query<{ lfd_nr: number; hash: string }>`
  SELECT b.lfd_nr, b.hash FROM ${pfandbuchungen} b ORDER BY b.lfd_nr DESC LIMIT 1`

/** @returns number and hash of the ledger's last booking; of an empty one, what its first follows */
export const lastBuchung = (tenant: TenantReader): Pick<Buchung, "lfd_nr" | "hash"> =>
  tenant.first(last, {}) ?? { lfd_nr: 0, hash: START }

const size = query<{ wert_cent: number; bestand: number }, { kunde_id: string }>`
  SELECT sum(abs(k.wert_cent)) AS wert_cent, sum(abs(k.bestand)) AS bestand
  FROM ${pfandkonten} k WHERE k.kunde_id = :kunde_id`

const used = query<{ n: number }, { vorgang_id: string }>`
  SELECT 1 AS n FROM ${pfandbuchungen} b WHERE b.vorgang_id = :vorgang_id LIMIT 1`

/**
 * @param id made by the client. Requests of different kinds may share an id, but only one of them may book
 *   under it
 * @returns the id for a new Vorgang
 * @throws Refusal conflict when another request has booked under it
 */
export function newVorgangId(tenant: TenantDb, id: string | undefined): string {
  if (id === undefined) return Bun.randomUUIDv7()
  if (tenant.first(used, { vorgang_id: id })) throw conflict("Diese id gehört schon zu einem anderen Vorgang")
  return id
}

/**
 * Books everything that happened together, in the caller's transaction. A Gebinde is booked as its parts,
 * each at its current deposit; what comes back, at what was paid for it. Bookings are numbered without gaps and
 * chained by hash; devices move along.
 *
 * @param kunde given when the caller has already read it
 * @returns the bookings in their order
 * @throws Refusal missing for a missing customer, article or device; conflict when the customer or an article is not
 *   active, a device is not where it would have to be, or was not yet on that day, or a sum is too large
 */
export function bookVorgang(
  tenant: TenantDb,
  actor: Actor,
  vorgang: Vorgang,
  kunde = getKundenkopf(tenant, vorgang.kunde_id),
): Buchung[] {
  if (kunde.aktiv !== 1 && vorgang.positionen.some((posten) => isGivenOut(vorgang, posten)))
    throw conflict("Der Kunde ist nicht mehr aktiv")
  const chain = chainer(tenant, actor, vorgang)
  const added: NewBuchung[] = []
  const gebinde = gebindeOf(tenant, vorgang)
  for (const zeile of zeilenOf(tenant, vorgang, gebinde).flat()) {
    requireReasonable(zeile)
    added.push(chain(zeile))
    if (zeile.geraet_id !== undefined) moveAlong(tenant, actor, vorgang, zeile, zeile.geraet_id)
  }
  const booked = tenant.insertAll(pfandbuchungen, added) as Buchung[]
  keepOldest(tenant, booked)
  gebinde.store(tenant, vorgang.vorgang_id)
  requireSaneAccount(tenant, vorgang.kunde_id)
  const isStorno = booked.some(({ storno_von }) => storno_von !== null)
  noteEreignis(tenant, isStorno ? "pfandbuchungen.storniert" : "pfandbuchungen.gebucht", vorgang.vorgang_id)
  return booked
}

type NewBuchung = Parameters<typeof kettenHash>[1] & { hash: string }

/** @returns a function that makes the ledger's next booking, numbered and chained; to be stored in the order of calls */
function chainer(tenant: TenantDb, actor: Actor, vorgang: Vorgang): (zeile: Buchungsposten) => NewBuchung {
  const firma = tenant.get(tenants, tenant.id)
  const regelung = getRegelungAt(tenant, firma, vorgang.erfasst_am)
  const gebucht_am = tenant.now()
  let { lfd_nr, hash } = lastBuchung(tenant)
  return (zeile) => {
    const buchung = {
      tenant_id: tenant.id,
      id: Bun.randomUUIDv7(),
      lfd_nr: ++lfd_nr,
      vorgang_id: vorgang.vorgang_id,
      kunde_id: vorgang.kunde_id,
      pfandartikel_id: zeile.pfandartikel_id ?? null,
      geraet_id: zeile.geraet_id ?? null,
      art: zeile.art,
      menge: zeile.menge,
      betrag_cent: zeile.betrag_cent,
      summe_cent: piecesOf(zeile) * zeile.betrag_cent,
      lieferung_id: vorgang.lieferung_id ?? null,
      storno_von: zeile.storno_von ?? null,
      grund: vorgang.grund ?? null,
      gebucht_von: actor.id,
      erfasst_am: vorgang.erfasst_am,
      gebucht_am,
      preise: firma.preise,
      ...regelung,
      ...zeile.steuer,
    }
    hash = kettenHash(hash, buchung)
    return { ...buchung, hash }
  }
}

function requireReasonable({ menge, betrag_cent }: Buchungsposten): void {
  if (menge * betrag_cent > LARGEST_BUCHUNG)
    throw conflict("Der Betrag ist zu groß: eine Buchung hat höchstens 10 Milliarden Euro")
}

function requireSaneAccount(tenant: TenantDb, kunde_id: string): void {
  const { wert_cent = 0, bestand = 0 } = tenant.first(size, { kunde_id }) ?? {}
  if (Math.max(wert_cent, bestand) > LARGEST_KONTO)
    throw conflict("Das Konto des Kunden würde zu groß; bitte Mengen und Beträge prüfen")
}

/** Corrections change only the deposit; a Storno moves the device itself (storno.ts). */
function moveAlong(
  tenant: TenantDb,
  actor: Actor,
  vorgang: Vorgang,
  zeile: Buchungsposten,
  geraet_id: string,
): void {
  const { kunde_id, lieferung_id, standort_id, erfasst_am } = vorgang
  if (zeile.art === "korrektur_plus" || zeile.art === "korrektur_minus") return
  requireInOrder(tenant, { geraet_id, erfasst_am, isReturn: zeile.art === "ruecknahme" })
  moveGeraet(tenant, actor, {
    geraet_id,
    kunde_id,
    erfasst_am,
    art: zeile.art === "ruecknahme" ? "ruecknahme" : "ausgabe",
    ...(lieferung_id !== undefined && { lieferung_id }),
    ...(standort_id !== undefined && { standort_id }),
    ...(zeile.nach_status !== undefined && { nach_status: zeile.nach_status }),
    ...(zeile.notiz !== undefined && { notiz: zeile.notiz }),
  })
  // An opening balance needs no test: the device was with the customer before.
  if (zeile.art === "ausgabe") requireTested(tenant, geraet_id, erfasst_am)
}
