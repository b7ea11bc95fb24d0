import type { TenantReader } from "../../db/tenant-db.ts"
import { formatDatum } from "../../lib/format.ts"
import { Euro } from "../../print/export/xlsx.ts"
import { type Columns, csvOf } from "../shared/tabulate.ts"
import { getEinstellungen } from "./einstellungen.ts"
import { kontoOf } from "./konten.ts"
import { isBooked, pagesOf, type Journalposten } from "./posten.ts"

const PURPOSE = {
  warenumschliessung: "Pfand Warenumschließung",
  transporthilfsmittel: "Transporthilfsmittel",
  geraetepfand: "Gerätepfand",
  kaution: "Kaution",
}

/** One account's share of a settlement. */
type Journalzeile = Journalposten & Journalposten["steuern"][number] & { konto: number }

const COLUMNS: Columns<Journalzeile> = {
  Nummer: (one) => one.nummer,
  Art: (one) => (one.art === "storno" ? "Storno" : "Abrechnung"),
  Datum: (one) => formatDatum(one.datum),
  Von: (one) => formatDatum(one.von),
  Bis: (one) => formatDatum(one.bis),
  Kundennummer: (one) => one.kundennummer,
  Kunde: (one) => one.name,
  Debitor: (one) => one.debitor,
  Wofür: (one) => PURPOSE[one.klasse],
  Konto: (one) => one.konto,
  Steuersatz: (one) => one.satz,
  Netto: (one) => new Euro(one.netto_cent),
  Umsatzsteuer: (one) => new Euro(one.ust_cent),
  Brutto: (one) => new Euro(one.netto_cent + one.ust_cent),
  "Zu buchen": (one) => (isBooked(one, one) ? "ja" : "nein: mit der Rechnung über die Ware"),
}

/** @returns the settlements of a month as a table, for everybody without DATEV; a page at a time */
export function writeJournal(tenant: TenantReader, monat: string): Generator<string> {
  const einstellungen = getEinstellungen(tenant)
  const pages = pagesOf(tenant, monat, einstellungen).map((page) =>
    page.flatMap((posten) =>
      posten.steuern.map((steuer): Journalzeile => {
        const one = { ...posten, ...steuer }
        return { ...one, konto: kontoOf(einstellungen, one).konto }
      }),
    ),
  )
  return csvOf(COLUMNS, pages)
}
