import { query } from "../../db/query.ts"
import { pfandkonten, pfandsalden, pfandwerte } from "../../db/schema.ts"
import type { TenantDb } from "../../db/tenant-db.ts"
import { compareAbrechnungen } from "./abrechnungen.ts"
import type { Faults } from "./model.ts"

/** Balance of an account, or of the part of it that was booked at one amount. */
export type Stand = {
  kunde_id: string
  posten: string
  ist_geraet: number
  betrag_cent: number
  bestand: number
  wert_cent: number
}
/** Range of customers, by their ids. */
export type Range = { nach: string; bis: string }

const storedKonten = query<Omit<Stand, "betrag_cent">, Range>`
  SELECT k.kunde_id, coalesce(k.pfandartikel_id, k.geraet_id) AS posten,
    k.geraet_id IS NOT NULL AS ist_geraet, k.wert_cent, k.bestand
  FROM ${pfandkonten} k WHERE k.kunde_id > :nach AND k.kunde_id <= :bis`

const storedSalden = query<{ kunde_id: string; wert_cent: number; negative_konten: number }, Range>`
  SELECT s.kunde_id, s.wert_cent, s.negative_konten
  FROM ${pfandsalden} s WHERE s.kunde_id > :nach AND s.kunde_id <= :bis`

const storedValues = query<Stand, Range>`
  SELECT w.kunde_id, w.pfandartikel_id AS posten, 0 AS ist_geraet, w.betrag_cent, w.bestand,
    w.bestand * w.betrag_cent AS wert_cent
  FROM ${pfandkonten} k CROSS JOIN ${pfandwerte} w ON w.pfandartikel_id = k.pfandartikel_id AND w.kunde_id = k.kunde_id
  WHERE k.kunde_id > :nach AND k.kunde_id <= :bis`

const faultOf = (msg: string): Faults[number] => ({ art: "saldo", msg })

/** @returns a fault for each customer whose stored amounts are not those that were booked */
function compareValues(tenant: TenantDb, range: Range, booked: Stand[]): Faults {
  const valueOf = ({ kunde_id, posten, betrag_cent }: Stand) => `${kunde_id} ${posten} ${betrag_cent}`
  const rest = new Map(booked.filter((stand) => !stand.ist_geraet).map((stand) => [valueOf(stand), stand]))
  const wrong = new Set<string>()
  for (const stand of tenant.all(storedValues, range)) {
    if (rest.get(valueOf(stand))?.bestand !== stand.bestand) wrong.add(stand.kunde_id)
    rest.delete(valueOf(stand))
  }
  for (const { kunde_id } of rest.values()) wrong.add(kunde_id)
  return [...wrong].map((kunde_id) =>
    faultOf(`Zu welchen Beträgen der Kunde ${kunde_id} etwas hat, stimmt nicht mit den Buchungen überein`),
  )
}

type Saldo = { wert_cent: number; negative: number }

const keyOf = ({ kunde_id, posten }: Pick<Stand, "kunde_id" | "posten">): string => `${kunde_id} ${posten}`

/**
 * Compares what is kept of these customers with the ledger. Must not yield: all of it is read from the same state.
 *
 * @param booked what the ledger says at this moment
 */
export function compare(tenant: TenantDb, range: Range, booked: Stand[], faults: Faults): void {
  const before = faults.length
  const konten = sumKonten(booked)
  const salden = sumSalden(konten.values())
  compareKonten(tenant, range, konten, faults)
  // A wrong balance has wrong amounts as well: that is one fault, not two.
  if (faults.length === before) faults.push(...compareValues(tenant, range, booked))
  const values = new Map([...salden].map(([kunde_id, { wert_cent }]) => [kunde_id, wert_cent]))
  faults.push(...compareAbrechnungen(tenant, range, values))
  compareSalden(tenant, range, salden, faults)
}

/** @returns each account's balance, over all amounts at which it was booked */
function sumKonten(booked: Stand[]): Map<string, Stand> {
  const konten = new Map<string, Stand>()
  for (const stand of booked) {
    const empty = { ...stand, bestand: 0, wert_cent: 0 }
    const sum = konten.getOrInsert(keyOf(stand), empty)
    sum.bestand += stand.bestand
    sum.wert_cent += stand.wert_cent
  }
  return konten
}

/** @returns each customer's balance, and how many of their accounts are negative */
function sumSalden(konten: Iterable<Stand>): Map<string, Saldo> {
  const salden = new Map<string, Saldo>()
  for (const { kunde_id, ist_geraet, bestand, wert_cent } of konten) {
    const sum = salden.getOrInsert(kunde_id, { wert_cent: 0, negative: 0 })
    sum.wert_cent += wert_cent
    if ((ist_geraet ? wert_cent : bestand) < 0) sum.negative++
  }
  return salden
}

function compareKonten(tenant: TenantDb, range: Range, soll: Map<string, Stand>, faults: Faults): void {
  const stored = new Map(tenant.all(storedKonten, range).map((stand) => [keyOf(stand), stand]))
  for (const [key, { kunde_id, bestand, wert_cent }] of soll) {
    const konto = stored.get(key)
    if (konto?.bestand === bestand && konto.wert_cent === wert_cent) continue
    faults.push(faultOf(`Ein Konto des Kunden ${kunde_id} stimmt nicht mit den Buchungen überein`))
  }
  for (const [key, { kunde_id }] of stored)
    if (!soll.has(key)) faults.push(faultOf(`Ein Konto des Kunden ${kunde_id} hat keine Buchung`))
}

function compareSalden(tenant: TenantDb, range: Range, salden: Map<string, Saldo>, faults: Faults): void {
  for (const { kunde_id, wert_cent, negative_konten } of tenant.all(storedSalden, range)) {
    const sum = salden.get(kunde_id)
    salden.delete(kunde_id)
    if (sum?.wert_cent === wert_cent && sum.negative === negative_konten) continue
    faults.push({ art: "gesamtsaldo", msg: `Der Saldo des Kunden ${kunde_id} stimmt nicht` })
  }
  for (const kunde_id of salden.keys())
    faults.push({ art: "gesamtsaldo", msg: `Der Saldo des Kunden ${kunde_id} fehlt` })
}
