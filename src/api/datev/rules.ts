import { datev_posten, tenants } from "../../db/schema.ts"
import { formatDatum, formatEuro } from "../../lib/format.ts"
import { queue } from "../../lib/queue.ts"
import { conflict, unavailable } from "../../lib/refusal.ts"
import { loop } from "../../lib/turns.ts"
import { datevFile, datevFilename } from "../../print/export/datev.ts"
import { type Beleg, type Belegkontext, keepBeleg } from "../belege/ablage.ts"
import { daysOf } from "./posten.ts"
import type { NewExport } from "./model.ts"
import { prepare } from "./pruefung.ts"

/** Queue of exports, one of a company at a time, so that no other marks the same settlements. */
const exporting = queue({ parallel: 2, waiting: 32, each: 1, isCharged: false }, () =>
  unavailable("Zu viele Exporte gleichzeitig. Bitte gleich noch einmal versuchen.", 5),
)

/**
 * Makes the file for a month and keeps it. A settlement goes out once, unless it is asked for again.
 *
 * @returns the kept file
 * @throws Refusal conflict when something stands in the way, or nothing is left to export; unavailable
 */
export const createExport = (context: Belegkontext, wanted: NewExport): Promise<Beleg> =>
  exporting(() => makeExport(context, wanted), context.tenant.id, context)

async function makeExport(
  { tenant, actor, services, commit }: Belegkontext,
  { monat, wiederholen = false, ...seen }: NewExport,
): Promise<Beleg> {
  const prepared = await loop.through(tenant.id, prepare(tenant, monat, wiederholen))
  const { pruefung, posten, zeilen, einstellungen } = prepared
  const { berater, mandant } = einstellungen
  const [first] = pruefung.hindernisse
  if (first || berater === null || mandant === null) {
    throw conflict(`${first?.meldung}${describeMore(pruefung.hindernisse.length - 1)}`)
  }
  if (posten.length === 0) throw conflict("In diesem Monat ist nichts (mehr) zu exportieren")
  requireSeen(pruefung, seen)
  const { von, bis } = daysOf(monat)
  const batch = {
    berater,
    mandant,
    wj_beginn: wirtschaftsjahr(einstellungen.wj_beginn, von),
    kontenlaenge: einstellungen.kontenlaenge,
    von,
    bis,
    bezeichnung: `Pfand ${monat.slice(5)}/${monat.slice(0, 4)}`,
    skr: einstellungen.skr,
    festschreibung: einstellungen.festschreibung === 1,
    // Not of this moment: the same settlements make the same file.
    erzeugt_am: posten.reduce((max, { erstellt_am }) => (erstellt_am > max ? erstellt_am : max), ""),
    zeitzone: tenant.get(tenants, tenant.id).zeitzone,
  }
  const made = {
    art: "datev" as const,
    titel: `DATEV-Buchungsstapel ${formatDatum(von)} bis ${formatDatum(bis)}`,
    dateiname: datevFilename(batch),
    typ: "text/csv",
    von,
    bis,
    saldo_cent: pruefung.brutto_cent,
    daten: await loop.through(tenant.id, datevFile(batch, zeilen)),
  }
  return commit(() => {
    const beleg = keepBeleg(tenant, actor, made, services.uploads.quotaPerTenant)
    const fresh = posten.filter(({ exportiert }) => exportiert === 0)
    tenant.insertAll(
      datev_posten,
      fresh.map(({ id }) => ({ beleg_id: beleg.id, abrechnung_id: id })),
    )
    return beleg
  })
}

type Content = { abrechnungen: number; brutto_cent: number }
type Seen = Pick<NewExport, "erwartet_abrechnungen" | "erwartet_cent">

/** @throws Refusal conflict if the file would hold something else than was seen */
function requireSeen({ abrechnungen: count, brutto_cent: cent }: Content, seen: Seen): void {
  const { erwartet_abrechnungen = count, erwartet_cent = cent } = seen
  if (erwartet_abrechnungen === count && erwartet_cent === cent) return
  throw conflict(
    `Inzwischen hat sich etwas geändert: Exportiert würden jetzt ${contentInWords(count, cent)} statt ${contentInWords(erwartet_abrechnungen, erwartet_cent)}. Bitte ansehen und noch einmal exportieren.`,
  )
}

const contentInWords = (count: number, cent: number): string =>
  `${count} ${count === 1 ? "Abrechnung" : "Abrechnungen"} über ${formatEuro(cent)}`

function describeMore(more: number): string {
  if (more === 0) return ""
  return more === 1 ? "; und ein weiteres Hindernis" : `; und ${more} weitere Hindernisse`
}

/** @returns the day on which the fiscal year of that day began */
function wirtschaftsjahr(beginn: string, day: string): string {
  const jahr = Number(day.slice(0, 4))
  return beginn <= day.slice(5) ? `${jahr}-${beginn}` : `${jahr - 1}-${beginn}`
}
