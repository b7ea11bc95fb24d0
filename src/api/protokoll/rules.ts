import type { Static } from "@sinclair/typebox"
import { protokoll } from "../../db/schema.ts"
import type { Row, TenantDb } from "../../db/tenant-db.ts"
import { List, type PageOf, type PageRequest } from "../page.ts"
import type { EintragReply } from "./model.ts"

type Eintrag = Static<typeof EintragReply>

const eintraege = new List<Row<typeof protokoll>>({
  table: protokoll,
  columns: ["*"],
  sorts: { "-id": "-id" },
  filters: {
    tabelle: "tabelle = :tabelle",
    datensatz_id: "datensatz_id = :datensatz_id",
    mitarbeiter_id: "mitarbeiter_id = :mitarbeiter_id",
  },
})

/** @returns a page of what was changed, the latest first */
export function listEintraege(tenant: TenantDb, request: PageRequest): PageOf<Eintrag> {
  const page = eintraege.page(tenant, request)
  return {
    ...page,
    items: page.items.map(({ aenderungen, ...rest }) => ({ ...rest, aenderungen: toList(aenderungen) })),
  }
}

/** Stored as `{ "feld": [vorher, nachher] }`; as a list it has a form that a client can rely on. */
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
