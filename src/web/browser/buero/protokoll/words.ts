import type { Item } from "../../ui/state/list.ts"
import { fieldInWords } from "./field-words.ts"
import { valueInWords } from "./value-words.ts"

export type Entry = Item<"/api/protokoll">
type Change = Entry["aenderungen"][number]

/** Tables in the log's words, with the screens of their records. */
export const records: Record<string, { one: string; path?: string }> = {
  kunden: { one: "Kunde", path: "/kunden/:id" },
  kunden_bilder: { one: "Bild eines Kunden" },
  standorte: { one: "Standort eines Kunden" },
  geraete: { one: "Gerät", path: "/geraete/:id" },
  geraete_pruefplaene: { one: "Prüftermin" },
  geraete_pruefungen: { one: "Prüfung eines Geräts" },
  pfandartikel: { one: "Artikel", path: "/artikel/:id" },
  lagerbewegungen: { one: "Lagerbewegung" },
  pfandverluste: { one: "Verlust" },
  inventuren: { one: "Inventur", path: "/inventuren/:id" },
  lieferungen: { one: "Lieferung", path: "/lieferungen/:id" },
  liefertage: { one: "Liefertag" },
  liefertagwochen: { one: "Woche eines Liefertags" },
  lieferungen_bilder: { one: "Bild einer Lieferung" },
  nachrichten: { one: "E-Mail" },
  versand_einstellungen: { one: "Einstellungen zum Versand" },
  mailserver: { one: "Eigener Mailserver" },
  webhooks: { one: "Webhook" },
  ansichten: { one: "Ansicht" },
  programmzugaenge: { one: "Zugang eines Programms" },
  mitarbeiter: { one: "Konto", path: "/mitarbeiter/:id" },
  abrechnungen: { one: "Abrechnung" },
  tenants: { one: "Firma" },
  firmenlogos: { one: "Logo der Firma" },
  datev_einstellungen: { one: "DATEV-Einstellungen" },
  belege: { one: "Brief" },
  fahrer_einstellungen: { one: "Einstellungen für Fahrer" },
  feierabende: { one: "Feierabend" },
  klaerungen: { one: "Klärung" },
  auftraege: { one: "Papiere für viele Kunden" },
}

/** Verbs of actions that are written otherwise than they are named. */
const verbs: Record<string, string> = {
  geaendert: "geändert",
  geheimnis_gewechselt: "Geheimnis gewechselt",
  geloescht: "gelöscht",
  auskunft_erteilt: "Auskunft über die Person erteilt",
  person_geloescht: "Angaben zur Person gelöscht",
  status: "Stand geändert",
  zurueckgenommen: "zurückgenommen",
  bestandteile_geaendert: "Bestandteile geändert",
  freigegeben: "zur Ausgabe freigegeben",
  dokument_angehaengt: "Zeugnis angehängt",
  beantwortet: "vom Kunden beantwortet",
  link_gemacht: "Link für den Kunden erstellt",
  link_gesperrt: "Links gesperrt",
  gestartet: "begonnen",
  positionen_geaendert: "Positionen geändert",
  wieder_vorgeschlagen: "nicht mehr ausgelassen",
  wiederholt: "noch einmal gesendet",
  per_post_versandt: "als per Post versandt vermerkt",
  postversand_zurueckgenommen: "Vermerk „per Post versandt“ zurückgenommen",
  alle_abgemeldet: "überall abgemeldet",
  anmeldung_verweigert: "Anmeldung verweigert",
  passwort_gesetzt: "Passwort gesetzt",
  passwort_geaendert: "Passwort geändert",
  gezaehlt: "gezählt",
  eroeffnet: "eröffnet",
  kunden_exportiert: "Kunden exportiert",
  standorte_exportiert: "Standorte exportiert",
  geraete_exportiert: "Geräte exportiert",
  mitarbeiter_exportiert: "Mitarbeiter exportiert",
  lagerbewegungen_exportiert: "Lagerbewegungen exportiert",
  bestaende_exportiert: "alle Bestände exportiert",
  pfandsalden_exportiert: "alle Pfandsalden exportiert",
  pfandalter_exportiert: "Pfandalter aller Kunden exportiert",
  jahresausgleich_exportiert: "Jahresausgleich exportiert",
  schwund_exportiert: "Schwund aller Kunden exportiert",
  journal_exportiert: "Pfandjournal exportiert",
  pruefer_exportiert: "Prüfexport erstellt",
  abrechnungen_exportiert: "Abrechnungen exportiert",
  klaerungen_exportiert: "Klärungen exportiert",
  belege_exportiert: "Briefe als Tabelle exportiert",
  pruefplaene_exportiert: "Prüftermine exportiert",
  lieferungen_exportiert: "Lieferungen exportiert",
  pfandbuch_exportiert: "Pfandbuch exportiert",
  protokoll_exportiert: "Protokoll exportiert",
  firma_exportiert: "ganze Firma als ZIP heruntergeladen",
}

/** `kunden.geaendert` → `Kunde geändert`; another noun stands apart: `Lieferung: Stand geändert` */
export function actionInWords({ aktion, tabelle }: Pick<Entry, "aktion" | "tabelle">): string {
  const verb = aktion.split(".")[1] ?? aktion
  const said = verbs[verb] ?? verb.replaceAll("_", " ")
  return `${records[tabelle]?.one ?? tabelle}${/\p{Lu}/u.test(said) ? ":" : ""} ${said}`
}

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** An id says nothing to people; who it is stands where there is room for it. */
export const isReference = (value: string | null): boolean => value !== null && ID.test(value)

/** Fields that mean nothing to people: a record's id, and the paths of its files. */
const inner = new Set(["id", "pfad", "vorschau_pfad"])

/** @returns the changes of fields that mean something to people */
export const changesOf = ({ aenderungen }: Entry): Change[] =>
  aenderungen.filter(({ feld, vorher, nachher }) => !inner.has(feld) && (vorher ?? "") !== (nachher ?? ""))

/** @returns the changes in short, as a line of the list has room for */
export const inShort = (entry: Entry): string =>
  changesOf(entry)
    .filter(({ vorher, nachher }) => !isReference(vorher) && !isReference(nachher))
    .map(({ feld, vorher, nachher }) => {
      const said = (value: string | null): string => valueInWords(feld, value, entry.tabelle)
      const from = vorher === null ? "" : `${said(vorher)} → `
      return `${fieldInWords(feld, entry.tabelle)}: ${from}${said(nachher)}`
    })
    .join(" · ")
