import { inventuren, tenants } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { formatZeitpunkt } from "../../lib/format.ts"
import type { Inventurbericht } from "../../print/dokumente/inventur.ts"
import { BOM, csvLine, harmless } from "../../print/export/csv.ts"
import { getFirma, startOfToday } from "../belege/kopf.ts"
import { eachPosition, type Ergebnis, sumErgebnis } from "./positionen.ts"
import { getInventur, KEINE } from "./rules.ts"
import { sumGezaehlt } from "./zaehlungen.ts"

/** Printed lines: a report of more would be a book. */
const MOST_PRINTED = 5000

/** @returns the report of a closed count, ready to print. @throws Refusal missing, conflict */
export function composeBericht(tenant: TenantReader, id: string): Inventurbericht {
  const inventur = getInventur(tenant, id)
  const summen = sumErgebnis(tenant, id)
  const positionen: Ergebnis[] = []
  for (const some of eachPosition(tenant, id)) {
    positionen.push(...some)
    if (positionen.length >= MOST_PRINTED) break
  }
  return {
    firma: getFirma(tenant),
    erstellt_am: startOfToday(tenant),
    zeitzone: tenant.get(tenants, tenant.id).zeitzone,
    bezeichnung: inventur.bezeichnung,
    begonnen_am: inventur.erstellt_am,
    beendet_am: inventur.beendet_am ?? "",
    beendet_von: inventur.beendet_von_name,
    personen: sumGezaehlt(tenant, id).personen.map(
      ({ gezaehlt_von_name }) => gezaehlt_von_name ?? "Betreiber",
    ),
    rest_ist_null: inventur.rest_ist_null === 1,
    summen,
    artikel: positionen.filter(({ pfandartikel_id }) => pfandartikel_id !== null),
    geraete: positionen.filter(({ geraet_id }) => geraet_id !== null),
    gekuerzt: positionen.length < summen.artikel_zeilen + summen.geraete_zeilen,
  }
}

const KOPF = [
  "Art",
  "Nummer",
  "Bezeichnung",
  "Gezählt",
  "Erwartet",
  "Differenz",
  "Erste Zeile",
  "Letzte Zeile",
  "Ausgegeben während der Zählung",
  "Zurück während der Zählung",
  "Danach ausgegeben",
  "Danach zurück",
  "Danach zugekauft, verkauft, verschrottet",
  "Bestand beim Abschluss",
  "Stand vorher",
  "Stand nachher",
  "Grund",
]

/** @returns the same as a table. @throws Refusal missing, conflict before anything is written */
export function writeBericht(tenant: TenantReader, id: string): Generator<string> {
  tenant.get(inventuren, id, KEINE)
  sumErgebnis(tenant, id)
  const { zeitzone } = tenant.get(tenants, tenant.id)
  const moment = (text: string | null) => (text === null ? "" : formatZeitpunkt(text, zeitzone))
  const line = (one: Ergebnis) => [
    one.geraet_id === null ? "Artikel" : "Gerät",
    harmless(one.nummer),
    harmless(one.bezeichnung),
    String(one.gezaehlt),
    String(one.erwartet ?? ""),
    String(one.differenz ?? ""),
    moment(one.seit_am),
    moment(one.gezaehlt_am),
    ...[
      one.waehrend_ausgegeben,
      one.waehrend_zurueck,
      one.danach_ausgegeben,
      one.danach_zurueck,
      one.danach_lager,
      one.bestand ?? "",
    ].map(String),
    one.status_vorher ?? "",
    one.status_nachher ?? "",
    harmless(one.grund ?? ""),
  ]
  return (function* () {
    yield BOM + csvLine(KOPF)
    for (const some of eachPosition(tenant, id)) yield some.map((one) => csvLine(line(one))).join("")
  })()
}
