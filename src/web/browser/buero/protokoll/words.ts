import { tabellen } from "../../../../lib/felder/tabellen.ts"
import type { Item } from "../../ui/state/list.ts"
import { capital } from "../../ui/values/format.ts"
import { fieldInWords } from "./field-words.ts"
import { valueInWords } from "./value-words.ts"

export type Entry = Item<"/api/protokoll">
type Change = Entry["aenderungen"][number]

/** Tables of which the log tells: a record in words, and its screen. */
export const records = Object.fromEntries(
  Object.entries(tabellen).flatMap(([table, { one, path }]) => (one ? [[table, { one, path }]] : [])),
)

/** Actions whose words differ from their names. */
export const verbs: Record<string, string> = {
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
  geraete_exportiert: "Geräte exportiert",
  bestaende_exportiert: "alle Bestände exportiert",
  stichtag_exportiert: "alle Bestände eines Stichtags exportiert",
  pfandsalden_exportiert: "alle Pfandsalden exportiert",
  pfandalter_exportiert: "Pfandalter aller Kunden exportiert",
  jahresausgleich_exportiert: "Jahresausgleich exportiert",
  schwund_exportiert: "Schwund aller Kunden exportiert",
  journal_exportiert: "Pfandjournal exportiert",
  pruefer_exportiert: "Prüfexport erstellt",
  klaerungen_exportiert: "Klärungen exportiert",
  belege_exportiert: "Briefe als Tabelle exportiert",
  pruefplaene_exportiert: "Prüftermine exportiert",
  pfandbuch_exportiert: "Pfandbuch exportiert",
  firma_exportiert: "ganze Firma als ZIP heruntergeladen",
}

/** `kunden.geaendert` → `Kunde geändert`; another noun stands apart: `Lieferung: Stand geändert` */
export function actionInWords({ aktion, tabelle }: Pick<Entry, "aktion" | "tabelle">): string {
  const verb = aktion.split(".")[1] ?? aktion
  const said = verbs[verb] ?? (verb.endsWith("_exportiert") ? capital(verb) : verb).replaceAll("_", " ")
  return `${records[tabelle]?.one ?? tabelle}${/\p{Lu}/u.test(said) ? ":" : ""} ${said}`
}

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** @returns whether a value is an id, which says nothing to people: only an entry's panel puts a name in its place */
export const isReference = (value: string | null): boolean => value !== null && ID.test(value)

/** Fields that mean nothing to people: a record's id, and the paths of its files. */
const inner = new Set(["id", "pfad", "vorschau_pfad"])

/** @returns the changes of fields that mean something to people */
export const changesOf = ({ aenderungen }: Entry): Change[] =>
  aenderungen.filter(({ feld, vorher, nachher }) => !inner.has(feld) && (vorher ?? "") !== (nachher ?? ""))

/** @returns the changes as one line of the list, without those of ids */
export const inShort = (entry: Entry): string =>
  changesOf(entry)
    .filter(({ vorher, nachher }) => !isReference(vorher) && !isReference(nachher))
    .map(({ feld, vorher, nachher }) => {
      const said = (value: string | null): string => valueInWords(feld, value, entry.tabelle)
      const from = vorher === null ? "" : `${said(vorher)} → `
      return `${fieldInWords(feld, entry.tabelle)}: ${from}${said(nachher)}`
    })
    .join(" · ")
