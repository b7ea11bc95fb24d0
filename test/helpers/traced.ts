/** As what taking many people's data stands in the log: the routes' list is held to it, and so are the pages' words. */
export const TRACED = [
  "auftraege.exportiert",
  "belege.exportiert",
  "kunden.auskunft_erteilt",
  "tenants.bestaende_exportiert",
  "tenants.firma_exportiert",
  "tenants.geraete_exportiert",
  "tenants.jahresausgleich_exportiert",
  "tenants.journal_exportiert",
  "tenants.kunden_exportiert",
  "tenants.mitarbeiter_exportiert",
  "tenants.pfandalter_exportiert",
  "tenants.pfandsalden_exportiert",
  "tenants.pruefer_exportiert",
]
