import { type Caller, loop } from "../../lib/turns.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import type { Datevbuchung } from "../../print/export/datev.ts"
import { type Einstellungen, getEinstellungen } from "./einstellungen.ts"
import { kontoOf } from "./konten.ts"
import { PER_FILE, listObstacles, listHints } from "./meldungen.ts"
import type { DatevPruefung, Meldung } from "./model.ts"
import { listMovedAgain, listMovedStornos, listRenumbered } from "./moved-accounts.ts"
import { countIssuedLater, isBooked, isElsewhere, pagesOf, type Journalposten } from "./posten.ts"

/** Messages that a page shows of what stands in the way; once they are seen to, the next. */
const SHOWN = 200

type Prepared = {
  pruefung: Omit<DatevPruefung, "hindernisse_insgesamt" | "hinweise_insgesamt">
  posten: Journalposten[]
  zeilen: Datevbuchung[]
  einstellungen: Einstellungen
}

/**
 * Contents of the next file, and all obstacles to it: no settlement is left out without a message. Settlements beyond a
 * file's limit are left for the next one.
 */
export function* prepare(
  tenant: TenantReader,
  monat: string,
  wiederholen: boolean,
): Generator<undefined, Prepared> {
  const einstellungen = getEinstellungen(tenant)
  const posten: Journalposten[] = []
  const moved: Meldung[] = []
  let [schon_exportiert, noch_danach, belege] = [0, 0, 0]
  for (const all of pagesOf(tenant, monat, einstellungen)) {
    const page = all.filter((one) => !isElsewhere(one))
    belege += all.filter((one) => one.abrechnung_ist === "beleg").length
    const fresh = page.filter(({ exportiert }) => exportiert === 0)
    schon_exportiert += page.length - fresh.length
    const chosen = wiederholen ? page : fresh
    const room = PER_FILE - posten.length
    const some = chosen.slice(0, room)
    posten.push(...some)
    if (wiederholen) moved.push(...listMovedAgain(tenant, einstellungen, some))
    noch_danach += Math.max(0, chosen.length - room)
    yield
  }
  const each = posten.map((one) => buchungenOf(einstellungen, one))
  const zeilen = each.flat()
  yield
  const isSplit = wiederholen && noch_danach > 0
  const hindernisse = [...listObstacles(einstellungen, posten, isSplit)]
  yield
  const brutto_cent = zeilen.reduce((sum, { umsatz_cent }) => sum + umsatz_cent, 0)
  const pruefung = {
    monat,
    abrechnungen: posten.length,
    schon_exportiert,
    noch_danach,
    spaeter_ausgestellt: countIssuedLater(tenant, monat),
    buchungen: zeilen.length,
    ohne_buchung: each.filter(({ length }) => length === 0).length,
    brutto_cent,
    hindernisse,
    hinweise: [
      ...listHints(einstellungen, posten, belege),
      ...listRenumbered(tenant, einstellungen, posten),
      ...moved,
      ...listMovedStornos(tenant, einstellungen, posten),
    ],
  }
  return { pruefung, posten, zeilen, einstellungen }
}

/** Lines of a settlement, one for each account; those of zero are left out. */
function buchungenOf(einstellungen: Einstellungen, posten: Journalposten): Datevbuchung[] {
  const { steuern, debitor = 0, nummer, art, datum, bis, an_name } = posten
  return steuern.flatMap((steuer) => {
    const { klasse, satz, kleinunternehmer, netto_cent, ust_cent } = steuer
    const umsatz_cent = netto_cent + ust_cent
    if (umsatz_cent === 0 || !isBooked(posten, steuer)) return []
    const { konto, bu_schluessel } = kontoOf(einstellungen, { klasse, satz, kleinunternehmer })
    const was = `${art === "storno" ? "Storno " : ""}Pfand${satz === null ? "" : ` ${satz} %`} ${an_name}`
    return {
      umsatz_cent,
      konto: debitor,
      gegenkonto: konto,
      bu_schluessel,
      belegdatum: datum,
      belegfeld1: nummer,
      belegfeld2: "",
      buchungstext: was,
      leistungsdatum: bis,
    }
  })
}

export type WantedExport = { monat: string; wiederholen?: boolean }

/** @returns what a file of that month would hold, and what stands in its way */
export async function checkExport(
  { tenant, signal }: Caller & { tenant: TenantReader },
  { monat, wiederholen = false }: WantedExport,
): Promise<DatevPruefung> {
  const { pruefung } = await loop.through(tenant.id, prepare(tenant, monat, wiederholen), { signal })
  const { hindernisse, hinweise } = pruefung
  return {
    ...pruefung,
    hindernisse_insgesamt: hindernisse.length,
    hindernisse: hindernisse.slice(0, SHOWN),
    hinweise_insgesamt: hinweise.length,
    hinweise: hinweise.slice(0, SHOWN),
  }
}
