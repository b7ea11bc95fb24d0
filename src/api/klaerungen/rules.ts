import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { klaerungen, mitarbeiter } from "../../db/schema.ts"
import type { TenantDb } from "../../db/tenant-db.ts"
import { readErfasstAm } from "../shared/time.ts"
import { conflict, forbidden, invalid, tooMany } from "../../lib/refusal.ts"
import { withoutErased } from "../shared/erasure.ts"
import { getKundenkopf } from "../shared/kundenkopf.ts"
import { requireActual } from "../lieferungen/rules.ts"
import { getAccessible } from "../lieferungen/attempts.ts"
import { claimRequest, isCarriedOut } from "../shared/claim.ts"
import { writeProtokoll } from "../shared/record.ts"
import { Created } from "../frame/reply.ts"
import type { Actor } from "../frame/session.ts"
import { requireOnTop } from "./booked.ts"
import { makeUp } from "./make-up.ts"
import { readDetails, getKlaerung, GONE, type Klaerung, type Klaerungszeile } from "./read.ts"
import type { Buchen, NewKlaerung, Verwerfen } from "./model.ts"

/** Most open ones of one account: more than a day without network brings; each may be 48 KB. */
const OPEN_PER_KONTO = 100
/** Most open ones of all accounts: as many as an office can decide. */
const OPEN_IN_ALL = 2000
/** When to try again, in seconds: the office decides one at a time. */
const LATER = 600

const openOf = query<{ alle: number; eigene: number }, { konto: string; most: number }>`
  SELECT count(*) AS alle, coalesce(sum(o.konto = :konto), 0) AS eigene FROM (
    SELECT coalesce(k.fahrer_id, '') AS konto FROM ${klaerungen} k WHERE k.status = 'offen'
    ORDER BY k.id DESC LIMIT :most
  ) o`

/**
 * Stores what a driver did and the service refused, for the office to decide. Only checks that it is
 * readable.
 *
 * @returns the Klärung, and whether this request made it
 * @throws Refusal missing, conflict; invalid; too many while the office has not decided earlier ones
 */
export function createKlaerung(
  tenant: TenantDb,
  actor: Actor,
  input: Static<typeof NewKlaerung>,
): Created<Klaerung> {
  // A repeated request is known by its content, no matter who hands it over.
  const { fahrer_id: _, ...inhalt } = input
  if (!claimRequest(tenant, "klaerungen", input.id, inhalt))
    return new Created(getKlaerung(tenant, input.id ?? ""), false)
  const { lieferung_id, versuch, art, ablehnung, id } = input
  if (id) requireNotDone(tenant, { art, id }, "Zu klären gibt es nichts mehr.")
  const fahrer_id = findFahrerId(tenant, actor, input.fahrer_id)
  requireFew(tenant, fahrer_id ?? "")
  const kunde_id = findKundeId(tenant, actor, input)
  const erfasst_am = readErfasstAm(input.erfasst_am, tenant.now())
  const angaben =
    kunde_id === null ? input.angaben : withoutErased(tenant, kunde_id, erfasst_am, input.angaben)
  const zeile = tenant.insert(klaerungen, {
    ...(id && { id }),
    ...(lieferung_id && art !== "feierabend" && { lieferung_id }),
    ...(versuch && { versuch }),
    fahrer_id,
    kunde_id,
    art,
    ablehnung,
    angaben: JSON.stringify(angaben),
    erfasst_am,
  })
  writeProtokoll(tenant, actor, "klaerungen.eingereicht", klaerungen, undefined, zeile)
  return new Created(getKlaerung(tenant, zeile.id), true)
}

/** @returns who did it: a driver reports only for themselves. @throws Refusal forbidden, missing */
function findFahrerId(tenant: TenantDb, actor: Actor, fahrer_id: string | undefined): string | null {
  if (fahrer_id === undefined || fahrer_id === actor.id) return actor.rolle === "superadmin" ? null : actor.id
  if (actor.rolle === "fahrer") throw forbidden("Für jemand anderen übergibt nur das Büro")
  return tenant.get(mitarbeiter, fahrer_id, "Fahrer nicht gefunden").id
}

function requireFew(tenant: TenantDb, konto: string): void {
  const { alle = 0, eigene = 0 } = tenant.first(openOf, { konto, most: OPEN_IN_ALL }) ?? {}
  if (eigene < OPEN_PER_KONTO && alle < OPEN_IN_ALL) return
  const reason =
    eigene < OPEN_PER_KONTO
      ? `In dieser Firma sind schon ${OPEN_IN_ALL}`
      : `Von diesem Konto sind schon ${OPEN_PER_KONTO}`
  throw tooMany(
    `${reason} Klärungen offen. Bitte im Büro anrufen: Dort muss erst über sie entschieden werden.`,
    LATER,
  )
}

/** Refuses a request that was carried out after all: telephones send again. @throws Refusal conflict */
function requireNotDone(
  tenant: TenantDb,
  { art, id }: Pick<Klaerungszeile, "art" | "id">,
  what: string,
): void {
  const request = art === "feierabend" ? "feierabende" : `lieferungen.${art}`
  if (isCarriedOut(tenant, request, id)) throw conflict(`Das ist schon angekommen und gebucht. ${what}`)
}

function findKundeId(
  tenant: TenantDb,
  actor: Actor,
  { art, lieferung_id, kunde_id }: Pick<Static<typeof NewKlaerung>, "art" | "lieferung_id" | "kunde_id">,
): string | null {
  if (art === "feierabend") return null
  if (lieferung_id) return getAccessible(tenant, actor, lieferung_id).lieferung.kunde_id
  if (!kunde_id) throw invalid("kunde_id", "ist nötig, wo es keine Lieferung gibt")
  getKundenkopf(tenant, kunde_id)
  return kunde_id
}

/**
 * Books what the driver did: completes the delivery if that is still possible, otherwise books it in the
 * ledger apart from it. Safe to repeat.
 *
 * @throws Refusal missing; conflict when it was discarded, cannot be booked either, or something of the delivery is
 *   booked and nobody has said that it comes on top; invalid
 */
export function bookKlaerung(
  tenant: TenantDb,
  actor: Actor,
  id: string,
  { positionen, zusaetzlich_zu, entscheidung }: Static<typeof Buchen>,
): Klaerung {
  const zeile = tenant.get(klaerungen, id, GONE)
  if (zeile.status === "gebucht") return getKlaerung(tenant, id)
  requireOpen(zeile)
  const given = readDetails(zeile)
  const details = { ...given, ...(positionen && { positionen }) }
  if (details.positionen) requireActual(details.positionen)
  requireNotDone(tenant, zeile, "Bitte verwerfen: Sonst wäre es zweimal gebucht.")
  const isCorrected = positionen !== undefined && figuresOf(positionen) !== figuresOf(given.positionen)
  if (zeile.art === "abschluss" && !isCorrected) requireOnTop(tenant, zeile.lieferung_id, zusaetzlich_zu)
  makeUp(tenant, actor, zeile, details)
  return decide(tenant, actor, zeile, "gebucht", entscheidung)
}

/** @throws Refusal missing; conflict when it was booked */
export function discardKlaerung(
  tenant: TenantDb,
  actor: Actor,
  id: string,
  { grund }: Static<typeof Verwerfen>,
): Klaerung {
  const zeile = tenant.get(klaerungen, id, GONE)
  if (zeile.status === "verworfen") return getKlaerung(tenant, id)
  requireOpen(zeile)
  return decide(tenant, actor, zeile, "verworfen", grund)
}

function requireOpen({ status }: Klaerungszeile): void {
  if (status === "gebucht") throw conflict("Die Klärung ist schon gebucht")
  if (status === "verworfen") throw conflict("Die Klärung ist schon verworfen")
}

function decide(
  tenant: TenantDb,
  actor: Actor,
  before: Klaerungszeile,
  status: "gebucht" | "verworfen",
  entscheidung: string | undefined,
): Klaerung {
  const after = tenant.update(klaerungen, before.id, {
    status,
    entscheidung: entscheidung ?? null,
    entschieden_von: actor.name,
    entschieden_am: tenant.now(),
  })
  writeProtokoll(tenant, actor, `klaerungen.${status}`, klaerungen, before, after)
  return getKlaerung(tenant, before.id)
}

type Details = ReturnType<typeof readDetails>

/** @returns the same text for the same pieces, whatever their order */
const figuresOf = (positionen: Details["positionen"] = []): string =>
  positionen
    .map(({ pfandartikel_id, geraet_id, ist_ausgabe = 0, ist_ruecknahme = 0 }) =>
      [pfandartikel_id ?? geraet_id, ist_ausgabe, ist_ruecknahme].join(" "),
    )
    .toSorted()
    .join()
