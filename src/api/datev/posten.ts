import { query } from "../../db/query.ts"
import { abrechnungen, abrechnungskoepfe, abrechnungssteuern, datev_posten, kunden } from "../../db/schema.ts"
import type { Row, TenantReader } from "../../db/tenant-db.ts"
import { pagesAfter } from "../shared/page.ts"
import { debitorOf, type Einstellungen } from "./einstellungen.ts"

type Journalkopf = Pick<
  Row<typeof abrechnungen>,
  | "id"
  | "nummer"
  | "art"
  | "datum"
  | "von"
  | "bis"
  | "erstellt_am"
  | "netto_cent"
  | "ust_cent"
  | "kleinunternehmer"
  | "abrechnung_ist"
> & {
  kundennummer: string
  name: string
  /**
   * Name on the settlement's paper, so that a second export has the same one; of an erased person, what is left of it.
   */
  an_name: string
  land: string
  debitor_nr: number | null
  exportiert: 0 | 1
}

type Journalsteuer = Pick<
  Row<typeof abrechnungssteuern>,
  "abrechnung_id" | "klasse" | "satz" | "netto_cent" | "ust_cent"
> & { kleinunternehmer: number }

type After = { bis: string; datum: string; id: string; limit: number }

const inMonth = query<Journalkopf, After>`
  SELECT a.id, a.nummer, a.art, a.datum, a.von, a.bis, a.erstellt_am, a.netto_cent, a.ust_cent,
    a.kleinunternehmer, a.abrechnung_ist, k.kundennummer, k.name, k.land, k.debitor_nr,
    iif(h.gesperrt = 0, json_extract(h.an, '$.name'), k.name) AS an_name,
    EXISTS (SELECT 1 FROM ${datev_posten} p WHERE p.abrechnung_id = a.id) AS exportiert
  FROM ${abrechnungen} a CROSS JOIN ${kunden} k ON k.id = a.kunde_id
  LEFT JOIN ${abrechnungskoepfe} h ON h.id = a.id
  WHERE (a.datum, a.id) > (:datum, :id) AND a.datum <= :bis ORDER BY a.datum, a.id LIMIT :limit`

const steuernOf = query<Journalsteuer, { ids: string }>`
  SELECT s.abrechnung_id, s.klasse, s.satz, coalesce(s.kleinunternehmer, a.kleinunternehmer) AS kleinunternehmer,
    s.netto_cent, s.ust_cent
  FROM json_each(:ids) j CROSS JOIN ${abrechnungen} a ON a.id = j.value
  CROSS JOIN ${abrechnungssteuern} s ON s.abrechnung_id = a.id
  ORDER BY s.abrechnung_id, s.position`

/** Settlements that are read at once: other requests go in between. */
const AT_ONCE = 250

/** A settlement with its taxes, as it is in the books of a month. */
export type Journalposten = Journalkopf & { steuern: Journalsteuer[]; debitor: number | undefined }

/** Whether an amount is booked here: not the deposit of a mere record, which the invoice for the goods has (rechnung.md). */
export const isBooked = (
  { abrechnung_ist }: Pick<Journalkopf, "abrechnung_ist">,
  { klasse }: Pick<Journalsteuer, "klasse">,
): boolean => abrechnung_ist !== "beleg" || klasse === "kaution"

/** Whether no amount of a settlement is booked here. */
export const isElsewhere = (one: Journalposten): boolean =>
  one.steuern.length > 0 && !one.steuern.some((steuer) => isBooked(one, steuer))

/** @param monat `YYYY-MM` @returns its first and last day */
export function daysOf(monat: string): { von: string; bis: string } {
  const [jahr, nummer] = monat.split("-").map(Number) as [number, number]
  return { von: `${monat}-01`, bis: new Date(Date.UTC(jahr, nummer, 0)).toISOString().slice(0, 10) }
}

const issuedLater = query<{ monat: string; anzahl: number }, { monat: string; bis: string }>`
  SELECT substr(a.datum, 1, 7) AS monat, count(*) AS anzahl FROM ${abrechnungen} a
  WHERE substr(a.bis, 1, 7) = :monat AND a.datum > :bis GROUP BY 1 ORDER BY 1 LIMIT 24`

/**
 * Settlements and counter-documents for a month that bear a day of a later one, as those for October do that are made in
 * November: they are in the books of the later month.
 *
 * @param monat `YYYY-MM`, in which their period ends
 * @returns how many of each later month, the first 24 of these
 */
export const countIssuedLater = (tenant: TenantReader, monat: string) =>
  tenant.all(issuedLater, { monat, bis: daysOf(monat).bis })

/**
 * Reads a month's settlements and counter-documents, by day and in the order of their making. They never change, and new
 * ones come at the end only, so that others may write in between.
 */
export function* pagesOf(
  tenant: TenantReader,
  monat: string,
  einstellungen: Einstellungen,
): Generator<Journalposten[]> {
  const { von, bis } = daysOf(monat)
  const after = ({ datum, id } = { datum: von, id: "" }) =>
    tenant.all(inMonth, { datum, id, bis, limit: AT_ONCE })
  for (const page of pagesAfter(after)) {
    const ids = JSON.stringify(page.map(({ id }) => id))
    const steuern = Map.groupBy(tenant.all(steuernOf, { ids }), ({ abrechnung_id }) => abrechnung_id)
    yield page.map((zeile) => ({
      ...zeile,
      steuern: steuern.get(zeile.id) ?? [],
      debitor: debitorOf(einstellungen, zeile),
    }))
  }
}
