import { query } from "../../../db/query.ts"
import { anfangsimporte, kunden, pfandbuchungen } from "../../../db/schema.ts"
import type { TenantDb } from "../../../db/tenant-db.ts"
import { isSameName } from "../../../lib/fold.ts"
import { formatEuro } from "../../../lib/format.ts"
import { derivedId } from "../../shared/derived-id.ts"
import { asOf } from "../../import/day.ts"
import { someOf } from "../../import/hints.ts"
import type { Importer, Order, Row, RowFault } from "../../import/importer.ts"
import { inWords, type Kundenangabe, kundenangabeOf, kundenFinder } from "../../import/kunde.ts"
import { findTwice } from "../../import/read.ts"
import { bookVorgang, lastBuchung } from "../../pfandbuchungen/vorgang.ts"
import { localTime } from "../../shared/time.ts"
import { artikelFinder } from "./artikel.ts"
import { bestandColumns } from "./spalten.ts"

type Posten = { pfandartikel_id: string; menge: number }
type Bestand = Kundenangabe & {
  artikel: string
  artikelname?: string
  menge: number
  kunde_id?: string
  pfandartikel_id?: string
  /** Names of both. */
  namen?: string[]
  /** Deposit of one piece, as it is booked. */
  pfand_cent?: number
  /** Lines to book: of a Gebinde, its parts. */
  teile?: Posten[]
  /** Lines of the whole Vorgang, kept in the customer's first row. */
  posten?: Posten[]
}

const booked = query<{ kunde_id: string; pfandartikel_id: string; menge: number }, { ids: string }>`
  SELECT b.kunde_id, b.pfandartikel_id, sum(b.menge) AS menge
  FROM json_each(:ids) j CROSS JOIN ${pfandbuchungen} b ON b.kunde_id = j.value
  WHERE b.art = 'anfangsbestand' AND b.pfandartikel_id IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM ${pfandbuchungen} s WHERE s.storno_von = b.id)
  GROUP BY b.kunde_id, b.pfandartikel_id`

/** Customers with anything else than opening balances, and those taken back. */
const withBuchungen = query<{ name: string }, { ids: string }>`
  SELECT k.name FROM json_each(:ids) j CROSS JOIN ${kunden} k ON k.id = j.value
  WHERE EXISTS (SELECT 1 FROM ${pfandbuchungen} b
    WHERE b.kunde_id = k.id AND +b.art <> 'anfangsbestand' AND +b.storno_von IS NULL)
  ORDER BY k.name_sort, k.id`

const firstNr = query<{ lfd_nr: number }, { vorgang_id: string }>`
  SELECT b.lfd_nr FROM ${pfandbuchungen} b WHERE b.vorgang_id = :vorgang_id ORDER BY b.lfd_nr LIMIT 1`

/** @param parse reads one row */
export const bestandImporter = (parse: (input: unknown) => unknown): Importer<Bestand> => ({
  art: "anfangsbestaende",
  one: "Bestand",
  many: "Bestände",
  spalten: bestandColumns,
  check: (input) => parse(input) as Bestand,
  number: ({ kunde, debitor, kundenname }) => kunde ?? debitor?.toString() ?? kundenname,
  name: ({ artikel, menge }) => `${menge} × ${artikel}`,
  details: (input) => [...(input.namen ?? []), `Pfand ${formatEuro(worth(input))}`],
  worth,
  hints,
  unique: [],
  look,
  create: (tenant, actor, { input: { kunde_id = "", posten } }, { id, stichtag }) => {
    if (!posten) return undefined
    const positionen = posten.map((one) => ({ ...one, art: "anfangsbestand" as const }))
    bookVorgang(tenant, actor, {
      vorgang_id: derivedId(id, kunde_id),
      kunde_id,
      erfasst_am: asOf(tenant, stichtag),
      positionen,
    })
    return undefined
  },
  finish: (tenant, actor, rows, { id, stichtag = localTime(tenant).datum, isJob }) => {
    const first = rows.filter(({ existing, input }) => !existing && input.posten)
    const [earliest] = first
    if (!earliest) return undefined
    const vorgang_id = derivedId(id, earliest.input.kunde_id ?? "")
    const size = { zeilen: rows.filter(({ existing }) => !existing).length, kunden: first.length }
    const whole = isJob && tenant.find(anfangsimporte, id)
    if (whole)
      tenant.update(anfangsimporte, id, {
        zeilen: whole.zeilen + size.zeilen,
        kunden: whole.kunden + size.kunden,
      })
    return tenant.insert(anfangsimporte, {
      ...(isJob && !whole && { id }),
      teil_von: whole ? id : null,
      stichtag,
      von_nr: tenant.getFirst(firstNr, { vorgang_id }).lfd_nr,
      bis_nr: lastBuchung(tenant).lfd_nr,
      ...size,
      erstellt_von: actor.id,
      erstellt_von_name: actor.name,
    }).id
  },
  together: ({ kunde_id = "" }) => kunde_id,
})

const worth = ({ menge, pfand_cent = 0 }: Bestand): number => menge * pfand_cent

function hints(tenant: TenantDb, rows: Row<Bestand>[]): string[] {
  return [...otherNames(rows), ...bookedAlready(tenant, rows)]
}

/** Programs name their articles differently: of another name beside a number both are told. */
function otherNames(rows: Row<Bestand>[]): string[] {
  const named = rows.flatMap(({ input: { artikel, artikelname, namen } }) => {
    const [, bezeichnung = ""] = namen ?? []
    return namen && artikelname !== undefined && !isSameName(artikelname, bezeichnung)
      ? [`${artikel}: ${artikelname} → ${bezeichnung}`]
      : []
  })
  const pairs = [...new Set(named)]
  if (pairs.length === 0) return []
  return [`${pairs.length} Artikel heißen hier anders. Stimmen die Nummern? ${someOf(pairs)}`]
}

/** Warns of customers with bookings: the balances of the program before may count them, too. */
function bookedAlready(tenant: TenantDb, rows: Row<Bestand>[]): string[] {
  const ids = new Set(rows.flatMap(({ existing, input }) => (existing ? [] : (input.kunde_id ?? []))))
  const found = tenant.all(withBuchungen, { ids: JSON.stringify([...ids]) })
  if (found.length === 0) return []
  return [
    `Bei ${found.length} Kunden ist schon gebucht: ${someOf(found.map(({ name }) => name))}. Der Anfangsbestand kommt dazu: Was in diesen Buchungen schon steht, zählt dann doppelt`,
  ]
}

/**
 * Skips an opening balance that is booked already in the same amount; another amount of the same article is a fault.
 */
function look(tenant: TenantDb, rows: Row<Bestand>[], { stichtag }: Order): RowFault[] {
  asOf(tenant, stichtag)
  const faults = resolve(tenant, rows)
  const found = rows.filter(({ input }) => input.teile)
  const twice = findTwice(found, ({ input }) => `${input.kunde_id} ${input.pfandartikel_id}`)
  for (const { zeile, first } of twice)
    faults.push({ zeile, feld: "artikel", msg: `steht für diesen Kunden schon in Zeile ${first}` })
  const ids = JSON.stringify([...new Set(found.map(({ input }) => input.kunde_id))])
  const known = new Map(
    tenant
      .all(booked, { ids })
      .map(({ kunde_id, pfandartikel_id, menge }) => [`${kunde_id} ${pfandartikel_id}`, menge]),
  )
  for (const [kunde_id, some] of Map.groupBy(found, ({ input }) => input.kunde_id ?? "")) {
    const posten = sumOf(some)
    const there = posten.map(({ pfandartikel_id }) => known.get(`${kunde_id} ${pfandartikel_id}`) ?? 0)
    const isThere = posten.every(({ menge }, i) => menge === there[i])
    const isNew = there.every((menge) => menge === 0)
    for (const [i, row] of some.entries()) {
      delete row.input.posten
      row.existing =
        isThere || row.input.menge === 0
          ? { id: `${kunde_id} ${row.zeile}`, version: 1, felder: {} }
          : undefined
      if (isNew && !isThere && i === some.findIndex(({ input }) => input.menge > 0)) row.input.posten = posten
      if (!isNew && !isThere)
        faults.push({
          zeile: row.zeile,
          feld: "menge",
          msg: "passt nicht: der Kunde hat von diesen Artikeln schon einen anderen Anfangsbestand",
        })
    }
  }
  return faults
}

function resolve(tenant: TenantDb, rows: Row<Bestand>[]): RowFault[] {
  const kundeOf = kundenFinder(
    tenant,
    rows.map(({ input }) => kundenangabeOf(input)),
  )
  const artikelOf = artikelFinder(tenant)
  return rows.flatMap(({ zeile, input }) => {
    const found = kundeOf(input)
    if (!found) return [{ zeile, feld: "kunde", msg: "fehlt" }]
    if ("msg" in found) return [{ zeile, ...found }]
    const artikel = artikelOf(input.artikel)
    if ("msg" in artikel) return [{ zeile, feld: "artikel", msg: artikel.msg }]
    const { kunde } = found
    input.kunde_id = kunde.id
    input.pfandartikel_id = artikel.id
    input.namen = [input.kunde === kunde.kundennummer ? kunde.name : inWords(kunde), artikel.bezeichnung]
    input.pfand_cent = artikel.pfand_cent
    input.teile = artikel.teile.map((part) => ({ ...part, menge: part.menge * input.menge }))
    return []
  })
}

/** Pieces of each single article; a bottle may be one by itself, and in a crate. */
function sumOf(rows: Row<Bestand>[]): Posten[] {
  const sums = new Map<string, number>()
  for (const { pfandartikel_id, menge } of rows.flatMap(({ input }) => input.teile ?? []))
    if (menge > 0) sums.set(pfandartikel_id, (sums.get(pfandartikel_id) ?? 0) + menge)
  return [...sums].map(([pfandartikel_id, menge]) => ({ pfandartikel_id, menge }))
}
