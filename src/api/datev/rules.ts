import { query } from "../../db/query.ts"
import { abrechnungen, abrechnungssteuern, datev_posten, kunden, tenants } from "../../db/schema.ts"
import type { Row, TenantDb } from "../../db/tenant-db.ts"
import { formatDatum } from "../../lib/format.ts"
import type { Pieces } from "../../lib/pieces.ts"
import { queue } from "../../lib/queue.ts"
import { conflict, unavailable } from "../../lib/refusal.ts"
import { DATEV_ZEILEN, type Datevbuchung, datevFile, datevFilename } from "../../print/export/datev.ts"
import { journalHeading, journalLines } from "../../print/export/journal.ts"
import { type Beleg, type Belegkontext, keepBeleg } from "../belege/ablage.ts"
import { debitorOf, type Einstellungen, getEinstellungen, kontoOf } from "./einstellungen.ts"

type Zeile = Pick<
  Row<typeof abrechnungen>,
  "id" | "nummer" | "art" | "datum" | "von" | "bis" | "erstellt_am" | "netto_cent" | "ust_cent"
> & { kundennummer: string; name: string; debitor_nr: number | null; exportiert: 0 | 1 }

type Steuer = Pick<
  Row<typeof abrechnungssteuern>,
  "abrechnung_id" | "klasse" | "satz" | "netto_cent" | "ust_cent"
>

type Nach = { bis: string; datum: string; id: string; limit: number }

const imMonat = query<Zeile, Nach>`
  SELECT a.id, a.nummer, a.art, a.datum, a.von, a.bis, a.erstellt_am, a.netto_cent, a.ust_cent,
    k.kundennummer, k.name, k.debitor_nr,
    EXISTS (SELECT 1 FROM ${datev_posten} p WHERE p.abrechnung_id = a.id) AS exportiert
  FROM ${abrechnungen} a CROSS JOIN ${kunden} k ON k.id = a.kunde_id
  WHERE (a.datum, a.id) > (:datum, :id) AND a.datum <= :bis ORDER BY a.datum, a.id LIMIT :limit`

const steuernVon = query<Steuer, { ids: string }>`
  SELECT s.abrechnung_id, s.klasse, s.satz, s.netto_cent, s.ust_cent
  FROM json_each(:ids) j CROSS JOIN ${abrechnungssteuern} s ON s.abrechnung_id = j.value
  ORDER BY s.abrechnung_id, s.position`

/** So many settlements are read at once: others' requests go between. */
const AT_ONCE = 250
/** Of so many a file is made: they are marked in one transaction, for which all who write have to wait. */
const EINER_DATEI = 5000
/** A page shows so many of what stands in the way; whoever has seen to those sees the next. */
const GEZEIGT = 200

/** A settlement with its taxes, as it is in the books of a month. */
export type Posten = Zeile & { steuern: Steuer[]; debitor: number | undefined }

/** @param monat `YYYY-MM` @returns its first and last day */
export function daysOf(monat: string): { von: string; bis: string } {
  const [jahr, nummer] = monat.split("-").map(Number) as [number, number]
  return { von: `${monat}-01`, bis: new Date(Date.UTC(jahr, nummer, 0)).toISOString().slice(0, 10) }
}

/**
 * A month's settlements and counter-documents, by day and in the order of their making. They never change, and none is
 * added but to the last day: that others may write in between does no harm.
 */
function* pagesOf(tenant: TenantDb, monat: string, einstellungen: Einstellungen): Generator<Posten[]> {
  const { von, bis } = daysOf(monat)
  for (let after = { datum: von, id: "" }; ;) {
    const page = tenant.all(imMonat, { ...after, bis, limit: AT_ONCE })
    const ids = JSON.stringify(page.map(({ id }) => id))
    const steuern = Map.groupBy(tenant.all(steuernVon, { ids }), ({ abrechnung_id }) => abrechnung_id)
    const last = page.at(-1)
    if (!last) return
    yield page.map((zeile) => ({
      ...zeile,
      steuern: steuern.get(zeile.id) ?? [],
      debitor: debitorOf(einstellungen, zeile),
    }))
    after = last
  }
}

type Hindernis = { abrechnung_id: string | null; nummer: string | null; meldung: string }

export type Pruefung = {
  monat: string
  abrechnungen: number
  schon_exportiert: number
  /** Of more than one file, what is left for the next ones. */
  noch_danach: number
  buchungen: number
  brutto_cent: number
  /** The first of them. */
  hindernisse: Hindernis[]
  hindernisse_insgesamt: number
}

type Vorbereitet = {
  pruefung: Omit<Pruefung, "hindernisse_insgesamt">
  posten: Posten[]
  zeilen: Datevbuchung[]
  einstellungen: Einstellungen
}

/**
 * What a file would hold, and everything that stands in its way: nothing is left out without a word. Of more than go
 * into one file, the first; the rest is there for the next.
 */
function* prepare(tenant: TenantDb, monat: string, wiederholen: boolean): Pieces<Vorbereitet> {
  const einstellungen = getEinstellungen(tenant)
  const posten: Posten[] = []
  let [schon_exportiert, noch_danach] = [0, 0]
  for (const page of pagesOf(tenant, monat, einstellungen)) {
    const neu = page.filter(({ exportiert }) => exportiert === 0)
    schon_exportiert += page.length - neu.length
    const gemeint = wiederholen ? page : neu
    const platz = EINER_DATEI - posten.length
    posten.push(...gemeint.slice(0, platz))
    noch_danach += Math.max(0, gemeint.length - platz)
    yield
  }
  const hindernisse: Hindernis[] = []
  const missing = (meldung: string) => hindernisse.push({ abrechnung_id: null, nummer: null, meldung })
  if (wiederholen && noch_danach > 0)
    missing(
      `Mehr als ${EINER_DATEI} Abrechnungen passen nicht in eine Datei; die schon gemachten stehen unter „Belege“`,
    )
  if (einstellungen.berater === null) missing("In den DATEV-Einstellungen fehlt die Beraternummer")
  if (einstellungen.mandant === null) missing("In den DATEV-Einstellungen fehlt die Mandantennummer")
  for (const { id, nummer, debitor, kundennummer, name } of posten) {
    if (debitor !== undefined) continue
    const meldung = `Der Kunde ${kundennummer} (${name}) hat kein Debitorenkonto mit ${einstellungen.kontenlaenge + 1} Stellen`
    hindernisse.push({ abrechnung_id: id, nummer, meldung })
  }
  yield
  const zeilen = posten.flatMap((one) => buchungenOf(einstellungen, one))
  if (zeilen.length > DATEV_ZEILEN) missing(`Mehr als ${DATEV_ZEILEN} Buchungen passen nicht in eine Datei`)
  const brutto_cent = zeilen.reduce((sum, { umsatz_cent }) => sum + umsatz_cent, 0)
  const pruefung = {
    monat,
    abrechnungen: posten.length,
    schon_exportiert,
    noch_danach,
    buchungen: zeilen.length,
    brutto_cent,
    hindernisse,
  }
  return { pruefung, posten, zeilen, einstellungen }
}

/** One line for each account; what comes to nothing books nothing. */
function buchungenOf(einstellungen: Einstellungen, posten: Posten): Datevbuchung[] {
  const { steuern, debitor = 0, nummer, art, datum, bis, name } = posten
  return steuern.flatMap(({ klasse, satz, netto_cent, ust_cent }) => {
    const umsatz_cent = netto_cent + ust_cent
    if (umsatz_cent === 0) return []
    const { konto, bu_schluessel } = kontoOf(einstellungen, klasse, satz)
    const was = `${art === "storno" ? "Storno " : ""}Pfand${satz === null ? "" : ` ${satz} %`} ${name}`
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

type Gefragt = { monat: string; wiederholen?: boolean }

/** @returns what a file of that month would hold, and what stands in its way */
export async function checkExport(
  { tenant, services }: Pick<Belegkontext, "tenant" | "services">,
  { monat, wiederholen = false }: Gefragt,
): Promise<Pruefung> {
  const { pruefung } = await services.turns.through(tenant.id, prepare(tenant, monat, wiederholen))
  const { hindernisse } = pruefung
  return {
    ...pruefung,
    hindernisse_insgesamt: hindernisse.length,
    hindernisse: hindernisse.slice(0, GEZEIGT),
  }
}

/** One file of a company at a time: none but this one marks what went out. */
const exporting = queue({ parallel: 2, waiting: 32, each: 1 }, () =>
  unavailable("Zu viele Exporte gleichzeitig. Bitte gleich noch einmal versuchen.", 5),
)

/**
 * Makes the file for a month and keeps it. A settlement goes out once, unless that is asked for again.
 *
 * @returns the kept file
 * @throws Refusal conflict when something stands in the way, or nothing is left to export; unavailable
 */
export const createExport = (context: Belegkontext, gefragt: Gefragt): Promise<Beleg> =>
  exporting(() => makeExport(context, gefragt), context.tenant.id)

async function makeExport(
  { tenant, actor, services, commit }: Belegkontext,
  { monat, wiederholen = false }: Gefragt,
): Promise<Beleg> {
  const vorbereitet = await services.turns.through(tenant.id, prepare(tenant, monat, wiederholen))
  const { pruefung, posten, zeilen, einstellungen } = vorbereitet
  const { berater, mandant } = einstellungen
  const [erstes] = pruefung.hindernisse
  if (erstes || berater === null || mandant === null) {
    const weitere = pruefung.hindernisse.length - 1
    throw conflict(`${erstes?.meldung}${weitere > 0 ? `; und ${weitere} weitere Hindernisse` : ""}`)
  }
  if (posten.length === 0) throw conflict("In diesem Monat ist nichts (mehr) zu exportieren")
  const { von, bis } = daysOf(monat)
  const stapel = {
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
  const neuer = {
    art: "datev" as const,
    titel: `DATEV-Buchungsstapel ${formatDatum(von)} bis ${formatDatum(bis)}`,
    dateiname: datevFilename(stapel),
    typ: "text/csv",
    von,
    bis,
    saldo_cent: pruefung.brutto_cent,
    daten: await services.turns.through(tenant.id, datevFile(stapel, zeilen)),
  }
  return commit<Beleg>(function* () {
    const beleg = keepBeleg(tenant, actor, neuer, services.uploads.quotaPerTenant)
    yield
    for (const { id, exportiert } of posten) {
      if (exportiert === 1) continue
      tenant.insert(datev_posten, { beleg_id: beleg.id, abrechnung_id: id })
      yield
    }
    return beleg
  })
}

/** @returns the day on which the fiscal year of that day began */
function wirtschaftsjahr(beginn: string, tag: string): string {
  const jahr = Number(tag.slice(0, 4))
  return beginn <= tag.slice(5) ? `${jahr}-${beginn}` : `${jahr - 1}-${beginn}`
}

const WOFUER = {
  warenumschliessung: "Pfand Warenumschließung",
  transporthilfsmittel: "Transporthilfsmittel",
  geraetepfand: "Gerätepfand",
  kaution: "Kaution",
}

/** @returns the settlements of a month as a table, for everybody without DATEV; a page at a time */
export function* writeJournal(tenant: TenantDb, monat: string): Generator<string> {
  const einstellungen = getEinstellungen(tenant)
  yield journalHeading()
  for (const page of pagesOf(tenant, monat, einstellungen))
    yield journalLines(
      page.flatMap(({ steuern, art, ...posten }) =>
        steuern.map(({ klasse, satz, netto_cent, ust_cent }) => ({
          ...posten,
          storno: art === "storno",
          wofuer: WOFUER[klasse],
          konto: kontoOf(einstellungen, klasse, satz).konto,
          satz,
          netto_cent,
          ust_cent,
        })),
      ),
    )
}
