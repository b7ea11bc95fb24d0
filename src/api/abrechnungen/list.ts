import type { Static } from "@sinclair/typebox"
import { abrechnungen } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { empfangOf } from "../nachrichten/adressen.ts"
import { MOST_FITTING, type Owners, owners, searchedPage } from "../shared/fitting.ts"
import { List } from "../shared/list.ts"
import type { PageOf, PageRequest } from "../shared/page.ts"
import type { AbrechnungZeile } from "./model.ts"
import { searchAbrechnungen } from "../shared/abrechnungsnummer.ts"
import { amountsOf } from "./pflicht.ts"
import { paperOf, versandOf } from "./postversand.ts"
import { type Abrechnungszeile, findStorno } from "./read.ts"

const list = new List<Abrechnungszeile>({
  table: abrechnungen,
  columns: ["*"],
  sorts: { "-datum": "-datum" },
  equal: ["kunde_id", "id", "auftrag_id"],
  filters: {
    // As the index has it.
    monat: "substr(bis, 1, 7) = :monat",
    von: "datum >= :von",
    bis: "datum <= :bis",
    // Without parameters, so that SQLite can choose the partial index of the few counter-documents.
    stornos: "art = 'storno'",
    ohne_stornos: "art = 'abrechnung'",
    unversandt: "versand_offen = 1",
  },
})

const belongTo: Owners[] = [
  owners.kunden(),
  {
    column: "id",
    many: "Nummern",
    find: (tenant, q) => searchAbrechnungen(tenant, q, MOST_FITTING + 1).map(({ id }) => id),
  },
]

type Request = PageRequest & {
  q?: string
  kunde_id?: string
  monat?: string
  auftrag_id?: string
  von?: string
  bis?: string
  art?: string
  unversandt?: boolean
}

/**
 * @param request `q`: the customers that it fits, and the numbers that are or begin so
 * @returns a page of settlements and counter-documents, with the names of their customers
 */
export function listAbrechnungen(
  tenant: TenantReader,
  { art, unversandt, ...request }: Request,
): PageOf<Static<typeof AbrechnungZeile>> {
  const kind = {
    ...(art === "storno" && { stornos: 1 }),
    ...(art === "abrechnung" && { ohne_stornos: 1 }),
    ...(unversandt && { unversandt: 1 }),
  }
  const page = searchedPage(tenant, list, { ...request, ...kind }, belongTo)
  const items = page.items.map((zeile) => {
    return {
      ...zeile,
      ...empfangOf(tenant, zeile.kunde_id),
      ...amountsOf(zeile),
      storniert: findStorno(tenant, zeile.id) !== undefined,
      versand: versandOf(tenant, zeile, paperOf(tenant, zeile.id)),
    }
  })
  return { ...page, items }
}
