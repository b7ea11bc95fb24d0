import type { Static } from "@sinclair/typebox"
import { query } from "../../../db/query.ts"
import { kunden } from "../../../db/schema.ts"
import type { Importer } from "../../import.ts"
import type { NewKunde } from "../model.ts"
import { createKunde } from "../rules.ts"

type Neu = Static<typeof NewKunde>

const vergeben = query<{ nummer: string }, { nummern: string }>`
  SELECT k.kundennummer AS nummer FROM json_each(:nummern) j CROSS JOIN ${kunden} k ON k.kundennummer = j.value`

/** "8:00" as people write it. */
const uhrzeit = (cell: string): string => cell.replace(/ ?Uhr$/i, "").padStart(5, "0")

/** @param check reads one customer, as POST /api/kunden does */
export const kundenImporter = (check: (input: unknown) => unknown): Importer<Neu> => ({
  columns: {
    Kundennummer: { field: "kundennummer" },
    Nummer: { field: "kundennummer" },
    "Kunden-Nr.": { field: "kundennummer" },
    Name: { field: "name" },
    Firma: { field: "name" },
    Ansprechpartner: { field: "ansprechpartner" },
    Telefon: { field: "telefon" },
    "E-Mail": { field: "email" },
    Straße: { field: "strasse" },
    PLZ: { field: "plz" },
    Postleitzahl: { field: "plz" },
    Ort: { field: "ort" },
    Land: { field: "land", convert: (cell) => (/^deutschland$/i.test(cell) ? "DE" : cell.toUpperCase()) },
    Anlieferungshinweis: { field: "anlieferungshinweis" },
    "Lieferzeit von": { field: "lieferzeit_von", convert: uhrzeit },
    "Lieferzeit bis": { field: "lieferzeit_bis", convert: uhrzeit },
    Abrechnung: { field: "abrechnung" },
    Notiz: { field: "notiz" },
  },
  check: (input) => check(input) as Neu,
  number: ({ kundennummer }) => kundennummer,
  name: ({ name }) => name,
  taken: (tenant, nummern) =>
    new Set(tenant.all(vergeben, { nummern: JSON.stringify(nummern) }).map(({ nummer }) => nummer)),
  exists: (tenant, id) => tenant.find(kunden, id) !== undefined,
  create: (tenant, actor, input) => void createKunde(tenant, actor, input),
})
