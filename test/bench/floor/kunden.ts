import type { Database } from "bun:sqlite"
import { kundensuche } from "../../../src/lib/felder/search-text.ts"
import { fold, telephoneBook } from "../../../src/lib/fold.ts"
import { type Author, logging, remembering } from "./write.ts"

type NewKunde = {
  id: string
  name: string
  ansprechpartner: string
  telefon: string
  email: string
  strasse: string
  plz: string
  ort: string
  anlieferungshinweis: string
  lieferzeit_von: string
  lieferzeit_bis: string
}

/** Makes a customer, with its search text, its entry in the log and the remembered id. */
export function creating(db: Database) {
  const remember = remembering(db)
  const log = logging(db)
  const largest = db.prepare<{ n: number | null }, [string]>(
    "SELECT max(nummer_wert) AS n FROM kunden WHERE tenant_id = +?",
  )
  const insert = db.prepare(
    `INSERT INTO kunden (tenant_id, id, kundennummer, nummer_wert, name, name_sort, name_ordnung, ansprechpartner,
       telefon, email, strasse, plz, ort, ort_sort, anlieferungshinweis, lieferzeit_von, lieferzeit_bis, erstellt_am,
       aktualisiert_am)
     VALUES (:tenant, :id, :kundennummer, :nummer, :name, :name_sort, :name_ordnung, :ansprechpartner, :telefon,
       :email, :strasse, :plz, :ort, :ort_sort, :anlieferungshinweis, :lieferzeit_von, :lieferzeit_bis, :now, :now)`,
  )
  const text = db.prepare(
    `INSERT INTO kunden_suchtexte (tenant_id, id, text, filter, erstellt_am, aktualisiert_am)
     VALUES (:tenant, :id, :text, :filter, :now, :now)`,
  )
  return (tenant: string, author: Author, given: NewKunde) => {
    const { id, name, ansprechpartner, telefon, email, strasse, plz, ort } = given
    const { anlieferungshinweis, lieferzeit_von, lieferzeit_bis } = given
    const now = new Date().toISOString()
    remember(tenant, "kunden", id, given, now)
    const nummer = (largest.get(tenant)?.n ?? 0) + 1
    const kundennummer = String(nummer)
    const derived = { name_sort: fold(name), name_ordnung: telephoneBook(name), ort_sort: fold(ort) }
    insert.run({ ...given, ...derived, tenant, nummer, kundennummer, now })
    const searched = kundensuche({ ...given, ...derived, kundennummer, aktiv: 1 })
    text.run({ ...searched, tenant, id, now })
    const stored = { ...given, ...derived, kundennummer, nummer_wert: nummer, land: "DE" }
    const fields = { ...stored, abrechnung: "je_lieferung", aktiv: 1, erstellt_am: now }
    const changes = Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, [null, value]]))
    log(tenant, author, { aktion: "kunden.angelegt", tabelle: "kunden", record: id, changes, now })
    return {
      id,
      kundennummer,
      name,
      ansprechpartner,
      telefon,
      email,
      strasse,
      plz,
      ort,
      land: "DE",
      anlieferungshinweis,
      lieferzeit_von,
      lieferzeit_bis,
      abrechnung: "je_lieferung",
      art: "unternehmen",
      ust_id: null,
      kaeuferreferenz: null,
      rechnungs_email: null,
      versandweg: "post",
      abrechnung_an: null,
      briefe_an: null,
      lieferschein_an: null,
      notiz: null,
      aktiv: 1,
      debitor_nr: null,
      breitengrad: null,
      laengengrad: null,
      erstellt_am: now,
      aktualisiert_am: now,
      version: 1,
    }
  }
}
