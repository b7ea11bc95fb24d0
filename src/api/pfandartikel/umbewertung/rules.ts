import type { Static } from "@sinclair/typebox"
import { query } from "../../../db/query.ts"
import { pfandartikel, pfandbestandteile, pfandumbewertungen, pfandwerte } from "../../../db/schema.ts"
import type { TenantDb, TenantReader } from "../../../db/tenant-db.ts"
import { countLots } from "../../../lib/fifo.ts"
import { formatEuro } from "../../../lib/format.ts"
import { conflict, invalid } from "../../../lib/refusal.ts"
import { loop } from "../../../lib/turns.ts"
import { bookVorgang } from "../../pfandbuchungen/vorgang.ts"
import type { Posten } from "../../pfandbuchungen/posten.ts"
import { type Paid, paidFor } from "../../pfandlots/paid.ts"
import type { TenantContext } from "../../frame/route.ts"
import type { Actor } from "../../frame/session.ts"
import type { NewUmbewertung, UmbewertungReply, VorschauReply } from "./model.ts"

type Umbewertung = Static<typeof UmbewertungReply>
type Vorschau = Static<typeof VorschauReply>
type Order = Static<typeof NewUmbewertung>
type Range = { pfandartikel_id: string; pfand_cent: number; nach: string; limit: number }

/** Customers with pieces at another amount; the smallest of theirs is below zero where more came back at one. */
const affected = query<{ kunde_id: string; kleinster: number; stueck: number; wert_cent: number }, Range>`
  SELECT w.kunde_id, min(w.bestand) AS kleinster, sum(iif(w.betrag_cent = :pfand_cent, 0, w.bestand)) AS stueck,
    sum(w.bestand * (:pfand_cent - w.betrag_cent)) AS wert_cent
  FROM ${pfandwerte} w WHERE w.pfandartikel_id = :pfandartikel_id AND w.kunde_id > :nach
  GROUP BY w.kunde_id HAVING max(iif(w.betrag_cent = :pfand_cent, 0, w.bestand)) > 0
  ORDER BY w.kunde_id LIMIT :limit`

/** As many as there are: an edit of the article touches each of them. */
const gebindeWith = query<Vorschau["gebinde"][number], { pfandartikel_id: string }>`
  SELECT g.id, g.nummer, g.bezeichnung
  FROM ${pfandbestandteile} b CROSS JOIN ${pfandartikel} g ON g.id = b.gebinde_id
  WHERE b.pfandartikel_id = :pfandartikel_id AND g.aktiv = 1 ORDER BY g.bezeichnung, g.id`

/** Customers read at a stretch. */
const PAGE = 500
/** Customers whose bookings share a transaction, a few hundredths of a second; others write between. */
const BATCH = 50

/** @returns pieces of a customer that are at another amount than this, the oldest first */
const otherThan = (tenant: TenantReader, kunde_id: string, { id, pfand_cent }: Target): Paid[] =>
  paidFor(tenant, kunde_id, id).filter(({ betrag_cent }) => betrag_cent !== pfand_cent)

const sumOf = (others: readonly Paid[], { pfand_cent }: Target): Omit<Umbewertung, "kunden"> => ({
  stueck: countLots(others),
  wert_cent: others.reduce((sum, { menge, betrag_cent }) => sum + menge * (pfand_cent - betrag_cent), 0),
})

type Target = { id: string; pfand_cent: number }

const nothing = (): Umbewertung => ({ kunden: 0, stueck: 0, wert_cent: 0 })

function add(all: Umbewertung, { kunden, stueck, wert_cent }: Umbewertung): void {
  all.kunden += kunden
  all.stueck += stueck
  all.wert_cent += wert_cent
}

/**
 * Preview of a changed deposit: the revaluation of all holdings, and the gebinde that change with it; changes nothing.
 *
 * @param pfand_cent to this amount; the article's own if left out
 * @throws Refusal missing; invalid for a gebinde
 */
export function previewUmbewertung(tenant: TenantReader, id: string, pfand_cent?: number): Vorschau {
  const pages = reckonPages(tenant, id, pfand_cent)
  for (;;) {
    const { done, value } = pages.next()
    if (done) return value
  }
}

function* reckonPages(tenant: TenantReader, id: string, pfand_cent?: number): Generator<undefined, Vorschau> {
  const target = { id, pfand_cent: pfand_cent ?? getSingle(tenant, id).pfand_cent }
  const gebinde = tenant.all(gebindeWith, { pfandartikel_id: id })
  const all = { ...nothing(), gebinde }
  const search = { pfandartikel_id: id, pfand_cent: target.pfand_cent, limit: PAGE }
  for (let nach = ""; ;) {
    const page = tenant.all(affected, { ...search, nach })
    for (const { kunde_id, kleinster, ...summe } of page) {
      const theirs = kleinster >= 0 ? summe : sumOf(otherThan(tenant, kunde_id, target), target)
      add(all, { ...theirs, kunden: theirs.stueck > 0 ? 1 : 0 })
    }
    if (page.length < PAGE) return all
    nach = page.at(-1)?.kunde_id ?? ""
    yield
  }
}

/** @throws Refusal missing; invalid for a gebinde, whose parts are revalued */
function getSingle(tenant: TenantReader, id: string) {
  const artikel = tenant.get(pfandartikel, id, "Pfandartikel nicht gefunden")
  const { pfand_cent } = artikel
  if (pfand_cent === null) throw invalid("id", "ist ein Gebinde: umbewertet werden seine Teile", "path")
  return { ...artikel, pfand_cent }
}

/**
 * Books for every customer who holds pieces at another amount that these are worth the article's deposit of now. Done
 * in many transactions; whatever ends it, once more goes on where it stopped, and books nothing twice.
 *
 * @param order.pfand_cent the amount that was seen, if that is told, as is `erwartet_cent`, the sum
 * @returns what was booked by this call
 * @throws Refusal missing; conflict where the company did not choose it, or the deposit or the sum is another one than was seen;
 *   invalid for a gebinde
 */
export async function runUmbewertung(
  { tenant, actor, commit }: Pick<TenantContext, "tenant" | "actor" | "commit">,
  id: string,
  order: Order,
  signal: AbortSignal,
): Promise<Umbewertung> {
  const all = nothing()
  await requireSeen(tenant, id, order.erwartet_cent)
  for (let nach = ""; !signal.aborted;) {
    const part = await commit(() => revalueSome(tenant, actor, id, order, nach))
    add(all, part)
    if (part.letzter === undefined) break
    nach = part.letzter
  }
  return all
}

/** @throws Refusal conflict if another sum would be booked than was seen */
async function requireSeen(tenant: TenantDb, id: string, erwartet_cent: number | undefined): Promise<void> {
  if (erwartet_cent === undefined) return
  const { wert_cent } = await loop.through(tenant.id, reckonPages(tenant, id))
  if (wert_cent === erwartet_cent) return
  throw conflict(
    `Inzwischen hat sich etwas geändert: Umbewertet würden jetzt zusammen ${formatEuro(wert_cent)} statt ${formatEuro(erwartet_cent)}. Bitte ansehen und noch einmal umbewerten.`,
  )
}

/** @returns what was booked, and the last customer where there may be more */
function revalueSome(
  tenant: TenantDb,
  actor: Actor,
  id: string,
  { grund, pfand_cent: seen }: Order,
  nach: string,
) {
  // Read in each transaction: somebody may change it meanwhile.
  const { pfand_cent, bei_aenderung } = getSingle(tenant, id)
  if (bei_aenderung !== "umbewertung")
    throw conflict("Für diesen Artikel ist gewählt, dass erstattet wird, was bezahlt wurde")
  if (seen !== undefined && seen !== pfand_cent)
    throw conflict(
      `Das Pfand ist inzwischen ${formatEuro(pfand_cent)} und nicht mehr ${formatEuro(seen)}. Bitte ansehen und die Umbewertung noch einmal ausführen`,
    )
  const target = { id, pfand_cent }
  const page = tenant.all(affected, { pfandartikel_id: id, pfand_cent, nach, limit: BATCH })
  const booked = nothing()
  for (const { kunde_id } of page) {
    const others = otherThan(tenant, kunde_id, target)
    if (others.length === 0) continue
    bookUmbewertung(tenant, actor, kunde_id, target, others, grund)
    add(booked, { ...sumOf(others, target), kunden: 1 })
  }
  return { ...booked, letzter: page.length === BATCH ? page.at(-1)?.kunde_id : undefined }
}

/** Away at what was paid, and back at the new amount: the pieces stay as many and as old as they were. */
function bookUmbewertung(
  tenant: TenantDb,
  actor: Actor,
  kunde_id: string,
  { id, pfand_cent }: Target,
  others: readonly Paid[],
  grund = `Umbewertung: das Pfand ist jetzt ${formatEuro(pfand_cent)}`,
): void {
  const vorgang_id = Bun.randomUUIDv7()
  tenant.insert(pfandumbewertungen, { id: vorgang_id, kunde_id, pfandartikel_id: id })
  const minus = others.map(({ menge, betrag_cent }): Posten => ({
    pfandartikel_id: id,
    art: "korrektur_minus",
    menge,
    betrag_cent,
  }))
  const plus: Posten = {
    pfandartikel_id: id,
    art: "korrektur_plus",
    menge: countLots(others),
    betrag_cent: pfand_cent,
  }
  const positionen = [...minus, plus]
  bookVorgang(tenant, actor, { vorgang_id, kunde_id, grund, erfasst_am: tenant.now(), positionen })
}
