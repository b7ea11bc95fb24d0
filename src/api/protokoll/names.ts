import { Fragment, query, type TenantTable } from "../../db/query.ts"
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
  standorte,
} from "../../db/schema.ts"
import type { Row, TenantReader } from "../../db/tenant-db.ts"

type Named = { id: string; name: string }
type Ids = { ids: string }

/** @param name of a record `r`, in SQL */
const itself = (table: TenantTable, name: string) => query<Named, Ids>`
  SELECT r.id, ${new Fragment(name)} AS name
  FROM json_each(:ids) j CROSS JOIN ${table} r ON r.id = j.value`

/** @param more what follows the name of the customer `k`, in SQL */
const ofKunde = (table: TenantTable, more = "''") => query<Named, Ids>`
  SELECT r.id, k.name || ${new Fragment(more)} AS name
  FROM json_each(:ids) j CROSS JOIN ${table} r ON r.id = j.value CROSS JOIN ${kunden} k ON k.id = r.kunde_id`

const day = (column: string): string => `strftime('%d.%m.%Y', ${column})`

const until = day("r.angaben ->> 'bis'")
const period = `${day("r.angaben ->> 'von'")} || ' bis ' || ${until}`

/** Queries for a record's name by table; records of a customer have the customer's name. */
const nameQueries: Record<string, ReturnType<typeof itself>> = {
  kunden: itself(kunden, "r.name"),
  kunden_bilder: ofKunde(kunden_bilder),
  standorte: ofKunde(standorte, "', ' || r.name"),
  lieferungen: ofKunde(lieferungen, `', ' || ${day("r.datum")}`),
  lieferungen_bilder: query`
    SELECT b.id, k.name || ', ' || strftime('%d.%m.%Y', l.datum) AS name
    FROM json_each(:ids) j CROSS JOIN ${lieferungen_bilder} b ON b.id = j.value
    CROSS JOIN ${lieferungen} l ON l.id = b.lieferung_id CROSS JOIN ${kunden} k ON k.id = l.kunde_id`,
  abrechnungen: ofKunde(abrechnungen, "', ' || r.nummer"),
  klaerungen: ofKunde(klaerungen),
  geraete: itself(geraete, "r.bezeichnung || ', ' || r.geraetenummer"),
  pfandartikel: itself(pfandartikel, "r.bezeichnung || ', ' || r.nummer"),
  mitarbeiter: itself(mitarbeiter, "r.name"),
  belege: query`
    SELECT b.id, b.titel AS name FROM json_each(:ids) j CROSS JOIN ${belege} b ON b.id = j.value
    WHERE b.gesperrt = 0`,
  auftraege: itself(
    auftraege,
    `CASE r.art WHEN 'abrechnungslauf' THEN 'Abrechnungslauf, ' || ${period}
      WHEN 'kontoauszuege' THEN 'Kontoauszüge, ' || ${period}
      WHEN 'saldenbestaetigungen' THEN 'Saldenbestätigungen zum ' || ${until}
      ELSE 'Erinnerungen vom ' || ${until} END || coalesce(', ' || (r.angaben ->> 'ort'), '')`,
  ),
  feierabende: query`
    SELECT f.id, m.name || ', ' || strftime('%d.%m.%Y', f.datum) AS name
    FROM json_each(:ids) j CROSS JOIN ${feierabende} f ON f.id = j.value
    CROSS JOIN ${mitarbeiter} m ON m.id = f.fahrer_id`,
}

type Entry = Pick<Row<typeof protokoll>, "tabelle" | "datensatz_id" | "aenderungen">

/** The customer of a record that is gone itself. */
const KUNDE = /"kunde_id":\[(?:null|"([\da-f-]{36})"),(?:null|"([\da-f-]{36})")\]/

/** @returns for an entry whom or what it is about, as it is called today; null where nothing of it is left */
export function namerOf(tenant: TenantReader, entries: Entry[]): (entry: Entry) => string | null {
  const kundeIn = ({ aenderungen }: Entry): string | undefined => {
    const [, before, after] = KUNDE.exec(aenderungen) ?? []
    return after ?? before
  }
  const read = (table: string, some: Entry[], idOf: (entry: Entry) => string | undefined) => {
    const ids = some.flatMap((entry) => idOf(entry) ?? [])
    const names = ids.length > 0 ? nameQueries[table] : undefined
    const found = names ? tenant.all(names, { ids: JSON.stringify(ids) }) : []
    return new Map(found.map(({ id, name }) => [id, name]))
  }
  const known = new Map(
    [...Map.groupBy(entries, ({ tabelle }) => tabelle)].map(([table, some]) => [
      table,
      read(table, some, ({ datensatz_id }) => datensatz_id),
    ]),
  )
  const customers = read("kunden", entries, kundeIn)
  return (entry) =>
    known.get(entry.tabelle)?.get(entry.datensatz_id) ?? customers.get(kundeIn(entry) ?? "") ?? null
}
