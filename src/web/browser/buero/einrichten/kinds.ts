import type { Answer } from "../../ui/api/call.ts"

export type Kind = Answer<"get", "/api/einrichtung">["arten"][number]
/** Reply of a check or an import. */
export type Checked = Answer<"post", "/api/kunden/import">
type KindId = Kind["art"]
/** Answers to how the file is read: its sheet, its hidden rows. */
export type Reading = Readonly<Partial<Record<Checked["fragen"][number]["feld"], string>>>
/** Decision about a row that may be there already. */
export type Decision = Checked["doppelte"][number]["antworten"][number]
/** By row; `*` is for all others. */
export type Answers = Readonly<Record<string, Decision>>

/** Beginnings of an assignment to an article, or to a customer, of a column with its pieces. */
export const ARTICLE = "artikel:"
export const CUSTOMER = "kunde:"

export type Words = {
  id: KindId
  one: string
  many: string
  /** The step's own words. */
  why: string
  place: string
  admins?: true
  /** Kinds that are imported as of a day. */
  dated?: true
}

/** Kinds of tables, in the order in which one needs another. */
export const kinds: readonly Words[] = [
  {
    id: "pfandartikel",
    one: "Artikel",
    many: "Artikel",
    why: "Flaschen, Kästen, Fässer mit ihrem Pfand; Gebinde mit ihren Teilen.",
    place: "/artikel",
    admins: true,
  },
  {
    id: "kunden",
    one: "Kunde",
    many: "Kunden",
    why: "Aus der Liste des bisherigen Programms.",
    place: "/kunden",
  },
  {
    id: "standorte",
    one: "Standort",
    many: "Standorte",
    why: "Weitere Orte, an die ein Kunde beliefert wird: mit seiner Nummer.",
    place: "/kunden",
  },
  {
    id: "geraete",
    one: "Gerät",
    many: "Geräte",
    why: "Kühler, Zapfanlagen, Gasflaschen: mit dem Kunden, der sie hat.",
    place: "/geraete",
    admins: true,
    dated: true,
  },
  {
    id: "mitarbeiter",
    one: "Konto",
    many: "Mitarbeiter",
    why: "Fahrer und Büro. Jedes neue Konto bekommt ein Passwort zum Weitergeben.",
    place: "/mitarbeiter",
    admins: true,
  },
  {
    id: "anfangsbestaende",
    one: "Bestand",
    many: "Anfangsbestände",
    why: "Wie viel Stück jeder Kunde an einem Tag hat. Einmal gebucht, als Ganzes zurückzunehmen, solange nichts folgt.",
    place: "/salden",
    admins: true,
    dated: true,
  },
]

const wordsOf = (id: KindId): Words => kinds.find((kind) => kind.id === id) ?? kinds[0]!

/** A file that a spreadsheet opens as it should: with the headings and one row that shows how it is meant. */
export function templateOf({ art, spalten }: Kind): { file: Blob; name: string } {
  const line = (cells: string[]): string => `${cells.join(";")}\r\n`
  const ours = spalten.filter(({ fremd }) => !fremd)
  const text = line(ours.map(({ name }) => name)) + line(ours.map(({ beispiel }) => beispiel))
  // Without the mark at its beginning, Excel takes umlauts for something else.
  return { file: new Blob(["\uFEFF", text], { type: "text/csv" }), name: `Vorlage ${wordsOf(art).many}.csv` }
}
