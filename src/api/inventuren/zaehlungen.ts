import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { geraete, inventuren, inventurzaehlungen, lagerartikel, pfandartikel } from "../../db/schema.ts"
import type { Row, TenantDb, TenantReader } from "../../db/tenant-db.ts"
import { conflict, type Fault, forbidden, invalid, invalidFields, missing } from "../../lib/refusal.ts"
import { deviceFault, namingFault } from "../shared/artikel-or-geraet.ts"
import { localTime, readErfasstAm } from "../shared/time.ts"
import { countZeilen } from "../pfandbuchungen/long-writes.ts"
import { splitArtikel } from "../shared/staende.ts"
import { withPersonNames, withPosten } from "../shared/names.ts"
import { claimRequest } from "../shared/claim.ts"
import { List } from "../shared/list.ts"
import type { PageOf, PageRequest } from "../shared/page.ts"
import { Created } from "../frame/reply.ts"
import type { Actor } from "../frame/session.ts"
import type { CountedReply, NewErfassung, ZaehlungReply } from "./model.ts"
import { beginOf, GONE, type Inventur, requireOpen } from "./rules.ts"
import { compareGerman } from "../../lib/fold.ts"
import { formatDatum } from "../../lib/format.ts"

type Zaehlung = Row<typeof inventurzaehlungen>
type Reply = Static<typeof ZaehlungReply>
type Erfassung = Static<typeof NewErfassung>

/** Most lines of one count: a hundred people who count for a day stay far below. */
const MOST = 20_000
/** Tolerance for telephones' clocks that are behind the opening of the count, in ms. */
const BEHIND = 5 * 60_000

export const zaehlungenList = new List<Zaehlung>({
  table: inventurzaehlungen,
  columns: ["*"],
  sorts: { "-id": "-id" },
  equal: ["gezaehlt_von", "pfandartikel_id"],
  within: "inventur_id",
})

const ofErfassung = query<Zaehlung, { inventur_id: string; erfassung_id: string }>`
  SELECT z.* FROM ${inventurzaehlungen} z WHERE z.inventur_id = :inventur_id AND z.erfassung_id = :erfassung_id
  ORDER BY z.id`
const tooMany = query<{ n: number }, { inventur_id: string; room: number }>`
  SELECT 1 AS n FROM ${inventurzaehlungen} z WHERE z.inventur_id = :inventur_id LIMIT 1 OFFSET :room`

const gefundene = query<{ geraet_id: string }, { inventur_id: string; ids: string }>`
  SELECT z.geraet_id FROM json_each(:ids) j
  CROSS JOIN ${inventurzaehlungen} z ON z.inventur_id = :inventur_id AND z.geraet_id = j.value`

type Counted = { pfandartikel_id?: string; geraet_id?: string; menge: number }

/** Rows of a counted position; a Gebinde is counted as the parts that it had when it was counted. */
function rowsOf(tenant: TenantDb, position: Erfassung["positionen"][number], erfasst_am: string): Counted[] {
  if (position.geraet_id !== undefined) {
    tenant.get(geraete, position.geraet_id, "Gerät nicht gefunden")
    return [{ geraet_id: position.geraet_id, menge: 1 }]
  }
  const artikel = tenant.get(pfandartikel, position.pfandartikel_id ?? "", "Pfandartikel nicht gefunden")
  return splitArtikel(tenant, artikel, position.menge, erfasst_am)
}

/** @returns the rows without devices that were found before, or are in an earlier one of these rows */
function withoutFound(tenant: TenantDb, inventur_id: string, rows: Counted[]): Counted[] {
  const ids = rows.flatMap(({ geraet_id = [] }) => geraet_id)
  const found = new Set(
    tenant.all(gefundene, { inventur_id, ids: JSON.stringify(ids) }).map(({ geraet_id }) => geraet_id),
  )
  return rows.filter(({ geraet_id }) => {
    if (geraet_id === undefined) return true
    const isNew = !found.has(geraet_id)
    found.add(geraet_id)
    return isNew
  })
}

function requireSingle({ positionen }: Erfassung): void {
  const faults = positionen.flatMap((position, i): Fault[] => {
    const fault = (path: string, msg: string): Fault[] => [{ location: "body", path, msg }]
    const unclear = namingFault(position)
    if (unclear) return fault(`positionen[${i}]`, unclear)
    const many = deviceFault(position)
    return many ? fault(`positionen[${i}].menge`, many) : []
  })
  if (faults.length > 0) throw invalidFields(faults)
}

/** @returns when it was counted, which is not before the count began */
function countedAt(given: string | undefined, now: string, inventur: Inventur): string {
  const begin = beginOf(inventur)
  const erfasst_am = readErfasstAm(given ?? inventur.gezaehlt_am ?? undefined, now)
  if (Date.parse(erfasst_am) < Date.parse(begin) - BEHIND)
    throw invalid("erfasst_am", "liegt vor dem Beginn der Inventur")
  return erfasst_am < begin ? begin : erfasst_am
}

/** An older count would take the place of a later one. @throws Refusal conflict */
function requireNotCountedSince(tenant: TenantReader, rows: Counted[], erfasst_am: string): void {
  for (const { pfandartikel_id = "" } of rows) {
    const stand = tenant.find(lagerartikel, pfandartikel_id)
    if (stand === undefined || stand.gezaehlt_am <= erfasst_am) continue
    const { bezeichnung } = tenant.get(pfandartikel, pfandartikel_id)
    const { datum, zeit } = localTime(tenant, stand.gezaehlt_am)
    throw conflict(
      `${bezeichnung} ist nach dieser Zählung noch einmal gezählt worden: am ${formatDatum(datum)}, ${zeit} Uhr. Das spätere gilt; bitte diese Zeile weglassen`,
    )
  }
}

/**
 * Adds what somebody counted to what they and others counted before. A device that was found twice is there once.
 *
 * @returns what was entered, and whether this request did it
 * @throws Refusal missing, invalid; conflict where the count has ended or is full
 */
export function addErfassung(
  tenant: TenantDb,
  actor: Actor,
  inventur_id: string,
  input: Erfassung,
): Created<{ erfassung_id: string; zaehlungen: Reply[] }> {
  tenant.get(inventuren, inventur_id, GONE)
  requireSingle(input)
  const erfassung_id = input.id ?? Bun.randomUUIDv7()
  const stored = () => withNames(tenant, tenant.all(ofErfassung, { inventur_id, erfassung_id }))
  if (!claimRequest(tenant, "inventurzaehlungen", input.id, { ...input, inventur_id }))
    return new Created({ erfassung_id, zaehlungen: stored() }, false)
  const erfasst_am = countedAt(input.erfasst_am, tenant.now(), requireOpen(tenant, inventur_id))
  const common = { inventur_id, erfassung_id, erfasst_am, gezaehlt_von: actor.id, ort: input.ort ?? null }
  const rows = withoutFound(
    tenant,
    inventur_id,
    input.positionen.flatMap((position) => rowsOf(tenant, position, erfasst_am)),
  )
  requireNotCountedSince(tenant, rows, erfasst_am)
  if (tenant.first(tooMany, { inventur_id, room: MOST - rows.length }))
    throw conflict(`Eine Inventur hat höchstens ${MOST} gezählte Zeilen`)
  tenant.insertAll(
    inventurzaehlungen,
    rows.map((row) => ({ ...common, ...row })),
  )
  return new Created({ erfassung_id, zaehlungen: stored() }, true)
}

/** Takes back what somebody entered at once; drivers only what they entered. @throws Refusal missing, forbidden, conflict */
export function removeErfassung(
  tenant: TenantDb,
  actor: Actor,
  inventur_id: string,
  erfassung_id: string,
): void {
  tenant.get(inventuren, inventur_id, GONE)
  const rows = tenant.all(ofErfassung, { inventur_id, erfassung_id })
  if (rows.length === 0) throw missing("Diese Zeilen gibt es nicht")
  requireOpen(tenant, inventur_id)
  if (actor.rolle === "fahrer" && rows.some(({ gezaehlt_von }) => gezaehlt_von !== actor.id))
    throw forbidden("Zurücknehmen kann es nur, wer es gezählt hat")
  for (const { id } of rows) tenant.delete(inventurzaehlungen, id)
}

const withNames = (tenant: TenantReader, rows: Zaehlung[]): Reply[] =>
  withPersonNames(tenant, withPosten(tenant, rows), "gezaehlt_von")

/** @returns the counted lines, the latest first. @throws Refusal missing */
export function listZaehlungen(
  tenant: TenantReader,
  inventur_id: string,
  request: PageRequest & { gezaehlt_von?: string; pfandartikel_id?: string },
): PageOf<Reply> {
  tenant.get(inventuren, inventur_id, GONE)
  const page = zaehlungenList.page(tenant, { ...request, inventur_id })
  return { ...page, items: withNames(tenant, page.items) }
}

type PerPerson = {
  pfandartikel_id: string | null
  gezaehlt_von: string
  menge: number
  zeilen: number
  am: string
}

const perPerson = query<PerPerson, { inventur_id: string }>`
  SELECT z.pfandartikel_id, z.gezaehlt_von, sum(z.menge) AS menge, count(*) AS zeilen, max(z.erfasst_am) AS am
  FROM ${inventurzaehlungen} z WHERE z.inventur_id = :inventur_id
  GROUP BY z.pfandartikel_id, z.gezaehlt_von`

const isArtikel = ({ pfandartikel_id }: PerPerson): boolean => pfandartikel_id !== null
const sum = (some: readonly PerPerson[]): number => some.reduce((all, { menge }) => all + menge, 0)

/** @returns what all together and each of them counted so far. @throws Refusal missing */
export function sumCounted(tenant: TenantReader, inventur_id: string): Static<typeof CountedReply> {
  tenant.get(inventuren, inventur_id, GONE)
  const rows = withPersonNames(tenant, tenant.all(perPerson, { inventur_id }), "gezaehlt_von")
  const articles = Map.groupBy(rows.filter(isArtikel), ({ pfandartikel_id }) => pfandartikel_id ?? "")
  const artikel = [...articles].map(([pfandartikel_id, personen]) => ({
    pfandartikel_id,
    geraet_id: null,
    einheit: tenant.get(pfandartikel, pfandartikel_id).einheit,
    menge: sum(personen),
    personen,
  }))
  const personen = [...Map.groupBy(rows, ({ gezaehlt_von }) => gezaehlt_von).values()].map((some) => ({
    ...(some[0] as (typeof rows)[number]),
    zeilen: some.reduce((all, { zeilen }) => all + zeilen, 0),
    stueck: sum(some.filter(isArtikel)),
    geraete: sum(some) - sum(some.filter(isArtikel)),
    zuletzt_am: some.reduce((latest, { am }) => (am > latest ? am : latest), ""),
  }))
  return {
    artikel: withPosten(tenant, artikel).toSorted((a, b) => compareGerman(a.nummer, b.nummer)),
    geraete: sum(rows) - sum(rows.filter(isArtikel)),
    personen: personen.toSorted((a, b) => b.zeilen - a.zeilen),
  }
}

/** Most counted lines that are stored or taken back where everybody waits for it: some 6 ms. */
const LINES_HERE = 300

const beyond = query<{ id: string }, { inventur_id: string; erfassung_id: string; most: number }>`
  SELECT z.id FROM ${inventurzaehlungen} z WHERE z.inventur_id = :inventur_id AND z.erfassung_id = :erfassung_id
  LIMIT 1 OFFSET :most`

/** @returns whether a count has enough lines, or parts of Gebinde, for the thread of long writes (http/run.ts) */
export const isLongCount = ({ tenant, body }: { tenant: TenantReader; body: Erfassung }): boolean =>
  countZeilen(tenant, body.positionen) > LINES_HERE

/** @returns whether what is taken back has enough lines for that thread */
export const isLongRemoval = ({
  tenant,
  params,
}: {
  tenant: TenantReader
  params: Record<string, string>
}): boolean => {
  const { id: inventur_id = "", erfassung_id = "" } = params
  return tenant.first(beyond, { inventur_id, erfassung_id, most: LINES_HERE }) !== undefined
}
