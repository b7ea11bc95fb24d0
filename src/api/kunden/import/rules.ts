import type { Static } from "@sinclair/typebox"
import { query } from "../../../db/query.ts"
import { kunden } from "../../../db/schema.ts"
import type { Row as Record, TenantDb } from "../../../db/tenant-db.ts"
import { compactUstId } from "../../../lib/identifiers.ts"
import { invalid } from "../../../lib/refusal.ts"
import { fold, isSameName, namedSo } from "../../../lib/fold.ts"
import { artIn, type Kundenart } from "../../../lib/kundenart.ts"
import { allOf } from "../../import/rows/all-of.ts"
import { type Numbers, withOwnNumber } from "../../import/table/codes.ts"
import { inactive, inWords } from "../../import/table/columns.ts"
import { byField, byLikeness, existingOf } from "../../import/rows/existing.ts"
import type { Given, Importer, Likeness, Row } from "../../import/table/importer.ts"
import { Told, toldOf } from "../../import/table/told.ts"
import type { NewKunde } from "../model.ts"
import { composeKunde, otherAccount } from "./compose.ts"
import { columnsIn, kundenColumns } from "./spalten.ts"
import { changeKunde, createKunde, deleteKunde, requireFittingKind, requireTimes } from "../rules.ts"

type New = Static<typeof NewKunde>
type Fields = Parameters<typeof requireTimes>[0]
type Kunde = Record<typeof kunden>

const byNumbers = query<Kunde, { nummern: string }>`
  SELECT k.* FROM json_each(:nummern) j CROSS JOIN ${kunden} k ON k.kundennummer = j.value`

const byName = query<Kunde, { name: string }>`
  SELECT k.* FROM ${kunden} k WHERE k.name_sort = :name LIMIT 50`

const existing = (kunde: Kunde) => existingOf(kundenColumns, kunde)

/** A spreadsheet takes 01067 for a number, and drops its zero. */
export const wholePlz = ({ plz, land = "DE" }: { plz?: unknown; land?: unknown }): unknown =>
  land === "DE" && typeof plz === "string" && /^\d{4}$/.test(plz) ? `0${plz}` : plz

/** A town that a postcode of four digits can only be in where the country is said. */
const ABROAD =
  /^(?:wien|vienna|graz|linz|salzburg|innsbruck|klagenfurt|villach|wels|st\. ?pölten|dornbirn|bregenz|steyr|zürich|genf|genève|basel|bern|lausanne|winterthur|luzern|st\. ?gallen|lugano|chur|zug|vaduz|luxe?mburg|brüssel|bruxelles|antwerpen|kopenhagen|københavn|amsterdam|rotterdam)\b/i

function requireLand({ plz, ort, land }: Given, given: Given): void {
  if (land !== undefined || given["plz"] === undefined) return
  if (/^\d{4}$/.test(String(plz)) && ABROAD.test(String(ort ?? "")))
    throw invalid(
      "land",
      "fehlt: der Ort liegt nicht in Deutschland, und seine Postleitzahl hat vier Ziffern",
    )
}

const wholeNumbers: Numbers = {
  there: (tenant, numbers) =>
    new Set(
      tenant.all(byNumbers, { nummern: JSON.stringify(numbers) }).map(({ kundennummer }) => kundennummer),
    ),
  led: (tenant) => tenant.all(ledNumbers, {}).map(({ kundennummer }) => kundennummer),
}

const ledNumbers = query<{ kundennummer: string }>`
  SELECT k.kundennummer FROM ${kunden} k WHERE k.kundennummer >= '00' AND k.kundennummer < '1' LIMIT 500`

/** @returns the postcodes that got their zero back, in German */
function wholePostcodes(rows: Row<New>[]): string[] {
  const told = new Told()
  for (const { given, input } of rows)
    if (given["plz"] !== undefined && given["plz"] !== input.plz)
      told.add(
        "Bei [einer Postleitzahl|# Postleitzahlen] kam die führende Null dazu",
        `${String(given["plz"])} → ${input.plz}`,
      )
  return told.list()
}

const isSame = (one: unknown, other: unknown): boolean => isSameName(String(one ?? ""), String(other ?? ""))

const alike = query<{ name: string; kundennummer: string; name_sort: string }, { werte: string }>`
  SELECT k.name, k.kundennummer, k.name_sort
  FROM json_each(:werte) j CROSS JOIN ${kunden} k ON k.name_sort = j.value LIMIT 20000`

function renamed(rows: Row<New>[]): string[] {
  const names = rows
    .filter(({ patch }) => "name" in patch)
    .map(({ existing: before, input }) => `${String(before?.felder["name"])} → ${input.name}`)
  return toldOf("Bei [einem|#] Kunden ändert sich der Name. Stimmen die Nummern?", names)
}

/** New customers who are called almost as others are. */
function likeOthers(tenant: TenantDb, rows: Row<New>[]): string[] {
  const added = rows.filter(({ existing: before }) => !before)
  const folded = [...new Set(added.map(({ input }) => fold(input.name)))]
  const there = Map.groupBy(
    tenant.all(alike, { werte: JSON.stringify(folded) }),
    ({ name_sort }) => name_sort,
  )
  const pairs = added.flatMap(({ input: { name } }) => {
    const likely = there.get(fold(name)) ?? []
    const [other] = namedSo(name, likely, (kunde) => kunde.name).length === 0 ? likely : []
    return other ? [`${name} – ${other.name} (${other.kundennummer})`] : []
  })
  return toldOf("[Ein neuer Kunde heißt|# neue Kunden heißen] fast wie andere. Sind es dieselben?", pairs)
}

const byAccounts = query<{ id: string; name: string; debitor_nr: number }, { werte: string }>`
  SELECT k.id, k.name, k.debitor_nr
  FROM json_each(:werte) j CROSS JOIN ${kunden} k ON k.debitor_nr = j.value LIMIT 20000`

/** Accounts of the bookkeeping that several customers have: their bookings cannot be told apart there. */
function sharedAccounts(tenant: TenantDb, rows: Row<New>[]): string[] {
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
  return toldOf(
    "[Ein Debitorenkonto gehört|# Debitorenkonten gehören] mehreren Kunden. Ist das gemeint?",
    examples,
  )
}

const byNames = query<Kunde, { werte: string }>`
  SELECT k.* FROM json_each(:werte) j CROSS JOIN ${kunden} k ON k.name_sort = j.value LIMIT 20000`
const byAddresses = query<Kunde, { werte: string }>`
  SELECT k.* FROM json_each(:werte) j CROSS JOIN ${kunden} k ON k.email = j.value LIMIT 20000`
const byVatIds = query<Kunde, { werte: string }>`
  SELECT k.* FROM json_each(:werte) j CROSS JOIN ${kunden} k ON k.ust_id = j.value LIMIT 20000`

/** Two with the same name are likely one, unless they live in two places. */
function liveTogether(one: Given, other: Given): boolean {
  const has = (field: string): boolean => Boolean(one[field]) && Boolean(other[field])
  const [street, otherStreet] = [one, other].map(({ strasse }) => fold(String(strasse)).trim())
  if (!has("strasse")) return !has("plz") || isSame(wholePlz(one), wholePlz(other))
  if (!has("plz")) return street === otherStreet
  // A house number, or the post code, is mistyped more often than both.
  return isSame(wholePlz(one), wholePlz(other))
    ? streetName(street) === streetName(otherStreet)
    : street === otherStreet && isSame(one["ort"], other["ort"])
}

/** `Hauptstraße 5` and `Hauptstr. 5a` are the same street. */
const streetName = (street = ""): string =>
  street
    .replace(/\d.*$/, "")
    .replace(/str(?:asse|\.)?\s*$/, "")
    .replaceAll(/[^\p{L}]/gu, "")

const alikeBy =
  (by: typeof byNames, keyOf: (kunde: Kunde) => string | null): Likeness<New>["holders"] =>
  (tenant, values) =>
    byLikeness(tenant.all(by, { werte: JSON.stringify(values) }), (kunde) => keyOf(kunde) ?? "", existing)

const likeness: readonly Likeness<New>[] = [
  {
    name: "Name und ähnliche Anschrift",
    key: ({ name }) => fold(name),
    holders: alikeBy(byNames, (kunde) => kunde.name_sort),
    agrees: liveTogether,
  },
  {
    name: "E-Mail",
    key: ({ email }) => email ?? undefined,
    holders: alikeBy(byAddresses, (kunde) => kunde.email),
  },
  {
    name: "USt-IdNr.",
    key: ({ ust_id }) => ust_id ?? undefined,
    holders: alikeBy(byVatIds, (kunde) => kunde.ust_id),
  },
]

/** @param parse reads one customer, as POST /api/kunden does */
export const kundenImporter = (parse: (input: unknown) => unknown): Importer<New> => ({
  art: "kunden",
  one: "Kunde",
  many: "Kunden",
  spalten: withOwnNumber(columnsIn, "kundennummer", wholeNumbers),
  key: "kundennummer",
  compose: composeKunde,
  leavesOut: otherAccount,
  check: (input, given) => {
    const { art, land } = input as { art?: Kundenart; land?: string }
    const whole = given["plz"] === undefined ? {} : { plz: wholePlz(input) }
    const fitting = given["art"] === undefined && art !== undefined ? { art: artIn(land ?? "DE", art) } : {}
    const all = { ...input, ...fitting, ...whole }
    const kunde = allOf(
      () => parse(all) as New,
      () => requireTimes(all as Fields, "liegt vor dem Beginn"),
      () => requireFittingKind(all as Fields),
      () => requireLand(input, given),
    )
    return { ...kunde, ...(kunde.ust_id && { ust_id: compactUstId(kunde.ust_id) }) }
  },
  number: ({ kundennummer }) => kundennummer,
  name: ({ name }) => name,
  details: (input, { kundennummer: _, name: __, aktiv: ___, ...given }) => [
    ...inactive(input),
    ...inWords(kundenColumns, Object.keys(given))(input),
  ],
  hints: (tenant, rows, { isDone }) => [
    ...wholePostcodes(rows),
    ...(isDone ? [] : [...renamed(rows), ...likeOthers(tenant, rows), ...sharedAccounts(tenant, rows)]),
  ],
  unique: [
    {
      name: "Die Nummer",
      feld: "kundennummer",
      holders: (tenant, numbers) =>
        byField(tenant.all(byNumbers, { nummern: JSON.stringify(numbers) }), "kundennummer", existing),
    },
  ],
  likeness,
  // A list without numbers can be sent twice: the same name at the same address is the same customer.
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
    void changeKunde(tenant, actor, before?.id ?? "", patch, before?.version),
  undo: (tenant, actor, id, _, version = 1) => void deleteKunde(tenant, actor, id, version),
  version: (tenant, id) => tenant.find(kunden, id)?.version,
  restore: (tenant, actor, id, before, version) => void changeKunde(tenant, actor, id, before, version),
})
