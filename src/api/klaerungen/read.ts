import type { Static } from "@sinclair/typebox"
import { klaerungen } from "../../db/schema.ts"
import type { Row, TenantReader } from "../../db/tenant-db.ts"
import { postenNames, withKundeName, withPersonNames } from "../shared/names.ts"
import { owners, searchedPage } from "../shared/fitting.ts"
import { List } from "../shared/list.ts"
import { type PageOf, type PageRequest, readWithin } from "../shared/page.ts"
import { anschriftenOf } from "../standorte/place.ts"
import { listBooked } from "./booked.ts"
import type { Details, KlaerungReply } from "./model.ts"

export type Klaerungszeile = Row<typeof klaerungen>
export type Klaerung = Static<typeof KlaerungReply>

export const GONE = "Klärung nicht gefunden"

export const klaerungenList = new List<Klaerungszeile>({
  table: klaerungen,
  columns: ["*"],
  sorts: { "-id": "-id" },
  equal: ["status", "kunde_id", "lieferung_id", "fahrer_id"],
})

/** @returns what the driver sent; empty once the person was erased */
export const readDetails = ({ angaben }: Klaerungszeile): Static<typeof Details> =>
  JSON.parse(angaben) as Static<typeof Details>

/** @throws Refusal missing */
export const getKlaerung = (tenant: TenantReader, id: string): Klaerung =>
  toKlaerungen(tenant, [tenant.get(klaerungen, id, GONE)])[0] as Klaerung

/** Characters of signatures and remarks on a full page. */
const FULL = 1_000_000

const belongTo = [owners.kunden(), owners.personen("fahrer_id")]

/** @param request `q`: words of customers or drivers. @returns a page, which ends early where signatures are many */
export function listKlaerungen(
  tenant: TenantReader,
  request: PageRequest & { q?: string },
): PageOf<Klaerung> {
  const page = readWithin(
    request,
    (asked) => searchedPage(tenant, klaerungenList, { ...asked }, belongTo),
    (zeile) => ({ item: zeile, cost: zeile.angaben.length }),
    FULL,
  )
  return { ...page, items: toKlaerungen(tenant, page.items) }
}

/** Adds the names of all that they mention, and what is booked of their deliveries: the same few queries for any number. */
function toKlaerungen(tenant: TenantReader, zeilen: Klaerungszeile[]): Klaerung[] {
  const details = zeilen.map(readDetails)
  const nameOf = postenNames(
    tenant,
    details.flatMap(({ positionen = [], gezaehlt = [] }) => [...positionen, ...gezaehlt]),
  )
  const named = <P extends Parameters<typeof nameOf>[0]>(one: P) => ({ ...one, ...nameOf(one, "unbekannt") })
  const booked = listBooked(
    tenant,
    zeilen.map(({ lieferung_id }) => lieferung_id),
  )
  const anschriften = anschriftenOf(
    tenant,
    details.map(({ standort_id = null }) => ({ standort_id })),
  )
  return withPersonNames(tenant, withKundeName(tenant, zeilen), "fahrer_id").map((zeile, i) => {
    const { positionen = [], gezaehlt = [], standort_id, ...rest } = details[i] ?? {}
    return {
      ...zeile,
      kunde_name: zeile.kunde_name ?? "",

      schon_gebucht: booked.get(zeile.lieferung_id ?? "") ?? null,
      angaben: {
        datum: null,
        empfaenger_name: null,
        unterschrift: null,
        notiz: null,
        grund: null,
        ...rest,
        lieferanschrift: anschriften.get(standort_id ?? "") ?? null,
        gezaehlt: gezaehlt.map(named),
        positionen: positionen.map((position) => ({
          pfandartikel_id: null,
          geraet_id: null,
          ist_ausgabe: 0,
          ist_ruecknahme: 0,
          zustand: null,
          bemerkung: null,
          ...named(position),
        })),
      },
    }
  })
}
