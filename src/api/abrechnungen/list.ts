import type { Static } from "@sinclair/typebox"
import { abrechnungen } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { getKundenkopf } from "../shared/kundenkopf.ts"
import { List } from "../shared/list.ts"
import type { PageOf, PageRequest } from "../shared/page.ts"
import type { AbrechnungZeile } from "./model.ts"
import { amountsOf } from "./pflicht.ts"
import { type Abrechnungszeile, findStorno } from "./read.ts"

const list = new List<Abrechnungszeile>({
  table: abrechnungen,
  columns: ["*"],
  sorts: { "-datum": "-datum" },
  equal: ["kunde_id"],
  filters: {
    von: "datum >= :von",
    bis: "datum <= :bis",
    // Without parameters, so that SQLite can choose the partial index of the few counter-documents.
    stornos: "art = 'storno'",
    ohne_stornos: "art = 'abrechnung'",
  },
})

type Request = PageRequest & { kunde_id?: string; von?: string; bis?: string; art?: string }

/** @returns a page of settlements and counter-documents, with the names of their customers */
export function listAbrechnungen(
  tenant: TenantReader,
  { art, ...request }: Request,
): PageOf<Static<typeof AbrechnungZeile>> {
  const page = list.page(tenant, {
    ...request,
    ...(art === "storno" && { stornos: 1 }),
    ...(art === "abrechnung" && { ohne_stornos: 1 }),
  })
  const items = page.items.map((zeile) => {
    const { kundennummer, name } = getKundenkopf(tenant, zeile.kunde_id)
    return {
      ...zeile,
      kundennummer,
      kunde_name: name,
      ...amountsOf(zeile),
      storniert: findStorno(tenant, zeile.id) !== undefined,
    }
  })
  return { ...page, items }
}
