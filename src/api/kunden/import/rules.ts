import { query } from "../../../db/query.ts"
import { kunden } from "../../../db/schema.ts"
import type { TenantDb } from "../../../db/tenant-db.ts"
import { compactUstId } from "../../../lib/identifiers.ts"
import { keyOf } from "../../../lib/headings.ts"
import { invalid } from "../../../lib/refusal.ts"
import { fold, namedSo } from "../../../lib/fold.ts"
import { artIn, type Kundenart } from "../../../lib/kundenart.ts"
import { collectFaults } from "../../import/rows/faults.ts"
import { type Numbers, withOwnNumber } from "../../import/table/own-number.ts"
import { inactive, fieldsInWords } from "../../import/table/columns.ts"
import { byField } from "../../import/rows/existing.ts"
import type { Given, Importer, ImportRow, HintContext } from "../../import/table/importer.ts"
import { oddPlaces, wholePlz } from "../../import/table/places.ts"
import { Hints, hintsOf } from "../../import/table/hints.ts"
import { existing, isSame, likeness, likeOthers, type New } from "./alike.ts"
import { byWords } from "./by-words.ts"
import { composeKunde, noCustomer } from "./compose.ts"
import { columnsIn, kundenColumns } from "./spalten.ts"
import { NewKunde } from "../model.ts"
import {
  changeKunde,
  createKunde,
  deleteKunde,
  type Kunde,
  requireFittingKind,
  requireTimes,
} from "../rules.ts"

type Fields = Parameters<typeof requireTimes>[0]

const byNumbers = query<Kunde, { nummern: string }>`
  SELECT k.* FROM json_each(:nummern) j CROSS JOIN ${kunden} k ON k.kundennummer = j.value`

const byName = query<Kunde, { name: string }>`
  SELECT k.* FROM ${kunden} k WHERE k.name_sort = :name LIMIT 50`

/** Towns abroad whose post codes have four digits, like German ones that lost a leading zero. */
const ABROAD =
  /^(?:wien|vienna|graz|linz|salzburg|innsbruck|klagenfurt|villach|wels|st\. ?pölten|dornbirn|bregenz|steyr|zürich|genf|genève|basel|bern|lausanne|winterthur|luzern|st\. ?gallen|lugano|chur|zug|vaduz|luxe?mburg|brüssel|bruxelles|antwerpen|kopenhagen|københavn|amsterdam|rotterdam)\b/i

/** @throws Refusal invalid for such a town without a country */
function requireLand({ plz, ort, land }: Given, given: Given): void {
  if (land !== undefined || given["plz"] === undefined) return
  if (/^\d{4}$/.test(String(plz)) && ABROAD.test(String(ort ?? "")))
    throw invalid(
      "land",
      "fehlt: der Ort liegt nicht in Deutschland, und seine Postleitzahl hat vier Ziffern",
    )
}

const storedNumbers: Numbers = {
  known: (tenant, numbers) =>
    new Set(
      tenant.all(byNumbers, { nummern: JSON.stringify(numbers) }).map(({ kundennummer }) => kundennummer),
    ),
  padded: (tenant) => tenant.all(paddedNumbers, {}).map(({ kundennummer }) => kundennummer),
}

const paddedNumbers = query<{ kundennummer: string }>`
  SELECT k.kundennummer FROM ${kunden} k WHERE k.kundennummer >= '00' AND k.kundennummer < '1' LIMIT 500`

/** @returns a hint, in German, of post codes that got their leading zero back */
function wholePostcodes(rows: ImportRow<New>[]): string[] {
  const hints = new Hints()
  for (const { given, input } of rows)
    if (given["plz"] !== undefined && given["plz"] !== input.plz)
      hints.add(
        "Bei [einer Postleitzahl|# Postleitzahlen] kam die führende Null dazu",
        `${String(given["plz"])} → ${input.plz}`,
      )
  return hints.list()
}

/** @returns a hint, in German, of customers whose name changes: their numbers may be wrong */
function renamed(rows: ImportRow<New>[]): string[] {
  const names = rows
    .filter(({ patch }) => "name" in patch)
    .map(({ existing: before, input }) => `${String(before?.felder["name"])} → ${input.name}`)
  return hintsOf("Bei [einem|#] Kunden ändert sich der Name. Stimmen die Nummern?", names)
}

/** Headings that may mean the number of a customer. */
const ITS_NUMBER =
  /(?:kunden|debitoren|adress|konto)nummer|^konto$|^debitor(?:en)?$|^(?:account|customer|client)(?:no|nummer|number|id|code)$/

/** @returns a hint, in German, of customers who get new numbers, or of an unread column that may have their numbers */
function withoutNumber(rows: readonly ImportRow<New>[], { columns }: HintContext): string[] {
  if (columns.some(({ spalte }) => spalte?.feld === "kundennummer" || spalte?.feld === "datev_konto"))
    return hintsOf(
      "[Ein Kunde hat keine Nummer und bekommt eine neue|# Kunden haben keine Nummer und bekommen neue]",
      rows.flatMap(({ given, input, existing: before }) =>
        before || given["kundennummer"] !== undefined ? [] : [input.name],
      ),
    )
  const other = columns.find(({ heading }) => ITS_NUMBER.test(keyOf(heading)))
  return other
    ? [`Keine Spalte ist als Kundennummer gelesen; vergeben werden neue. Ist es „${other.heading}“?`]
    : []
}

const byAccounts = query<{ id: string; name: string; debitor_nr: number }, { werte: string }>`
  SELECT k.id, k.name, k.debitor_nr
  FROM json_each(:werte) j CROSS JOIN ${kunden} k ON k.debitor_nr = j.value LIMIT 20000`

/** @returns a hint, in German, of accounts shared by several customers: the bookkeeping cannot tell their bookings apart */
function sharedAccounts(tenant: TenantDb, rows: ImportRow<New>[]): string[] {
  const named = rows.flatMap(({ input: { name, debitor_nr }, existing: before, made, zeile }) =>
    debitor_nr ? [{ id: made ?? before?.id ?? `${zeile}`, name, debitor_nr }] : [],
  )
  const known = new Set(rows.flatMap(({ existing: before, made }) => made ?? before?.id ?? []))
  const werte = JSON.stringify([...new Set(named.map(({ debitor_nr }) => debitor_nr))])
  const others = tenant.all(byAccounts, { werte }).filter(({ id }) => !known.has(id))
  const shared = [...Map.groupBy([...named, ...others], ({ debitor_nr }) => debitor_nr)].filter(
    ([, some]) => some.length > 1,
  )
  const examples = shared.map(([konto, some]) => `${konto} (${some.map(({ name }) => name).join(", ")})`)
  return hintsOf(
    "[Ein Debitorenkonto gehört|# Debitorenkonten gehören] mehreren Kunden. Ist das gemeint?",
    examples,
  )
}

/** @returns a hint, in German, if all names are numbers and no number has a digit */
function swapped(rows: readonly ImportRow<New>[]): string[] {
  const areSwapped = rows.every(
    ({ input: { kundennummer, name } }) => /^\d+$/.test(name) && /^\D+$/.test(kundennummer ?? "0"),
  )
  return rows.length > 1 && areSwapped
    ? ["Alle Namen sind Zahlen, und keine Nummer hat eine Ziffer: Sind die Spalten vertauscht?"]
    : []
}

/** @param parse checks one customer, as POST /api/kunden does */
export const kundenImporter = (parse: (input: unknown) => unknown): Importer<New> => ({
  art: "kunden",
  one: "Kunde",
  many: "Kunden",
  was: "Kunden",
  about: "Kunden ohne Nummer bekommen die nächste freie.",
  isJob: true,
  zeile: NewKunde,
  spalten: withOwnNumber(columnsIn, "kundennummer", storedNumbers),
  key: "kundennummer",
  compose: composeKunde,
  leavesOut: noCustomer,
  check: (input, given) => {
    const { art, land } = input as { art?: Kundenart; land?: string }
    const whole = given["plz"] === undefined ? {} : { plz: wholePlz(input) }
    const fitting = given["art"] === undefined && art !== undefined ? { art: artIn(land ?? "DE", art) } : {}
    const all = { ...input, ...fitting, ...whole }
    const kunde = collectFaults(
      () => parse(all) as New,
      () => requireTimes(all as Fields, "liegt vor dem Beginn"),
      () => requireFittingKind(all as Fields),
      () => requireLand(input, given),
    )
    return { ...kunde, ...(kunde.ust_id && { ust_id: compactUstId(kunde.ust_id) }) }
  },
  follows: { land: "art" },
  number: ({ kundennummer }) => kundennummer,
  name: ({ name }) => name,
  details: (input, { kundennummer: _, name: __, aktiv: ___, ...given }) => [
    ...inactive(input),
    ...fieldsInWords(kundenColumns, Object.keys(given))(input),
  ],
  hints: (tenant, rows, seen) => [
    ...withoutNumber(rows, seen),
    ...swapped(rows),
    ...wholePostcodes(rows),
    ...oddPlaces(rows),
    ...(seen.isDone ? [] : [...renamed(rows), ...likeOthers(tenant, rows), ...sharedAccounts(tenant, rows)]),
  ],
  unique: [
    {
      name: "Die Nummer",
      feld: "kundennummer",
      holders: (tenant, numbers) =>
        byField(tenant.all(byNumbers, { nummern: JSON.stringify(numbers) }), "kundennummer", existing),
    },
  ],
  likeness: [...likeness, ...byWords],
  // A list without numbers may be sent twice: the same name at the same address is the same customer.
  findUnnumbered: (tenant, { name, plz, strasse }) => {
    if (typeof name !== "string") return undefined
    const there = tenant
      .all(byName, { name: fold(name) })
      .filter(
        (kunde) =>
          isSame(wholePlz(kunde), wholePlz({ plz, land: kunde.land })) && isSame(kunde.strasse, strasse),
      )
    const found = namedSo(name, there, (kunde) => kunde.name)
    return found.length === 1 && found[0] ? existing(found[0]) : undefined
  },
  create: (tenant, actor, { input }) => createKunde(tenant, actor, input).record.id,
  change: (tenant, actor, { existing: before, patch }) =>
    void changeKunde(tenant, actor, before.id, patch, before.version),
  undo: (tenant, actor, id, _, version = 1) => void deleteKunde(tenant, actor, id, version),
  version: (tenant, id) => tenant.find(kunden, id)?.version,
  restore: (tenant, actor, id, before, version) => void changeKunde(tenant, actor, id, before, version),
})
