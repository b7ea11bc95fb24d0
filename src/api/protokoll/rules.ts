import type { Static } from "@sinclair/typebox"
import { protokoll } from "../../db/schema.ts"
import type { Row, TenantReader } from "../../db/tenant-db.ts"
import { owners, searchedPage } from "../shared/fitting.ts"
import { List } from "../shared/list.ts"
import type { PageOf, PageRequest } from "../shared/page.ts"
import { instants } from "../shared/time.ts"
import { namerOf } from "./names.ts"
import type { EntryReply } from "./model.ts"

type Entry = Static<typeof EntryReply>

export const entries = new List<Row<typeof protokoll>>({
  table: protokoll,
  columns: ["*"],
  sorts: { "-id": "-id" },
  equal: ["tabelle", "datensatz_id", "mitarbeiter_id"],
  filters: {
    ab_id: "id >= :ab_id",
    vor_id: "id < :vor_id",
    seit: "erstellt_am >= :seit",
    vor: "erstellt_am < :vor",
  },
})

type Request = PageRequest & { q?: string; von?: string; bis?: string }

/** Who changed something, and the records themselves that were changed. */
const belongTo = [
  owners.personen("mitarbeiter_id"),
  owners.kunden("datensatz_id"),
  owners.geraete("datensatz_id"),
  owners.artikel("datensatz_id"),
  owners.personen("datensatz_id"),
]

/** @returns a page of what was changed, the latest first */
export function listEntries(tenant: TenantReader, { von, bis, ...filter }: Request): PageOf<Entry> {
  const request = { ...filter, ...withIds(instants(tenant, { von, bis })) }
  const page = searchedPage(tenant, entries, request, belongTo)
  const betrifft = namerOf(tenant, page.items)
  return {
    ...page,
    items: page.items.map((entry) => ({
      ...entry,
      betrifft: betrifft(entry),
      aenderungen: toList(entry.aenderungen),
    })),
  }
}

/** Tolerance in ms: a UUIDv7 contains its time of creation, which is close to the entry's. */
const MARGIN = 60_000

function withIds({ seit, vor }: { seit?: string; vor?: string }) {
  return {
    ...(seit !== undefined && { seit, ab_id: firstIdAt(Date.parse(seit) - MARGIN) }),
    ...(vor !== undefined && { vor, vor_id: firstIdAt(Date.parse(vor) + MARGIN) }),
  }
}

/** @returns a string that sorts before every UUIDv7 made at that time or later */
function firstIdAt(ms: number): string {
  const hex = Math.max(ms, 0).toString(16).padStart(12, "0")
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}

/** Stored as `{ "feld": [vorher, nachher] }`; turned into a list, so that clients get a fixed shape. */
function toList(json: string): { feld: string; vorher: string | null; nachher: string | null }[] {
  const text = (value: unknown): string | null =>
    value === null || value === undefined ? null : String(value)
  const changes = JSON.parse(json) as Record<string, [unknown, unknown]>
  return Object.entries(changes).map(([feld, [before, nachher]]) => ({
    feld,
    vorher: text(before),
    nachher: text(nachher),
  }))
}
