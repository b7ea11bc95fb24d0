import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { geraete, klaerungen, kunden, mitarbeiter, pfandartikel } from "../../db/schema.ts"
import type { Row, TenantReader } from "../../db/tenant-db.ts"
import { List, type PageOf, type PageRequest, readWithin } from "../shared/page.ts"
import type { Angaben, KlaerungReply } from "./model.ts"

export type Zeile = Row<typeof klaerungen>
export type Klaerung = Static<typeof KlaerungReply>
type Name = { id: string; name: string }
type Sache = { id: string; nummer: string; bezeichnung: string }

export const GONE = "Klärung nicht gefunden"

export const klaerungenListe = new List<Zeile>({
  table: klaerungen,
  columns: ["*"],
  sorts: { "-id": "-id" },
  filters: {
    status: "status = :status",
    kunde_id: "kunde_id = :kunde_id",
    lieferung_id: "lieferung_id = :lieferung_id",
  },
})

const kundenNamen = query<Name, { ids: string }>`
  SELECT k.id, k.name FROM json_each(:ids) j CROSS JOIN ${kunden} k ON k.id = j.value`
const fahrerNamen = query<Name, { ids: string }>`
  SELECT m.id, m.name FROM json_each(:ids) j CROSS JOIN ${mitarbeiter} m ON m.id = j.value`
const artikelNamen = query<Sache, { ids: string }>`
  SELECT a.id, a.nummer, a.bezeichnung FROM json_each(:ids) j CROSS JOIN ${pfandartikel} a ON a.id = j.value`
const geraeteNamen = query<Sache, { ids: string }>`
  SELECT g.id, g.geraetenummer AS nummer, g.bezeichnung
  FROM json_each(:ids) j CROSS JOIN ${geraete} g ON g.id = j.value`

/** @returns what the driver sent; empty once the person was erased */
export const readAngaben = ({ angaben }: Zeile): Static<typeof Angaben> =>
  JSON.parse(angaben) as Static<typeof Angaben>

/** @throws Refusal missing */
export const getKlaerung = (tenant: TenantReader, id: string): Klaerung =>
  toKlaerungen(tenant, [tenant.get(klaerungen, id, GONE)])[0] as Klaerung

/** Characters of signatures and remarks on a full page. */
const FULL = 1_000_000

export function listKlaerungen(tenant: TenantReader, request: PageRequest): PageOf<Klaerung> {
  const page = readWithin(
    request,
    (asked) => klaerungenListe.page(tenant, asked),
    (zeile) => ({ item: zeile, cost: zeile.angaben.length }),
    FULL,
  )
  return { ...page, items: toKlaerungen(tenant, page.items) }
}

/** Adds the names of everything they mention, in four queries for any number. */
function toKlaerungen(tenant: TenantReader, zeilen: Zeile[]): Klaerung[] {
  const read = zeilen.map((zeile) => ({ zeile, angaben: readAngaben(zeile) }))
  const positionen = read.flatMap(({ angaben }) => [
    ...(angaben.positionen ?? []),
    ...(angaben.gezaehlt ?? []),
  ])
  const ids = (werte: (string | null | undefined)[]) => ({
    ids: JSON.stringify([...new Set(werte.filter(Boolean))]),
  })
  const jeId = <R extends { id: string }>(rows: R[]) => new Map(rows.map((row) => [row.id, row]))
  const kunde = jeId(tenant.all(kundenNamen, ids(zeilen.map((zeile) => zeile.kunde_id))))
  const fahrer = jeId(tenant.all(fahrerNamen, ids(zeilen.map((zeile) => zeile.fahrer_id))))
  const sache = jeId([
    ...tenant.all(artikelNamen, ids(positionen.map(({ pfandartikel_id }) => pfandartikel_id))),
    ...tenant.all(geraeteNamen, ids(positionen.map(({ geraet_id }) => geraet_id))),
  ])
  const named = ({ pfandartikel_id, geraet_id }: { pfandartikel_id?: string; geraet_id?: string }) => {
    const { nummer = "unbekannt", bezeichnung = "" } = sache.get(pfandartikel_id ?? geraet_id ?? "") ?? {}
    return { nummer, bezeichnung }
  }
  return read.map(({ zeile, angaben: { positionen: sachen = [], gezaehlt = [], ...rest } }) => ({
    ...zeile,
    kunde_name: kunde.get(zeile.kunde_id ?? "")?.name ?? "",
    fahrer_name: fahrer.get(zeile.fahrer_id ?? "")?.name ?? null,
    angaben: {
      datum: rest.datum ?? null,
      gezaehlt: gezaehlt.map((one) => ({ art: one.art, gezaehlt: one.gezaehlt, ...named(one) })),
      empfaenger_name: rest.empfaenger_name ?? null,
      unterschrift: rest.unterschrift ?? null,
      notiz: rest.notiz ?? null,
      grund: rest.grund ?? null,
      positionen: sachen.map((position) => ({
        pfandartikel_id: position.pfandartikel_id ?? null,
        geraet_id: position.geraet_id ?? null,
        ...named(position),
        ist_ausgabe: position.ist_ausgabe ?? 0,
        ist_ruecknahme: position.ist_ruecknahme ?? 0,
        zustand: position.zustand ?? null,
        bemerkung: position.bemerkung ?? null,
      })),
    },
  }))
}
