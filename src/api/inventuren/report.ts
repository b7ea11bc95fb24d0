import { tenants } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { formatMoment } from "../../lib/format.ts"
import type { Inventurbericht } from "../../print/dokumente/inventur.ts"
import { Euro } from "../../print/export/xlsx.ts"
import { csvOf } from "../shared/tabulate.ts"
import { getFirma, startOfToday } from "../belege/kopf.ts"
import { eachPosition, type Inventurposition, sumResult } from "./positionen.ts"
import { beginOf, getInventur } from "./rules.ts"
import { sumCounted } from "./zaehlungen.ts"

/** Printed lines: as many as a statement has (kunden/kontoauszug/rules.ts). */
const MOST_PRINTED = 50_000

/**
 * Reads the report of a closed count, two hundred positions at a time: the count does not change any more.
 *
 * @returns the report, ready to print
 * @throws Refusal missing, conflict
 */
export function* composeReport(tenant: TenantReader, id: string): Generator<void, Inventurbericht> {
  const inventur = getInventur(tenant, id)
  const sums = sumResult(tenant, id)
  const positionen: Inventurposition[] = []
  for (const some of eachPosition(tenant, id)) {
    positionen.push(...some)
    if (positionen.length >= MOST_PRINTED) break
    yield
  }
  return {
    firma: getFirma(tenant),
    erstellt_am: startOfToday(tenant),
    zeitzone: tenant.get(tenants, tenant.id).zeitzone,
    bezeichnung: inventur.bezeichnung,
    begonnen_am: beginOf(inventur),
    beendet_am: inventur.beendet_am ?? "",
    beendet_von: inventur.beendet_von_name,
    personen: sumCounted(tenant, id).personen.map(
      ({ gezaehlt_von_name }) => gezaehlt_von_name ?? "Betreiber",
    ),
    rest_ist_null: inventur.rest_ist_null === 1,
    summen: sums,
    artikel: positionen.filter(({ pfandartikel_id }) => pfandartikel_id !== null),
    geraete: positionen.filter(({ geraet_id }) => geraet_id !== null),
    isCut: positionen.length < sums.artikel_zeilen + sums.geraete_zeilen,
  }
}

/** @returns the same as a table. @throws Refusal missing, conflict before anything is written */
export function writeReport(tenant: TenantReader, id: string): Generator<string> {
  sumResult(tenant, id)
  const { zeitzone } = tenant.get(tenants, tenant.id)
  const moment = (text: string | null) => text && formatMoment(text, zeitzone)
  return csvOf<Inventurposition>(
    {
      Art: ({ geraet_id }) => (geraet_id === null ? "Artikel" : "Gerät"),
      Nummer: ({ nummer }) => nummer,
      Bezeichnung: ({ bezeichnung }) => bezeichnung,
      Gezählt: ({ gezaehlt }) => gezaehlt,
      Erwartet: ({ erwartet }) => erwartet,
      Differenz: ({ differenz }) => differenz,
      "Differenz zum Pfand": ({ differenz_cent }) =>
        differenz_cent === null ? null : new Euro(differenz_cent),
      "Erste Zeile": ({ seit_am }) => moment(seit_am),
      "Letzte Zeile": ({ gezaehlt_am }) => moment(gezaehlt_am),
      "Ausgegeben während der Zählung": (one) => one.waehrend_ausgegeben,
      "Zurück während der Zählung": (one) => one.waehrend_zurueck,
      "Danach ausgegeben": (one) => one.danach_ausgegeben,
      "Danach zurück": (one) => one.danach_zurueck,
      "Danach zugekauft, verkauft, verschrottet": (one) => one.danach_lager,
      "Bestand beim Abschluss": ({ bestand }) => bestand,
      "Stand vorher": (one) => one.status_vorher,
      "Stand nachher": (one) => one.status_nachher,
      Grund: ({ grund }) => grund,
    },
    eachPosition(tenant, id),
  )
}
