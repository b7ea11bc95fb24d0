import type { Static } from "@sinclair/typebox"
import { query } from "../../../db/query.ts"
import { kunden } from "../../../db/schema.ts"
import type { TenantDb } from "../../../db/tenant-db.ts"
import { fold, isSameName, namedSo } from "../../../lib/fold.ts"
import { withFirma, withoutRechtsform } from "../../../lib/rechtsform.ts"
import { byLikeness, existingOf } from "../../import/rows/existing.ts"
import type { Given, Likeness, ImportRow } from "../../import/table/importer.ts"
import { hintsOf } from "../../import/table/hints.ts"
import { wholePlz } from "../../import/table/places.ts"
import type { NewKunde } from "../model.ts"
import type { Kunde } from "../rules.ts"
import { kundenColumns } from "./spalten.ts"

/** Finds customers of a table who may be stored already. People are asked about them; nothing is decided here. */

export type New = Static<typeof NewKunde>

/** @returns a stored customer in the form that rows are compared with */
export const existing = (kunde: Kunde) => existingOf(kundenColumns, kunde)

/** @returns whether both texts are the same name; a missing one is an empty text */
export const isSame = (one: unknown, other: unknown): boolean =>
  isSameName(String(one ?? ""), String(other ?? ""))

const alike = query<{ name: string; kundennummer: string; name_sort: string }, { werte: string }>`
  SELECT k.name, k.kundennummer, k.name_sort
  FROM json_each(:werte) j CROSS JOIN ${kunden} k ON k.name_sort = j.value LIMIT 20000`

/** @returns a hint, in German, of new customers whose names are almost those of stored ones */
export function likeOthers(tenant: TenantDb, rows: ImportRow<New>[]): string[] {
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
  return hintsOf("[Ein neuer Kunde heißt|# neue Kunden heißen] fast wie andere. Sind es dieselben?", pairs)
}

const byNames = query<Kunde, { werte: string }>`
  SELECT k.* FROM json_each(:werte) j CROSS JOIN ${kunden} k ON k.name_sort = j.value LIMIT 20000`
const byAddresses = query<Kunde, { werte: string }>`
  SELECT k.* FROM json_each(:werte) j CROSS JOIN ${kunden} k ON k.email = j.value LIMIT 20000`
const byVatIds = query<Kunde, { werte: string }>`
  SELECT k.* FROM json_each(:werte) j CROSS JOIN ${kunden} k ON k.ust_id = j.value LIMIT 20000`

/** @returns whether two customers may live at one address, so that the same name means one customer */
export function liveTogether(one: Given, other: Given): boolean {
  const has = (field: string): boolean => Boolean(one[field]) && Boolean(other[field])
  const [street, otherStreet] = [one, other].map(({ strasse }) => fold(String(strasse)).trim())
  if (!has("strasse")) return !has("plz") || isSame(wholePlz(one), wholePlz(other))
  if (!has("plz")) return street === otherStreet
  // Either the house number or the post code may be mistyped, but hardly both.
  return isSame(wholePlz(one), wholePlz(other))
    ? streetName(street) === streetName(otherStreet)
    : street === otherStreet && isSame(one["ort"], other["ort"])
}

/** Post code and street in a form for comparing, kept because each customer is compared with many. */
const streets = new WeakMap<Given, string>()
const streetOf = (kunde: Given): string =>
  streets.getOrInsertComputed(
    kunde,
    () => `${fold(String(wholePlz(kunde) ?? "")).trim()} ${streetName(fold(String(kunde["strasse"])))}`,
  )

/** @returns whether both have the same post code and street */
export const sameStreet = (one: Given, other: Given): boolean => streetOf(one) === streetOf(other)

/** `Hauptstraße 5` and `Hauptstr. 5a` are the same street. */
const streetName = (street = ""): string =>
  street
    .replace(/\d.*$/, "")
    .replace(/str(?:asse|\.)?\s*$/, "")
    .replaceAll(/[^\p{L}]/gu, "")

/** Names that are this one, or go on behind a space, a comma or a bracket: `Adler` and `Adler GmbH`, not `Adlerhof`. */
const byBeginnings = query<Kunde, { werte: string }>`
  SELECT k.* FROM json_each(:werte) j CROSS JOIN ${kunden} k ON k.id IN (
    SELECT b.id FROM ${kunden} b WHERE b.name_sort >= j.value AND b.name_sort < j.value || '-' LIMIT 200)
  LIMIT 20000`

const bareName = ({ name }: { name: string }): string => withoutRechtsform(fold(name))

const alikeBy =
  (by: typeof byNames, keyOf: (kunde: Kunde) => string | null): Likeness<New>["holders"] =>
  (tenant, values) =>
    byLikeness(tenant.all(by, { werte: JSON.stringify(values) }), (kunde) => keyOf(kunde) ?? "", existing)

export const likeness: readonly Likeness<New>[] = [
  {
    name: "Name und ähnliche Anschrift",
    key: ({ name }) => fold(name),
    holders: alikeBy(byNames, (kunde) => kunde.name_sort),
    agrees: liveTogether,
  },
  {
    name: "Name ohne Rechtsform und ähnliche Anschrift",
    key: bareName,
    holders: (tenant, names) =>
      byLikeness(
        tenant.all(byBeginnings, { werte: JSON.stringify(names.flatMap(withFirma)) }),
        bareName,
        existing,
      ),
    agrees: (one, other) =>
      fold(String(one["name"])) !== fold(String(other["name"])) && liveTogether(one, other),
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
