import { Type } from "@sinclair/typebox"
import { protokoll } from "../../db/schema.ts"
import type { Row } from "../../db/tenant-db.ts"
import { List, Page, pageQuery } from "../page.ts"
import { read, type Route } from "../route.ts"
import { admins } from "../session.ts"
import { Maybe, Nullable, Uuid, Zeitpunkt } from "../../lib/fields.ts"

type Eintrag = Row<typeof protokoll>

const eintraege = new List<Eintrag>({
  table: protokoll,
  columns: ["*"],
  sorts: { "-id": "-id" },
  filters: {
    tabelle: "tabelle = :tabelle",
    datensatz_id: "datensatz_id = :datensatz_id",
    mitarbeiter_id: "mitarbeiter_id = :mitarbeiter_id",
  },
})

const EintragReply = Type.Object(
  {
    id: Uuid(),
    mitarbeiter_id: Nullable(Type.String({ description: "null: die Kommandozeile" })),
    mitarbeiter_name: Type.String(),
    aktion: Type.String({ examples: ["kunden.geaendert"] }),
    tabelle: Type.String(),
    datensatz_id: Type.String(),
    aenderungen: Type.Array(
      Type.Object({
        feld: Type.String(),
        vorher: Nullable(Type.String({ description: "Zahlen als Text; null: leer" })),
        nachher: Nullable(Type.String()),
      }),
    ),
    erstellt_am: Zeitpunkt(),
  },
  { title: "Protokolleintrag" },
)

export const protokollRoutes: Route[] = [
  read(
    "GET /api/protokoll",
    {
      scope: "tenant",
      roles: admins,
      summary: "Wer wann was geändert hat, das Neueste zuerst",
      query: pageQuery(["-id"], {
        tabelle: Maybe(Type.String({ maxLength: 100, examples: ["kunden"] })),
        datensatz_id: Maybe(Type.String({ maxLength: 100 })),
        mitarbeiter_id: Maybe(Uuid()),
      }),
      reply: Page(EintragReply),
    },
    ({ tenant, query }) => {
      const page = eintraege.page(tenant, query)
      return {
        ...page,
        items: page.items.map(({ aenderungen, ...rest }) => ({ ...rest, aenderungen: lies(aenderungen) })),
      }
    },
  ),
]

/** Stored as `{ "feld": [vorher, nachher] }`; as a list it has a form that a client can rely on. */
function lies(json: string): { feld: string; vorher: string | null; nachher: string | null }[] {
  const text = (value: unknown): string | null =>
    value === null || value === undefined ? null : String(value)
  const aenderungen = JSON.parse(json) as Record<string, [unknown, unknown]>
  return Object.entries(aenderungen).map(([feld, [vorher, nachher]]) => ({
    feld,
    vorher: text(vorher),
    nachher: text(nachher),
  }))
}
