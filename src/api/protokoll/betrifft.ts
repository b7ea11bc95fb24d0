import { query } from "../../db/query.ts"
import {
  abrechnungen,
  auftraege,
  belege,
  feierabende,
  geraete,
  klaerungen,
  kunden,
  kunden_bilder,
  lieferungen,
  lieferungen_bilder,
  mitarbeiter,
  pfandartikel,
  type protokoll,
} from "../../db/schema.ts"
import type { Row, TenantReader } from "../../db/tenant-db.ts"

type Named = { id: string; name: string }
type Ids = { ids: string }

const kundenname = query<Named, Ids>`
  SELECT k.id, k.name FROM json_each(:ids) j CROSS JOIN ${kunden} k ON k.id = j.value`

/** Queries for a record's name by table; records of a customer have the customer's name. */
const namen: Record<string, typeof kundenname> = {
  kunden: kundenname,
  kunden_bilder: query`
    SELECT b.id, k.name FROM json_each(:ids) j CROSS JOIN ${kunden_bilder} b ON b.id = j.value
    CROSS JOIN ${kunden} k ON k.id = b.kunde_id`,
  lieferungen: query`
    SELECT l.id, k.name || ', ' || strftime('%d.%m.%Y', l.datum) AS name
    FROM json_each(:ids) j CROSS JOIN ${lieferungen} l ON l.id = j.value
    CROSS JOIN ${kunden} k ON k.id = l.kunde_id`,
  lieferungen_bilder: query`
    SELECT b.id, k.name || ', ' || strftime('%d.%m.%Y', l.datum) AS name
    FROM json_each(:ids) j CROSS JOIN ${lieferungen_bilder} b ON b.id = j.value
    CROSS JOIN ${lieferungen} l ON l.id = b.lieferung_id CROSS JOIN ${kunden} k ON k.id = l.kunde_id`,
  abrechnungen: query`
    SELECT a.id, k.name || ', ' || a.nummer AS name
    FROM json_each(:ids) j CROSS JOIN ${abrechnungen} a ON a.id = j.value
    CROSS JOIN ${kunden} k ON k.id = a.kunde_id`,
  klaerungen: query`
    SELECT s.id, k.name FROM json_each(:ids) j CROSS JOIN ${klaerungen} s ON s.id = j.value
    CROSS JOIN ${kunden} k ON k.id = s.kunde_id`,
  geraete: query`
    SELECT g.id, g.bezeichnung || ', ' || g.geraetenummer AS name
    FROM json_each(:ids) j CROSS JOIN ${geraete} g ON g.id = j.value`,
  pfandartikel: query`
    SELECT a.id, a.bezeichnung || ', ' || a.nummer AS name
    FROM json_each(:ids) j CROSS JOIN ${pfandartikel} a ON a.id = j.value`,
  mitarbeiter: query`
    SELECT m.id, m.name FROM json_each(:ids) j CROSS JOIN ${mitarbeiter} m ON m.id = j.value`,
  belege: query`
    SELECT b.id, b.titel AS name FROM json_each(:ids) j CROSS JOIN ${belege} b ON b.id = j.value
    WHERE b.gesperrt = 0`,
  auftraege: query`
    SELECT a.id, strftime('%d.%m.%Y', a.angaben ->> 'von') || ' bis ' || strftime('%d.%m.%Y', a.angaben ->> 'bis')
      || coalesce(', ' || (a.angaben ->> 'ort'), '') AS name
    FROM json_each(:ids) j CROSS JOIN ${auftraege} a ON a.id = j.value`,
  feierabende: query`
    SELECT f.id, m.name || ', ' || strftime('%d.%m.%Y', f.datum) AS name
    FROM json_each(:ids) j CROSS JOIN ${feierabende} f ON f.id = j.value
    CROSS JOIN ${mitarbeiter} m ON m.id = f.fahrer_id`,
}

type Eintrag = Pick<Row<typeof protokoll>, "tabelle" | "datensatz_id" | "aenderungen">

/** The customer of a record that is gone itself. */
const KUNDE = /"kunde_id":\[(?:null|"([\da-f-]{36})"),(?:null|"([\da-f-]{36})")\]/

/** @returns for an entry whom or what it is about, as it is called today; null where nothing of it is left */
export function betroffene(tenant: TenantReader, eintraege: Eintrag[]): (eintrag: Eintrag) => string | null {
  const kundeIn = ({ aenderungen }: Eintrag): string | undefined => {
    const [, before, after] = KUNDE.exec(aenderungen) ?? []
    return after ?? before
  }
  const read = (tabelle: string, ids: string[]): Map<string, string> => {
    const names = namen[tabelle]
    if (!names || ids.length === 0) return new Map()
    return new Map(tenant.all(names, { ids: JSON.stringify(ids) }).map(({ id, name }) => [id, name]))
  }
  const groups = Map.groupBy(eintraege, ({ tabelle }) => tabelle)
  const known = new Map(
    [...groups].map(([tabelle, some]) => [
      tabelle,
      read(
        tabelle,
        some.map(({ datensatz_id }) => datensatz_id),
      ),
    ]),
  )
  const customers = read(
    "kunden",
    eintraege.flatMap((eintrag) => kundeIn(eintrag) ?? []),
  )
  return (eintrag) =>
    known.get(eintrag.tabelle)?.get(eintrag.datensatz_id) ?? customers.get(kundeIn(eintrag) ?? "") ?? null
}
