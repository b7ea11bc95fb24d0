import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { kunden, pfandbuchungen, pfandkonten, pfandsalden, pfandwerte, tenants } from "../../db/schema.ts"
import type { TenantDb } from "../../db/tenant-db.ts"
import { ANFANG, type Buchung, kettenHash } from "../pfandbuchungen/kette.ts"
import { SIGNED_MENGE, vorzeichen } from "../shared/vorzeichen.ts"
import { type Konto, readLots } from "../pfandlots/lots.ts"
import { checkAbrechnungen, compareAbrechnungen, findNotOnce } from "./abrechnungen.ts"
import { checkLager } from "./lager.ts"
import type { PruefungReply } from "./model.ts"
import { Summen } from "./summen.ts"

type Pruefung = Static<typeof PruefungReply>

/** Bookings read in one piece, which takes a few milliseconds. */
const BUCHUNGEN = 250
const KUNDEN = 50
/** Customers with more bookings than this are looked at one by one, and theirs are read in pieces. */
const VIELE = 2500
/** Number of faults after which the check stops. */
const GENUG = 100

const kette = query<Buchung, { nach: number; limit: number }>`
  SELECT b.* FROM ${pfandbuchungen} b WHERE b.lfd_nr > :nach ORDER BY b.lfd_nr LIMIT :limit`

/** A balance counts its bookings; were that wrong, too, the pieces would only be of another size. */
const kundenseite = query<{ id: string; buchungen: number | null }, { nach: string; limit: number }>`
  SELECT k.id, (SELECT s.version FROM ${pfandsalden} s WHERE s.kunde_id = k.id) AS buchungen
  FROM ${kunden} k WHERE k.id > :nach ORDER BY k.id LIMIT :limit`

/** Balance of an account, or of the part of it that was booked at one amount. */
type Stand = {
  kunde_id: string
  posten: string
  ist_geraet: number
  betrag_cent: number
  bestand: number
  wert_cent: number
}
type Bereich = { nach: string; bis: string }

const lautBuchungen = query<Stand, Bereich>`
  SELECT b.kunde_id, coalesce(b.pfandartikel_id, b.geraet_id) AS posten,
    b.geraet_id IS NOT NULL AS ist_geraet, b.betrag_cent, sum(b.summe_cent) AS wert_cent,
    sum(${SIGNED_MENGE}) AS bestand
  FROM ${pfandbuchungen} b WHERE b.kunde_id > :nach AND b.kunde_id <= :bis GROUP BY b.kunde_id, posten, b.betrag_cent`

type Buchungszeile = Pick<Buchung, "lfd_nr" | "art" | "menge" | "betrag_cent" | "summe_cent"> & {
  posten: string
  ist_geraet: number
}

const buchungenVon = query<Buchungszeile, { kunde_id: string; nach: number; limit: number }>`
  SELECT b.lfd_nr, b.art, b.menge, b.betrag_cent, b.summe_cent, coalesce(b.pfandartikel_id, b.geraet_id) AS posten,
    b.geraet_id IS NOT NULL AS ist_geraet
  FROM ${pfandbuchungen} b WHERE b.kunde_id = :kunde_id AND b.lfd_nr > :nach ORDER BY b.lfd_nr LIMIT :limit`

const kontenIds = query<{ id: string }, Bereich>`
  SELECT k.id FROM ${pfandkonten} k WHERE k.kunde_id > :nach AND k.kunde_id <= :bis ORDER BY +k.id`

const lautKonten = query<Omit<Stand, "betrag_cent">, Bereich>`
  SELECT k.kunde_id, coalesce(k.pfandartikel_id, k.geraet_id) AS posten,
    k.geraet_id IS NOT NULL AS ist_geraet, k.wert_cent, k.bestand
  FROM ${pfandkonten} k WHERE k.kunde_id > :nach AND k.kunde_id <= :bis`

const lautSalden = query<{ kunde_id: string; wert_cent: number; negative_konten: number }, Bereich>`
  SELECT s.kunde_id, s.wert_cent, s.negative_konten
  FROM ${pfandsalden} s WHERE s.kunde_id > :nach AND s.kunde_id <= :bis`

type Gemerkt = Konto & {
  id: string
  bestand: number
  seit_am: string | null
  seit_nr: number | null
  seit_rest: number | null
}

/** Range of accounts: all of these customers, or the named one. */
const stored = query<Gemerkt, Bereich & { konto: string }>`
  SELECT k.id, k.kunde_id, k.pfandartikel_id, k.geraet_id, k.bestand, k.seit_am, k.seit_nr, k.seit_rest
  FROM ${pfandkonten} k WHERE k.kunde_id > :nach AND k.kunde_id <= :bis AND :konto IN ('', k.id)`

const lautWerten = query<Stand, Bereich>`
  SELECT w.kunde_id, w.pfandartikel_id AS posten, 0 AS ist_geraet, w.betrag_cent, w.bestand,
    w.bestand * w.betrag_cent AS wert_cent
  FROM ${pfandkonten} k CROSS JOIN ${pfandwerte} w ON w.pfandartikel_id = k.pfandartikel_id AND w.kunde_id = k.kunde_id
  WHERE k.kunde_id > :nach AND k.kunde_id <= :bis`

const falschesGesamtalter = query<{ kunde_id: string }, Bereich>`
  SELECT s.kunde_id FROM ${pfandsalden} s WHERE s.kunde_id > :nach AND s.kunde_id <= :bis
    AND s.seit_am IS NOT (SELECT min(k.seit_am) FROM ${pfandkonten} k WHERE k.kunde_id = s.kunde_id)`

/** Does one piece of the work, when others have had their turn. */
export type Step = <T>(piece: () => T) => Promise<T>

const nextTurn: Step = async (piece) => {
  await Bun.sleep(0)
  return piece()
}

/**
 * Checks the ledger against its hash chain, and the balances against the ledger. Changes nothing, and needs little
 * memory however long the ledger is.
 *
 * @param step does each piece of a few milliseconds; throws to end the check
 */
export async function checkPfandbuch(tenant: TenantDb, step = nextTurn): Promise<Pruefung> {
  const pieces = check(tenant)
  for (;;) {
    const { done, value } = await step(() => pieces.next())
    if (done) return value
  }
}

/** Yields wherever others may come in between. */
function* check(tenant: TenantDb): Generator<undefined, Pruefung> {
  const fehler: Pruefung["fehler"] = []
  const { nr, hash } = yield* checkKette(tenant, fehler)
  yield* checkSalden(tenant, fehler)
  yield* checkAbrechnungen(tenant, fehler, GENUG)
  yield* checkLager(tenant, fehler, GENUG)
  return {
    in_ordnung: fehler.length === 0,
    buchungen: nr,
    letzter_hash: nr > 0 ? hash : null,
    fehler: fehler.slice(0, GENUG),
  }
}

/** @returns the last booking; holds what is kept of all bookings together against them, too */
function* checkKette(
  tenant: TenantDb,
  fehler: Pruefung["fehler"],
): Generator<undefined, { nr: number; hash: string }> {
  const { steuer_nach_nr } = tenant.get(tenants, tenant.id)
  let previous = ANFANG
  let nr = 0
  const summen = new Summen()
  for (;;) {
    const nach = nr
    const teil = tenant.all(kette, { nach, limit: BUCHUNGEN })
    for (const buchung of teil) {
      if (buchung.lfd_nr !== nr + 1)
        fehler.push({ art: "kette", msg: `Vor Buchung ${buchung.lfd_nr} fehlt eine` })
      if (buchung.hash !== kettenHash(previous, buchung, steuer_nach_nr)) {
        fehler.push({ art: "kette", msg: `Buchung ${buchung.lfd_nr} wurde nachträglich verändert` })
      }
      summen.add(buchung)
      previous = buchung.hash
      nr = buchung.lfd_nr
    }
    fehler.push(...findNotOnce(tenant, { nach, bis: nr }))
    if (fehler.length >= GENUG) return { nr, hash: previous }
    if (teil.length < BUCHUNGEN) {
      // At the same moment as the last of them was read.
      fehler.push(...summen.differences(tenant))
      return { nr, hash: previous }
    }
    yield
  }
}

function* checkSalden(tenant: TenantDb, fehler: Pruefung["fehler"]): Generator<undefined, void> {
  for (let nach = ""; fehler.length < GENUG;) {
    yield
    const { bis, isLarge } = nextBereich(tenant, nach)
    if (bis === undefined) return
    const bereich = { nach, bis }
    const soll = isLarge ? yield* sumLarge(tenant, bis) : tenant.all(lautBuchungen, bereich)
    compare(tenant, bereich, soll, fehler)
    const konten = isLarge ? tenant.all(kontenIds, bereich).map(({ id }) => id) : [""]
    for (const konto of konten) {
      if (isLarge) yield
      addFalse(
        tenant.all(stored, { ...bereich, konto }).filter((one) => isFalse(tenant, one)),
        fehler,
      )
    }
    addFalse(tenant.all(falschesGesamtalter, bereich), fehler)
    nach = bis
  }
}

/** @returns the last of as many customers as can be looked at together; undefined when there are no more */
function nextBereich(tenant: TenantDb, nach: string): { bis: string | undefined; isLarge: boolean } {
  const page = tenant.all(kundenseite, { nach, limit: KUNDEN })
  let total = 0
  let bis: string | undefined
  for (const { id, buchungen } of page) {
    total += buchungen ?? 0
    if (bis !== undefined && total > VIELE) break
    bis = id
  }
  return { bis, isLarge: (page[0]?.buchungen ?? 0) > VIELE }
}

/**
 * Sums the bookings of one large customer. It does not yield after the last page, so that the caller compares at
 * once.
 */
function* sumLarge(tenant: TenantDb, kunde_id: string): Generator<undefined, Stand[]> {
  const summen = new Map<string, Stand>()
  for (let nach = 0; ;) {
    const page = tenant.all(buchungenVon, { kunde_id, nach, limit: VIELE })
    for (const { lfd_nr, art, menge, betrag_cent, summe_cent, posten, ist_geraet } of page) {
      const key = `${posten} ${betrag_cent}`
      const stand = summen.get(key) ?? { kunde_id, posten, ist_geraet, betrag_cent, bestand: 0, wert_cent: 0 }
      stand.bestand += vorzeichen(art) * menge
      stand.wert_cent += summe_cent
      summen.set(key, stand)
      nach = lfd_nr
    }
    if (page.length < VIELE) return [...summen.values()]
    yield
  }
}

/** @returns whether the oldest piece of an account is another one than what is kept of it */
function isFalse(tenant: TenantDb, konto: Gemerkt): boolean {
  const [oldest] = readLots(tenant, konto, konto.bestand)
  const { seit_am, seit_nr, seit_rest } = konto
  return (
    seit_am !== (oldest?.erfasst_am ?? null) ||
    seit_nr !== (oldest?.lfd_nr ?? null) ||
    seit_rest !== (oldest?.menge ?? null)
  )
}

function addFalse(falsche: { kunde_id: string }[], fehler: Pruefung["fehler"]): void {
  for (const { kunde_id } of falsche)
    fehler.push({ art: "alter", msg: `Seit wann der Kunde ${kunde_id} etwas hat, stimmt nicht` })
}

/** @returns the accounts of articles of which the amounts kept are other than what was booked */
function compareWerte(tenant: TenantDb, bereich: Bereich, laut: Stand[]): Pruefung["fehler"] {
  const keyOf = ({ kunde_id, posten, betrag_cent }: Stand) => `${kunde_id} ${posten} ${betrag_cent}`
  const rest = new Map(laut.filter((stand) => !stand.ist_geraet).map((stand) => [keyOf(stand), stand]))
  const wrong = new Set<string>()
  for (const stand of tenant.all(lautWerten, bereich)) {
    if (rest.get(keyOf(stand))?.bestand !== stand.bestand) wrong.add(stand.kunde_id)
    rest.delete(keyOf(stand))
  }
  for (const { kunde_id } of rest.values()) wrong.add(kunde_id)
  return [...wrong].map((kunde_id) => ({
    art: "saldo",
    msg: `Zu welchen Beträgen der Kunde ${kunde_id} etwas hat, stimmt nicht mit den Buchungen überein`,
  }))
}

/**
 * Must not yield: all of them are read from the same state.
 *
 * @param laut what the ledger says at this moment
 */
function compare(tenant: TenantDb, bereich: Bereich, laut: Stand[], fehler: Pruefung["fehler"]): void {
  const schluessel = ({ kunde_id, posten }: Pick<Stand, "kunde_id" | "posten">): string =>
    `${kunde_id} ${posten}`
  const before = fehler.length
  const soll = new Map<string, Stand>()
  for (const stand of laut) {
    const { bestand = 0, wert_cent = 0 } = soll.get(schluessel(stand)) ?? {}
    const summe = { bestand: bestand + stand.bestand, wert_cent: wert_cent + stand.wert_cent }
    soll.set(schluessel(stand), { ...stand, ...summe })
  }
  const ist = new Map(tenant.all(lautKonten, bereich).map((stand) => [schluessel(stand), stand]))
  const salden = new Map<string, { wert_cent: number; negative: number }>()
  for (const [key, { kunde_id, ist_geraet, bestand, wert_cent }] of soll) {
    const konto = ist.get(key)
    if (konto?.bestand !== bestand || konto.wert_cent !== wert_cent) {
      fehler.push({
        art: "saldo",
        msg: `Ein Konto des Kunden ${kunde_id} stimmt nicht mit den Buchungen überein`,
      })
    }
    const summe = salden.get(kunde_id) ?? { wert_cent: 0, negative: 0 }
    salden.set(kunde_id, {
      wert_cent: summe.wert_cent + wert_cent,
      negative: summe.negative + ((ist_geraet ? wert_cent : bestand) < 0 ? 1 : 0),
    })
  }
  for (const [key, { kunde_id }] of ist) {
    if (!soll.has(key))
      fehler.push({ art: "saldo", msg: `Ein Konto des Kunden ${kunde_id} hat keine Buchung` })
  }
  // A balance that is wrong is told once.
  if (fehler.length === before) fehler.push(...compareWerte(tenant, bereich, laut))
  const lautLedger = new Map([...salden].map(([kunde_id, { wert_cent }]) => [kunde_id, wert_cent]))
  fehler.push(...compareAbrechnungen(tenant, bereich, lautLedger))
  for (const { kunde_id, wert_cent, negative_konten } of tenant.all(lautSalden, bereich)) {
    const summe = salden.get(kunde_id)
    salden.delete(kunde_id)
    if (summe?.wert_cent === wert_cent && summe.negative === negative_konten) continue
    fehler.push({ art: "gesamtsaldo", msg: `Der Saldo des Kunden ${kunde_id} stimmt nicht` })
  }
  for (const kunde_id of salden.keys())
    fehler.push({ art: "gesamtsaldo", msg: `Der Saldo des Kunden ${kunde_id} fehlt` })
}
