import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { pfandartikel, pfandartikel_suchtexte, pfandbestandteile } from "../../db/schema.ts"
import type { TenantDb, TenantReader } from "../../db/tenant-db.ts"
import { einheitOf } from "../../lib/einheit.ts"
import { artikelfelder } from "../../lib/felder/artikel.ts"
import { artikeltext } from "../../lib/felder/search-text.ts"
import { invalid } from "../../lib/refusal.ts"
import { steuersatzOf } from "../../lib/steuer.ts"
import { Created } from "../frame/reply.ts"
import { type Artikelzeile, keepArtikelstand } from "../shared/staende.ts"
import { List } from "../shared/list.ts"
import type { PageOf, PageRequest } from "../shared/page.ts"
import { type Author, writeProtokoll } from "../shared/record.ts"
import { changeRecord, createRecord, resource } from "../shared/resource.ts"
import { SearchInside } from "../shared/inside.ts"
import type { NewPfandartikel, PfandartikelPatch, PfandartikelReply } from "./model.ts"

type Artikel = Static<typeof PfandartikelReply>
type Parts = NonNullable<Static<typeof NewPfandartikel>["bestandteile"]>

const GONE = "Pfandartikel nicht gefunden"

export const artikelRecords = resource({
  table: pfandartikel,
  fields: artikelfelder,
  gone: GONE,
  inUse:
    "Zu diesem Artikel gibt es Buchungen, Lieferungen, Gebinde, einen Stand im Lager oder ein früheres Pfand; bitte deaktivieren",
  search: { texts: pfandartikel_suchtexte, wordsOf: (artikel) => ({ text: artikeltext(artikel) }) },
})

export const pfandartikelList = new List<Artikelzeile>({
  table: pfandartikel,
  columns: ["*"],
  sorts: { nummer: "nummer", bezeichnung: "bezeichnung" },
  unique: "nummer",
  equal: ["art", "aktiv"],
})

const search = new SearchInside<Artikelzeile>({
  table: pfandartikel,
  texts: pfandartikel_suchtexte,
  columns: ["*"],
  number: "nummer",
  name: "bezeichnung",
  codes: ["barcode"],
  filters: { art: "art =", aktiv: "aktiv =" },
})

type Part = Artikel["bestandteile"][number] & { gebinde_id: string }

/** The parts of several gebinde at once: one query for a whole page. */
const partsOf = query<Part, { ids: string }>`
  SELECT b.gebinde_id, b.pfandartikel_id, a.nummer, a.bezeichnung, b.menge, a.pfand_cent
  FROM json_each(:ids) j
  CROSS JOIN ${pfandbestandteile} b ON b.gebinde_id = j.value
  CROSS JOIN ${pfandartikel} a ON a.id = b.pfandartikel_id
  ORDER BY b.id`

export const partIds = query<{ id: string }, { gebinde_id: string }>`
  SELECT b.id FROM ${pfandbestandteile} b WHERE b.gebinde_id = :gebinde_id`

export const gebindeWith = query<{ id: string }, { pfandartikel_id: string }>`
  SELECT b.gebinde_id AS id FROM ${pfandbestandteile} b WHERE b.pfandartikel_id = :pfandartikel_id`

type ArtikelRequest = PageRequest & { q?: string; art?: Artikelzeile["art"]; aktiv?: number }

/** A page of all articles, or of those found by the words `q`. @throws Refusal invalid */
export function listPfandartikel(tenant: TenantReader, { q, ...request }: ArtikelRequest): PageOf<Artikel> {
  const page = q ? search.page(tenant, { ...request, q }) : pfandartikelList.page(tenant, request)
  return { ...page, items: withParts(tenant, page.items) }
}

const byNumbers = query<Artikelzeile, { nummern: string }>`
  SELECT a.* FROM json_each(:nummern) j CROSS JOIN ${pfandartikel} a ON a.nummer = j.value`

const byBarcodes = query<Artikelzeile, { barcodes: string }>`
  SELECT a.* FROM json_each(:barcodes) j CROSS JOIN ${pfandartikel} a ON a.barcode = j.value`

/** @returns those of these numbers that there are */
export const listByNumbers = (tenant: TenantDb, numbers: string[]): Artikel[] =>
  withParts(tenant, tenant.all(byNumbers, { nummern: JSON.stringify(numbers) }))

/** @returns those of these barcodes that there are */
export const listByBarcodes = (tenant: TenantDb, barcodes: string[]): Artikel[] =>
  withParts(tenant, tenant.all(byBarcodes, { barcodes: JSON.stringify(barcodes) }))

/** @throws Refusal missing */
export const getPfandartikel = (tenant: TenantReader, id: string): Artikel =>
  withParts(tenant, [tenant.get(pfandartikel, id, GONE)])[0] as Artikel

/** @returns the parts of these gebinde, by the id of the gebinde; none of what is no gebinde */
export function partsByGebinde(tenant: TenantReader, ids: string[]): Map<string, Part[]> {
  const parts = ids.length > 0 ? tenant.all(partsOf, { ids: JSON.stringify(ids) }) : []
  return Map.groupBy(parts, ({ gebinde_id }) => gebinde_id)
}

function withParts(tenant: TenantReader, zeilen: Artikelzeile[]): Artikel[] {
  const teile = partsByGebinde(
    tenant,
    zeilen.filter(({ art }) => art === "gebinde").map(({ id }) => id),
  )
  return zeilen.map((zeile) => {
    const bestandteile = teile.get(zeile.id) ?? []
    const sum = bestandteile.reduce((cent, { menge, pfand_cent }) => cent + menge * pfand_cent, 0)
    const steuersatz = steuersatzOf({ ...zeile, klasse: zeile.ust_klasse }, { kleinunternehmer: 0 })
    return { ...zeile, steuersatz, pfand_cent: zeile.pfand_cent ?? sum, bestandteile }
  })
}

/**
 * @returns the article, and whether this request made it
 * @throws Refusal missing for a missing part; conflict when a number or the id is taken; invalid
 */
export function createPfandartikel(
  tenant: TenantDb,
  author: Author,
  input: Static<typeof NewPfandartikel>,
): Created<Artikel> {
  const { bestandteile, ...rest } = input
  const fields = withSteuersatz(rest.ust_klasse, rest)
  if (fields.art === "einzeln" && fields.pfand_cent === undefined) throw invalid("pfand_cent", "fehlt")
  requireFitting(fields.art, input)
  if (fields.art === "gebinde" && !bestandteile)
    throw invalid("bestandteile", "fehlt: woraus besteht das Gebinde?")
  const { record, first } = createRecord(tenant, author, artikelRecords, input, () => ({
    einheit: einheitOf(fields.bezeichnung),
    ...fields,
  }))
  if (first && bestandteile) replaceParts(tenant, record.id, bestandteile)
  return new Created(getPfandartikel(tenant, record.id), first)
}

/** @throws Refusal missing, conflict, stale; invalid for a field that this kind of article does not have */
export function changePfandartikel(
  tenant: TenantDb,
  author: Author,
  id: string,
  input: Static<typeof PfandartikelPatch>,
  ifMatch: number | undefined,
): Artikel {
  const { bestandteile, ...rest } = input
  const before = getPfandartikel(tenant, id)
  requireFitting(before.art, input)
  const patch = {
    ...withSteuersatz(rest.ust_klasse ?? before.ust_klasse, rest),
    ...chooseForOut(before, rest),
  }
  const hasOtherParts = bestandteile !== undefined && !areEqual(before.bestandteile, bestandteile)
  const hasOtherDeposit = patch.pfand_cent !== undefined && patch.pfand_cent !== before.pfand_cent
  if (hasOtherParts || hasOtherDeposit) keepArtikelstand(tenant, tenant.get(pfandartikel, id, GONE))
  const changed = changeRecord(tenant, author, artikelRecords, id, patch, ifMatch)
  // A Gebinde shows number, name and deposit of its parts, so its ETag changes with them.
  if (changed.version !== before.version)
    for (const gebinde of tenant.all(gebindeWith, { pfandartikel_id: id }))
      tenant.update(pfandartikel, gebinde.id, {})
  if (bestandteile && hasOtherParts) {
    replaceParts(tenant, id, bestandteile)
    const after = tenant.update(pfandartikel, id, {})
    const now = getPfandartikel(tenant, id).bestandteile
    const parts = { bestandteile: [partsInWords(before.bestandteile), partsInWords(now)] as const }
    writeProtokoll(tenant, author, "pfandartikel.bestandteile_geaendert", pfandartikel, changed, after, parts)
  }
  return getPfandartikel(tenant, id)
}

/** An amount that is changed without a word refunds what was paid: never worth more by accident. */
function chooseForOut(
  before: Artikel,
  { pfand_cent, bei_aenderung }: Static<typeof PfandartikelPatch>,
): { bei_aenderung?: Artikelzeile["bei_aenderung"] } {
  if (before.art === "gebinde" && bei_aenderung !== undefined)
    throw invalid("bei_aenderung", "hat ein Gebinde nicht: seine Teile werden gebucht")
  if (bei_aenderung !== undefined) return { bei_aenderung }
  return pfand_cent === undefined || pfand_cent === before.pfand_cent ? {} : { bei_aenderung: "erstattung" }
}

/** A part of a Gebinde, by the number that people know. */
export type NumberedPart = { menge: number; nummer: string }

export const partsInWords = (parts: readonly NumberedPart[]): string =>
  parts.map(({ menge, nummer }) => `${menge} × ${nummer}`).join(", ")

const areEqual = (some: Parts, others: Parts): boolean =>
  some.length === others.length &&
  some.every(
    ({ pfandartikel_id, menge }, i) =>
      pfandartikel_id === others[i]?.pfandartikel_id && menge === others[i].menge,
  )

function requireFitting(
  art: Artikelzeile["art"],
  input: { pfand_cent?: number; bestandteile?: Parts },
): void {
  if (art === "einzeln" && input.bestandteile) throw invalid("bestandteile", "hat nur ein Gebinde")
  if (art === "gebinde" && input.pfand_cent !== undefined) {
    throw invalid("pfand_cent", "hat ein Gebinde nicht: es gilt das Pfand seiner Teile")
  }
}

/** The deposit on a pallet is taxed at the full rate, whatever lies on it. @throws Refusal invalid for another */
export function requireSteuersatz(klasse: unknown, steuersatz: unknown): void {
  if (klasse === "transporthilfsmittel" && (steuersatz ?? "regel") !== "regel")
    throw invalid("steuersatz", "ist bei Transporthilfsmitteln immer der Regelsatz")
}

function withSteuersatz<T extends { steuersatz?: Artikelzeile["steuersatz"] }>(
  klasse: Artikelzeile["ust_klasse"],
  fields: T,
): T {
  requireSteuersatz(klasse, fields.steuersatz)
  return klasse === "transporthilfsmittel" ? { ...fields, steuersatz: "regel" } : fields
}

/** Bookings name single articles, so changing the parts changes no booking. */
function replaceParts(tenant: TenantDb, gebinde_id: string, parts: Parts): void {
  for (const { id } of tenant.all(partIds, { gebinde_id })) tenant.delete(pfandbestandteile, id)
  const seen = new Set<string>()
  for (const [i, { pfandartikel_id, menge }] of parts.entries()) {
    const path = `bestandteile[${i}].pfandartikel_id`
    const part = tenant.get(pfandartikel, pfandartikel_id, GONE)
    if (part.art !== "einzeln") throw invalid(path, "muss ein einzelner Artikel sein")
    if (seen.has(pfandartikel_id)) throw invalid(path, "kommt doppelt vor")
    seen.add(pfandartikel_id)
    tenant.insert(pfandbestandteile, { gebinde_id, pfandartikel_id, menge })
  }
}
