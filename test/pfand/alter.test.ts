import { Database } from "bun:sqlite"
import { expect, test } from "bun:test"
import fc from "fast-check"
import { migrations } from "../../src/db/migrations.ts"

/**
 * How old accounts are, kept by triggers that go on from where they counted to (migration 0022): random bookings,
 * against counting anew after each of them.
 */

type Art = "ausgabe" | "ruecknahme" | "korrektur_plus" | "korrektur_minus"
type Step =
  | { art: Art; artikel: number; menge: number }
  | { art: "storno"; welche: number }
  /** As in a database of before: where it was counted to is not known. */
  | { art: "vergessen" }
type Buchung = { nr: number; artikel: number; art: Art; menge: number; am: string; storno_von?: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      art: fc.constantFrom<Art>("ausgabe", "ausgabe", "ruecknahme", "korrektur_plus", "korrektur_minus"),
      artikel: fc.nat(1),
      menge: fc.integer({ min: 1, max: 9 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ art: fc.constant("storno"), welche: fc.nat(60) }) },
  { weight: 1, arbitrary: fc.record({ art: fc.constant("vergessen") }) },
)

const goesOut = (art: Art): boolean => art === "ausgabe" || art === "korrektur_plus"

const empty = new Database(":memory:", { strict: true })
for (const { sql } of migrations) empty.run(sql)
const stamps = "'2026-01-01', '2026-01-01', 1"
empty.run(`
  INSERT INTO tenants (id, tenant_id, name, slug, typ, erstellt_am, aktualisiert_am, version)
    VALUES ('f', 'f', 'Firma', 'firma', 'standard', ${stamps});
  INSERT INTO kunden (tenant_id, id, kundennummer, name, erstellt_am, aktualisiert_am, version)
    VALUES ('f', 'k', '1', 'Kunde', ${stamps});
  INSERT INTO pfandartikel (tenant_id, id, nummer, bezeichnung, art, pfand_cent, ust_klasse, erstellt_am, aktualisiert_am, version)
    VALUES ('f', 'a0', 'A0', 'A0', 'einzeln', 100, 'warenumschliessung', ${stamps}),
           ('f', 'a1', 'A1', 'A1', 'einzeln', 100, 'warenumschliessung', ${stamps});`)
const serialized = empty.serialize()
empty.close()

test("the oldest piece is the one that counting anew finds", () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 15, maxLength: 60 }), (steps) => {
      using db = Database.deserialize(serialized, { strict: true })
      const done: Buchung[] = []
      for (const one of steps) {
        if (one.art === "vergessen") db.run("UPDATE pfandkonten SET seit_nr = NULL, seit_rest = NULL")
        else book(db, done, one)
        const state = stored(db)
        expect(state).toEqual(expected(done, state))
      }
    }),
    { numRuns: 300 },
  )
})

function book(db: Database, done: Buchung[], one: Exclude<Step, { art: "vergessen" }>): void {
  const nr = done.length + 1
  const am = new Date(Date.UTC(2026, 0, nr)).toISOString()
  if (one.art !== "storno") return insert(db, done, { ...one, nr, am })
  const plain = done.filter(
    (buchung) => !buchung.storno_von && !done.some((other) => other.storno_von === buchung.nr),
  )
  const original = plain[one.welche % Math.max(1, plain.length)]
  if (!original) return
  const art = goesOut(original.art) ? "ruecknahme" : "ausgabe"
  insert(db, done, { ...original, nr, am, art, storno_von: original.nr })
}

function insert(db: Database, done: Buchung[], { nr, artikel, art, menge, am, storno_von }: Buchung): void {
  done.push({ nr, artikel, art, menge, am, ...(storno_von !== undefined && { storno_von }) })
  db.query(
    `INSERT INTO pfandbuchungen (tenant_id, id, lfd_nr, vorgang_id, kunde_id, pfandartikel_id, art, menge,
      betrag_cent, summe_cent, storno_von, grund, gebucht_von, erfasst_am, gebucht_am, hash, erstellt_am, aktualisiert_am)
     VALUES ('f', $id, $nr, $id, 'k', $artikel, $art, $menge, 100, $summe, $storno, 'Probe', 'x', $am, $am, '', $am, $am)`,
  ).run({
    id: `b${nr}`,
    nr,
    artikel: `a${artikel}`,
    art,
    menge,
    summe: (goesOut(art) ? 100 : -100) * menge,
    storno: storno_von === undefined ? null : `b${storno_von}`,
    am,
  })
}

type Konto = { bestand: number; seit_am: string | null; seit_nr: number | null; seit_rest: number | null }
type State = { konten: Record<string, Konto>; saldo: object | null }

function stored(db: Database): State {
  const konten = db
    .query("SELECT pfandartikel_id, bestand, seit_am, seit_nr, seit_rest FROM pfandkonten")
    .all() as (Konto & { pfandartikel_id: string })[]
  return {
    konten: Object.fromEntries(konten.map(({ pfandartikel_id, ...konto }) => [pfandartikel_id, konto])),
    saldo: db.query("SELECT wert_cent, negative_konten, seit_am FROM pfandsalden").get() as object | null,
  }
}

/**
 * First in, first out, and what was reversed was never there.
 *
 * @param state where it is not known how far it was counted, nothing is expected
 */
function expected(done: Buchung[], state: State): State {
  const konten: State["konten"] = {}
  for (const artikel of new Set(done.map((buchung) => buchung.artikel))) {
    const own = done.filter((buchung) => buchung.artikel === artikel)
    const bestand = own.reduce((sum, { art, menge }) => sum + (goesOut(art) ? menge : -menge), 0)
    const reversed = new Set(own.map(({ storno_von }) => storno_von))
    let rest = bestand
    let oldest: Buchung | undefined
    for (const buchung of own.toReversed()) {
      const { nr, art, menge, storno_von } = buchung
      if (rest <= 0) break
      if (!goesOut(art) || storno_von !== undefined || reversed.has(nr)) continue
      oldest = buchung
      rest -= menge
    }
    const known = state.konten[`a${artikel}`]?.seit_nr === null ? undefined : oldest
    konten[`a${artikel}`] = {
      bestand,
      seit_am: oldest?.am ?? null,
      seit_nr: known?.nr ?? null,
      seit_rest: known ? known.menge + rest : null,
    }
  }
  const all = Object.values(konten)
  const seit = all.flatMap(({ seit_am }) => seit_am ?? []).toSorted()
  const saldo = {
    wert_cent: all.reduce((sum, { bestand }) => sum + 100 * bestand, 0),
    negative_konten: all.filter(({ bestand }) => bestand < 0).length,
    seit_am: seit[0] ?? null,
  }
  return { konten, saldo: all.length === 0 ? null : saldo }
}
