import { Datum, Maybe } from "../../lib/fields.ts"
import { invalid } from "../../lib/refusal.ts"
import { Euro } from "../../print/export/xlsx.ts"
import { query, type Value } from "../../db/query.ts"
import { kunden, pfandsalden } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import type { Bestand } from "../../print/modell.ts"
import { listBestand } from "../belege/bestand.ts"
import type { Route } from "../frame/route.ts"
import { office } from "../frame/session.ts"
import { type PageOf, type PageRequest, readPage } from "../shared/page.ts"
import { instants, localTime } from "../shared/time.ts"
import { exportRoute } from "./export-route.ts"

/** What every customer held at the end of a day: for annual accounts, which are drawn up weeks later. */

type Kunde = { id: string; kundennummer: string; name: string; ort: string | null }
type Zeile = Omit<Kunde, "id"> & Bestand & { stichtag: string }

const kundenAfter = query<Kunde, { nach: Value; limit: number }>`
  SELECT s.kunde_id AS id, k.kundennummer, k.name, k.ort
  FROM ${pfandsalden} s CROSS JOIN ${kunden} k ON k.id = s.kunde_id
  WHERE s.kunde_id > :nach ORDER BY s.kunde_id LIMIT :limit`

type Request = PageRequest & { stichtag?: string }

/** @throws Refusal invalid for a day that is not over and not today */
function listStichtag(tenant: TenantReader, { stichtag: asked, ...request }: Request): PageOf<Zeile> {
  const today = localTime(tenant).datum
  const stichtag = asked ?? today
  if (stichtag > today) throw invalid("stichtag", "liegt in der Zukunft", "query")
  const { vor = "" } = instants(tenant, { bis: stichtag })
  const page = readPage<Kunde>(request, {
    order: "stichtag kunde_id",
    numeric: false,
    rows: ([nach] = ["", ""], limit) => tenant.all(kundenAfter, { nach, limit }),
    keyOf: ({ id }) => [id, id],
  })
  const items = page.items.flatMap(({ id, ...kunde }) =>
    listBestand(tenant, id, vor).map((bestand) => ({ stichtag, ...kunde, ...bestand })),
  )
  return { ...page, items }
}

const VERBLEIB = { verloren: "verloren gemeldet", fort: "nicht mehr beim Kunden, Pfand offen" }

export const stichtagRoute: Route = exportRoute("stichtag", {
  roles: office,
  summary: "Was jeder Kunde am Ende eines Tages hatte, je Artikel und Gerät",
  description:
    "Für den Jahresabschluss: Stück und Pfand, wie in den Saldenbestätigungen desselben Tages, auch unter null, auch Paletten und Geräte. CSV mit Semikolon, UTF-8 und Komma in Beträgen, oder für Excel (format=xlsx).",
  filters: { stichtag: Maybe(Datum({ description: "Heute oder früher; fehlt er, heute" })) },
  rows: listStichtag,
  columns: () => ({
    Stichtag: (b: Zeile) => b.stichtag,
    Kundennummer: (b) => b.kundennummer,
    Name: (b) => b.name,
    Ort: (b) => b.ort,
    Nummer: (b) => b.nummer,
    Bezeichnung: (b) => b.bezeichnung,
    Stück: (b) => b.menge,
    Pfand: (b) => new Euro(b.wert_cent),
    Hinweis: ({ verbleib }) => verbleib && VERBLEIB[verbleib],
  }),
})
