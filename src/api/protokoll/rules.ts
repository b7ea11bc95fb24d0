import type { Static } from "@sinclair/typebox"
import { protokoll } from "../../db/schema.ts"
import type { Row, TenantReader } from "../../db/tenant-db.ts"
import { List } from "../shared/list.ts"
import type { PageOf, PageRequest } from "../shared/page.ts"
import { instants } from "../shared/time.ts"
import { betroffene } from "./betrifft.ts"
import type { EintragReply } from "./model.ts"

type Eintrag = Static<typeof EintragReply>

export const eintraege = new List<Row<typeof protokoll>>({
  table: protokoll,
  columns: ["*"],
  sorts: { "-id": "-id" },
  filters: {
    tabelle: "tabelle = :tabelle",
    datensatz_id: "datensatz_id = :datensatz_id",
    mitarbeiter_id: "mitarbeiter_id = :mitarbeiter_id",
    ab_id: "id >= :ab_id",
    vor_id: "id < :vor_id",
    seit: "erstellt_am >= :seit",
    vor: "erstellt_am < :vor",
  },
})

type Request = PageRequest & { von?: string; bis?: string }

/** @returns a page of what was changed, the latest first */
export function listEintraege(tenant: TenantReader, { von, bis, ...filter }: Request): PageOf<Eintrag> {
  const page = eintraege.page(tenant, { ...filter, ...withIds(instants(tenant, { von, bis })) })
  const betrifft = betroffene(tenant, page.items)
  return {
    ...page,
    items: page.items.map((eintrag) => ({
      ...eintrag,
      betrifft: betrifft(eintrag),
      aenderungen: toList(eintrag.aenderungen),
    })),
  }
}

/** Tolerance in ms: a UUIDv7 contains its time of creation, which is close to the entry's. */
const UNGEFAEHR = 60_000

function withIds({ seit, vor }: { seit?: string; vor?: string }) {
  return {
    ...(seit !== undefined && { seit, ab_id: firstIdAt(Date.parse(seit) - UNGEFAEHR) }),
    ...(vor !== undefined && { vor, vor_id: firstIdAt(Date.parse(vor) + UNGEFAEHR) }),
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
  const aenderungen = JSON.parse(json) as Record<string, [unknown, unknown]>
  return Object.entries(aenderungen).map(([feld, [vorher, nachher]]) => ({
    feld,
    vorher: text(vorher),
    nachher: text(nachher),
  }))
}
