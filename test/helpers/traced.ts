/**
 * As what taking many people's data stands in the log, and in the log's words: the routes' list is held to it, and so are
 * the pages.
 */
export const TRACED = {
  "auftraege.exportiert": "Papiere für viele Kunden exportiert",
  "belege.exportiert": "Brief exportiert",
  "kunden.auskunft_erteilt": "Kunde: Auskunft über die Person erteilt",
  "tenants.abrechnungen_exportiert": "Firma: Abrechnungen exportiert",
  "tenants.belege_exportiert": "Firma: Briefe als Tabelle exportiert",
  "tenants.bestaende_exportiert": "Firma: alle Bestände exportiert",
  "tenants.firma_exportiert": "Firma: ganze Firma als ZIP heruntergeladen",
  "tenants.geraete_exportiert": "Firma: Geräte exportiert",
  "tenants.jahresausgleich_exportiert": "Firma: Jahresausgleich exportiert",
  "tenants.journal_exportiert": "Firma: Pfandjournal exportiert",
  "tenants.klaerungen_exportiert": "Firma: Klärungen exportiert",
  "tenants.kunden_exportiert": "Firma: Kunden exportiert",
  "tenants.lagerbewegungen_exportiert": "Firma: Lagerbewegungen exportiert",
  "tenants.lieferungen_exportiert": "Firma: Lieferungen exportiert",
  "tenants.mitarbeiter_exportiert": "Firma: Mitarbeiter exportiert",
  "tenants.pfandalter_exportiert": "Firma: Pfandalter aller Kunden exportiert",
  "tenants.pfandbuch_exportiert": "Firma: Pfandbuch exportiert",
  "tenants.pfandsalden_exportiert": "Firma: alle Pfandsalden exportiert",
  "tenants.protokoll_exportiert": "Firma: Protokoll exportiert",
  "tenants.pruefer_exportiert": "Firma: Prüfexport erstellt",
  "tenants.pruefplaene_exportiert": "Firma: Prüftermine exportiert",
  "tenants.schwund_exportiert": "Firma: Schwund aller Kunden exportiert",
  "tenants.standorte_exportiert": "Firma: Standorte exportiert",
  "tenants.stichtag_exportiert": "Firma: alle Bestände eines Stichtags exportiert",
}
