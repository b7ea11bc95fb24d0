import { Database } from "bun:sqlite"
import { expect, test } from "bun:test"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import fc from "fast-check"
import { keepOldest } from "../../../src/api/pfandlots/lots.ts"
import { migrations } from "../../../src/db/migrations.ts"
import { openSystem } from "../../../src/db/system.ts"
import { temporaryDir } from "../../helpers/temporary.ts"

/**
 * Ages of accounts, which are found from where they were before each Vorgang: random bookings, in another order than
 * they happened, against the rule. First in, first out by the moment at which things happened: as many of the pieces
 * that went out first are gone as came back, and what was reversed was never there. What is revalued stays.
 */

/** More of them find more: `ALTER_RUNDEN=2000 bun test test/api/pfandalter/alter.test.ts` */
const RUNS = Number(process.env["ALTER_RUNDEN"] ?? 200)

type Art = "ausgabe" | "ruecknahme" | "korrektur_plus" | "korrektur_minus"
type Step =
  | { do: "book"; art: Art; artikel: number; menge: number; tag: number; betrag: number }
  | { do: "several"; artikel: number; tag: number; zeilen: { art: Art; menge: number; betrag: number }[] }
  | { do: "reverse"; welche: number }
  | { do: "revalue"; artikel: number; tag: number }
type Buchung = {
  nr: number
  vorgang: string
  artikel: number
  art: Art
  menge: number
  betrag: number
  tag: number
  storno_von?: number
  /** It only revalues pieces. */
  umbewertet?: true
}

/** Stands for the device, among the numbers of articles. */
const GERAET = 2
const artikel = fc.nat(1)
const tag = fc.integer({ min: 1, max: 9 })
const zeile = {
  art: fc.constantFrom<Art>("ausgabe", "ausgabe", "ruecknahme", "korrektur_plus", "korrektur_minus"),
  menge: fc.integer({ min: 1, max: 9 }),
  betrag: fc.constantFrom(100, 200),
}
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant("book"), artikel, tag, ...zeile }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("several"),
      artikel,
      tag,
      zeilen: fc.array(fc.record(zeile), { minLength: 2, maxLength: 4 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("reverse"), welche: fc.nat(60) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("revalue"), artikel, tag }) },
)

const goesOut = (art: Art): boolean => art === "ausgabe" || art === "korrektur_plus"
const signed = ({ art, menge }: Buchung): number => (goesOut(art) ? menge : -menge)
const moment = (day: number): string => new Date(Date.UTC(2026, 0, day)).toISOString()

/** @returns a company's database as a version left it that had some of the migrations */
function serialize(some: typeof migrations): Uint8Array {
  using empty = new Database(":memory:", { strict: true })
  for (const { sql } of some) empty.run(sql)
  const stamps = "'2026-01-01', '2026-01-01', 1"
  empty.run(`
  INSERT INTO tenants (id, tenant_id, name, slug, typ, erstellt_am, aktualisiert_am, version)
    VALUES ('f', 'f', 'Firma', 'firma', 'standard', ${stamps});
  INSERT INTO kunden (tenant_id, id, kundennummer, name, erstellt_am, aktualisiert_am, version)
    VALUES ('f', 'k', '1', 'Kunde', ${stamps});
  INSERT INTO pfandartikel (tenant_id, id, nummer, bezeichnung, art, pfand_cent, ust_klasse, erstellt_am, aktualisiert_am, version)
    VALUES ('f', 'a0', 'A0', 'A0', 'einzeln', 100, 'warenumschliessung', ${stamps}),
           ('f', 'a1', 'A1', 'A1', 'einzeln', 100, 'warenumschliessung', ${stamps});
  INSERT INTO geraete (tenant_id, id, geraetenummer, bezeichnung, pfand_cent, status_seit, erstellt_am, aktualisiert_am, version)
    VALUES ('f', 'g', 'G', 'G', 5000, '2026-01-01', ${stamps});`)
  return empty.serialize()
}
const serialized = serialize(migrations)

test("the oldest piece, and what the pieces were booked at, are what the rule says, in whatever order things are entered", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 60 }), (steps) =>
      takeEach(steps, (db, done) => expect(stored(db)).toEqual(expected(done))),
    ),
    { numRuns: RUNS },
  )
})

const file = join(temporaryDir(), "pfandwerk.db")
writeFileSync(file, serialized)
const today = new Database(file, { strict: true })
const { system } = openSystem(today, () => new Date())

/** Takes the steps in a company of today, whose accounts are told of each Vorgang, checks behind each, and undoes all. */
async function takeEach(
  steps: readonly Step[],
  check: (db: Database, done: Buchung[]) => void,
): Promise<void> {
  const keep = ([first]: Buchung[]): void => {
    const vorgang = first?.vorgang ?? ""
    const own = today.query("SELECT * FROM pfandbuchungen WHERE vorgang_id = ? ORDER BY lfd_nr").all(vorgang)
    keepOldest(system.tenant("f"), own as Parameters<typeof keepOldest>[1])
  }
  const undone = new Error("undone")
  const run = system.write(() => {
    const done: Buchung[] = []
    for (const one of steps) {
      const before = done.length
      take(today, done, one)
      keep(done.slice(before))
      check(today, done)
    }
    throw undone
  }, "f")
  await run.catch((error) => {
    if (error !== undone) throw error
  })
}

/** As Vorgänge are booked: a revaluation takes everything away and gives it back at another amount. */
function take(db: Database, done: Buchung[], one: Step): void {
  const nr = done.length + 1
  const vorgang = `v${nr}`
  if (one.do === "book") return insert(db, done, { ...one, nr, vorgang })
  if (one.do === "several")
    return one.zeilen.forEach((line, i) => insert(db, done, { ...one, ...line, nr: nr + i, vorgang }))
  if (one.do === "revalue") {
    const own = done.filter((buchung) => buchung.artikel === one.artikel)
    const menge = own.reduce((sum, buchung) => sum + signed(buchung), 0)
    if (menge <= 0) return
    mark(db, vorgang, one.artikel)
    const base = { ...one, menge, vorgang, umbewertet: true as const }
    insert(db, done, { ...base, nr, art: "korrektur_minus", betrag: 100 })
    return insert(db, done, { ...base, nr: nr + 1, art: "korrektur_plus", betrag: 300 })
  }
  const reversed = new Set(done.map(({ storno_von }) => storno_von))
  const plain = done.filter((buchung) => !buchung.storno_von && !reversed.has(buchung.nr))
  const chosen = plain[one.welche % Math.max(1, plain.length)]
  const all = plain.filter((buchung) => buchung.vorgang === chosen?.vorgang)
  if (all[0]?.umbewertet) mark(db, vorgang, all[0].artikel)
  for (const [i, original] of all.entries()) {
    const art = goesOut(original.art) ? "korrektur_minus" : "korrektur_plus"
    insert(db, done, { ...original, nr: nr + i, vorgang, art, storno_von: original.nr, tag: 20 })
  }
}

const mark = (db: Database, vorgang: string, which: number) =>
  db.run(
    `INSERT INTO pfandumbewertungen (tenant_id, id, kunde_id, pfandartikel_id, erstellt_am, aktualisiert_am)
     VALUES ('f', '${vorgang}', 'k', 'a${which}', '2026-01-01', '2026-01-01')`,
  )

function insert(db: Database, done: Buchung[], buchung: Buchung): void {
  done.push(buchung)
  const { nr, vorgang, betrag, storno_von } = buchung
  db.query(
    `INSERT INTO pfandbuchungen (tenant_id, id, lfd_nr, vorgang_id, kunde_id, pfandartikel_id, geraet_id, art, menge,
      betrag_cent, summe_cent, storno_von, grund, gebucht_von, erfasst_am, gebucht_am, klasse, steuersatz, preise,
      kleinunternehmer, ust_verfahren, hash, erstellt_am, aktualisiert_am)
     VALUES ('f', $id, $nr, $vorgang, 'k', $artikel, $geraet, $art, $menge, $betrag, $summe, $storno, 'Probe', 'x', $am, $am,
      'warenumschliessung', 'regel', 'netto', 0, 'laufend', '', $am, $am)`,
  ).run({
    id: `b${nr}`,
    nr,
    vorgang,
    artikel: buchung.artikel === GERAET ? null : `a${buchung.artikel}`,
    geraet: buchung.artikel === GERAET ? "g" : null,
    art: buchung.art,
    menge: buchung.menge,
    betrag,
    summe: signed(buchung) * betrag,
    storno: storno_von === undefined ? null : `b${storno_von}`,
    am: moment(buchung.tag),
  })
}

type Konto = { bestand: number; seit_am: string | null; seit_nr: number | null; seit_rest: number | null }
type State = { konten: Record<string, Konto>; werte: Record<string, number>; seit_am: string | null }

function stored(db: Database): State {
  const konten = db
    .query("SELECT pfandartikel_id, bestand, seit_am, seit_nr, seit_rest FROM pfandkonten")
    .all() as (Konto & { pfandartikel_id: string })[]
  const values = db.query("SELECT pfandartikel_id || ' ' || betrag_cent, bestand FROM pfandwerte").values()
  const saldo = db.query("SELECT seit_am FROM pfandsalden").get() as { seit_am: string | null } | null
  return {
    konten: Object.fromEntries(konten.map(({ pfandartikel_id, ...konto }) => [pfandartikel_id, konto])),
    werte: Object.fromEntries(values) as Record<string, number>,
    seit_am: saldo?.seit_am ?? null,
  }
}

/** The rule, piece by piece: each piece that went out is one entry of a list, and what came back is cut off its front. */
function expected(done: Buchung[]): State {
  const reversed = new Set(done.map(({ storno_von }) => storno_von))
  const state: State = { konten: {}, werte: {}, seit_am: null }
  for (const nr of [0, 1]) {
    const own = done.filter((buchung) => buchung.artikel === nr)
    if (own.length === 0) continue
    for (const buchung of own) {
      const key = `a${nr} ${buchung.betrag}`
      state.werte[key] = (state.werte[key] ?? 0) + signed(buchung)
    }
    const counts = own
      .filter((b) => !b.storno_von && !reversed.has(b.nr) && !b.umbewertet)
      .toSorted((a, b) => a.tag - b.tag || a.nr - b.nr)
    const out = counts
      .filter(({ art }) => goesOut(art))
      .flatMap((b) => Array.from({ length: b.menge }, () => b))
    const back = counts.filter(({ art }) => !goesOut(art)).reduce((sum, { menge }) => sum + menge, 0)
    const there = out.slice(back)
    const [oldest] = there
    state.konten[`a${nr}`] = {
      bestand: out.length - back,
      seit_am: oldest ? moment(oldest.tag) : null,
      seit_nr: oldest?.nr ?? null,
      seit_rest: oldest ? there.filter((piece) => piece === oldest).length : null,
    }
  }
  const [seit = null] = Object.values(state.konten)
    .flatMap(({ seit_am }) => seit_am ?? [])
    .toSorted()
  return { ...state, seit_am: seit }
}

const deviceStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("book"),
      art: fc.constantFrom<Art>("ausgabe", "ruecknahme", "korrektur_plus", "korrektur_minus"),
      artikel: fc.constant(GERAET),
      menge: fc.constant(1),
      tag,
      betrag: fc.constantFrom(0, 1000, 2000, 3000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("reverse"), welche: fc.nat(60) }) },
)
const serializedBefore = serialize(migrations.filter(({ name }) => name < "0082_alter_der_geraete"))
const upgrades = migrations.filter(({ name }) => /^0082_alter|^0097_alter|^01(37|39|40)_/.test(name))

test("a device is as old as the oldest cent of it that is open", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(deviceStep, { minLength: 1, maxLength: 14 }), (steps) =>
      takeEach(steps, (db, done) => expect(sinceOf(db)).toEqual(expectedSince(done))),
    ),
    { numRuns: RUNS },
  )
})

test("an upgrade reckons how old devices are", () => {
  fc.assert(
    fc.property(fc.array(deviceStep, { minLength: 1, maxLength: 14 }), (steps) => {
      using former = Database.deserialize(serializedBefore, { strict: true })
      const done: Buchung[] = []
      for (const one of steps) take(former, done, one)
      for (const { sql } of upgrades) former.run(sql)
      expect(sinceOf(former)).toEqual(expectedSince(done))
    }),
    { numRuns: 60 },
  )
})

type Since = { seit_nr: number; seit_rest: number; seit_am: string; saldo: string }
const sinceOf = (db: Database): Since | null => {
  const row = db
    .query(
      "SELECT k.seit_nr, k.seit_rest, k.seit_am, s.seit_am AS saldo FROM pfandkonten k JOIN pfandsalden s USING (kunde_id)",
    )
    .get() as Since | null
  return row?.seit_nr ? row : null
}

/**
 * The rule, thousand cents by thousand: each is one entry of a list, and what came back is cut off its front. The device is
 * held if it went out last, as the ledger was written: its age is that of the first that is left, or its own.
 */
function expectedSince(done: Buchung[]): Since | null {
  const reversed = new Set(done.map(({ storno_von }) => storno_von))
  const counts = done
    .filter((b) => !b.storno_von && !reversed.has(b.nr))
    .toSorted((a, b) => a.tag - b.tag || a.nr - b.nr)
  const cents = (all: Buchung[]) => all.flatMap((b) => Array.from({ length: b.betrag / 1000 }, () => b))
  const out = cents(counts.filter(({ art }) => goesOut(art)))
  const back = cents(counts.filter(({ art }) => !goesOut(art)))
  const [last] = counts
    .filter(({ art }) => art === "ausgabe" || art === "ruecknahme")
    .toSorted((a, b) => b.nr - a.nr)
  const there = last?.art === "ausgabe" ? last : undefined
  const oldest = out.length === back.length ? there : out[back.length]
  if (!oldest || !there) return null
  const seit_am = moment(oldest.tag)
  return { seit_nr: oldest.nr, seit_rest: 1, seit_am, saldo: seit_am }
}
