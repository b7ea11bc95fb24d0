import { type Static, Type } from "@sinclair/typebox"
import { Datum, Maybe, Nullable, OneOf, Text, Uuid } from "../../../lib/fields.ts"
import { Input, Reply } from "../../shared/schema.ts"

export const ImportFields = Input({
  id: Maybe(Uuid({ description: "Dieselbe id darf gefahrlos wiederholt werden" })),
  ausfuehren: Maybe(
    OneOf(["ja", "nein"], {
      description: "nein (oder ohne Angabe): nur zeigen, was geschähe",
      examples: ["nein"],
    }),
  ),
  vorhandene: Maybe(
    OneOf(["fehler", "aendern"], {
      description:
        "Was mit Zeilen geschieht, deren Nummer es schon gibt: fehler (oder ohne Angabe), oder aendern – was in der Tabelle anders steht; leere Zellen ändern nichts",
      examples: ["aendern"],
    }),
  ),
  zuordnung: Maybe(
    Text(20_000, {
      description:
        "Was die Spalten bedeuten, als JSON: Überschrift → Feld (siehe GET /api/einrichtung), oder null für keines. Stehen die Artikel oder die Kunden nebeneinander (Anfangsbestände): artikel: oder kunde: und die Nummer. Wird mit der Übernahme für die Firma gemerkt",
      examples: ['{"Depot": "kundennummer"}'],
    }),
  ),
  doppelte: Maybe(
    Text(200_000, {
      description:
        "Antworten zu neuen Zeilen, die es vielleicht schon gibt (siehe doppelte der Antwort), als JSON: Zeile, oder * für alle übrigen → neu, dieselbe (der Eintrag wird geändert, auch seine Nummer) oder auslassen. Mit dem Feld, auch leer ({}), wird nichts übernommen, solange eine Antwort fehlt; ohne das Feld werden sie neu angelegt",
      examples: ['{"*": "dieselbe", "12": "neu"}'],
    }),
  ),
  stand: Maybe(
    Text(100, {
      description:
        "Wie die Vorschau ihn genannt hat: Geschähe jetzt etwas anderes, wird nichts übernommen. Ohne ihn gilt, was jetzt geschieht",
    }),
  ),
  liste: Maybe(
    OneOf(["ja", "nein"], {
      description: "ja: die Antwort nennt jede Zeile; die eines Auftrags stehen für sich",
    }),
  ),
  blatt: Maybe(
    Text(255, {
      description: "Name des Blatts einer Excel-Datei; ohne ihn das, dessen Überschriften am besten passen",
    }),
  ),
  verborgene: Maybe(
    OneOf(["mitnehmen", "weglassen"], {
      description:
        "Was mit Zeilen geschieht, die in der Datei ausgeblendet, weggefiltert oder durchgestrichen sind",
    }),
  ),
  einheit: Maybe(
    OneOf(["stueck", "euro", "cent"], {
      description:
        "Was Zahlen sind, die zweierlei sein könnten. Anfangsbestände: stueck oder euro; Beträge unter Artikeln werden durch deren Pfand geteilt. Artikel: euro oder cent",
    }),
  ),
  tage: Maybe(
    OneOf(["tag", "monat"], {
      description: "Was in Tagen wie 4/11/2026 zuerst steht, wo keine Zelle der Spalte es zeigt",
    }),
  ),
  stichtag: Maybe(
    Datum({ description: "Nur Anfangsbestände und Geräte: an welchem Tag sie so waren; sonst heute" }),
  ),
})

const Zeile = { zeile: Type.Integer(), nummer: Nullable(Type.String()), name: Type.String() }

const Angaben = Type.Array(Type.String())

const Doppelt = Type.Object({
  ...Zeile,
  angaben: Angaben,
  gleich: Type.Array(Type.String(), {
    description: "Woran es sich zeigt",
    examples: [["Name und ähnliche Anschrift"]],
  }),
  mit: Type.Array(
    Type.Object({
      id: Nullable(Type.String({ description: "null: eine frühere Zeile derselben Tabelle" })),
      zeile: Nullable(Type.Integer()),
      nummer: Nullable(Type.String()),
      name: Type.String(),
      angaben: Angaben,
    }),
  ),
  antworten: Type.Array(OneOf(["neu", "dieselbe", "auslassen"]), { description: "Die möglichen" }),
  antwort: Nullable(OneOf(["neu", "dieselbe", "auslassen"])),
})

export const zeilenarten = ["neu", "geaendert", "unveraendert"] as const

const Aenderungen = Type.Array(
  Type.Object({ spalte: Type.String(), von: Nullable(Type.String()), nach: Nullable(Type.String()) }),
)

export const Listenzeile = Type.Object({
  ...Zeile,
  art: OneOf(zeilenarten),
  id: Nullable(Type.String({ description: "Des Eintrags, den es gibt" })),
  angaben: Angaben,
  felder: Aenderungen,
})

export const ImportReply = Reply("Import", {
  ausgefuehrt: Type.Boolean({ description: "Nur wenn gewünscht, und wenn keine Zeile einen Fehler hat" }),
  stand: Type.String({ description: "Wofür das steht, was neu ist und was sich ändert" }),
  zeilen: Type.Integer({ minimum: 0 }),
  angelegt: Type.Integer({ minimum: 0, description: "Nach der Übernahme" }),
  neu: Type.Integer({ minimum: 0, description: "Zeilen ohne Fehler, die neu sind" }),
  geaendert: Type.Integer({ minimum: 0, description: "Zeilen ohne Fehler, die etwas ändern" }),
  unveraendert: Type.Integer({ minimum: 0, description: "Zeilen ohne Fehler, die schon so da sind" }),
  spalten: Type.Array(
    Type.Object({
      ueberschrift: Type.String(),
      feld: Nullable(
        Type.String({
          description:
            "Wie in der Zuordnung: ein Feld, oder artikel: oder kunde: und die Nummer; null: wird nicht übernommen",
        }),
      ),
      gelesen_als: Nullable(
        Type.String({
          description:
            "Wofür die Überschrift selbst genommen wurde: bei Artikeln oder Kunden nebeneinander, wer es ist",
        }),
      ),
    }),
  ),
  erkannte_spalten: Type.Array(Type.String()),
  unbekannte_spalten: Type.Array(Type.String({ description: "Werden nicht übernommen" })),
  fehler: Type.Array(
    Type.Object({
      zeile: Type.Integer({ description: "In der Datei, wie ein Tabellenprogramm zählt" }),
      spalte: Nullable(Type.String()),
      zelle: Nullable(Type.String({ examples: ["C12"] })),
      msg: Type.String(),
    }),
    { description: "Höchstens 200" },
  ),
  fehlerzahl: Type.Integer({ minimum: 0 }),
  pfand_cent: Nullable(
    Type.Integer({ description: "Nur Anfangsbestände: Pfand aller Zeilen, die neu sind, zusammen" }),
  ),
  blatt: Nullable(Type.String({ description: "Welches Blatt gelesen ist; null bei CSV" })),
  blaetter: Type.Array(Type.String(), { description: "Blätter der Datei, die nicht verborgen sind" }),
  fragen: Type.Array(
    Type.Object({
      feld: Type.String({ description: "Feld der Anfrage, das sie beantwortet" }),
      frage: Type.String(),
      antworten: Type.Array(Type.Object({ wert: Type.String(), text: Type.String() })),
    }),
    { description: "Ohne Antwort wird nichts übernommen: ausfuehren antwortet dann 400" },
  ),
  hinweise: Type.Array(Type.String(), {
    description: "Wie die Datei gelesen ist, und was erlaubt ist, aber ein Versehen sein kann",
    examples: [["Bei einem Kunden ändert sich der Name. Stimmen die Nummern? Alt → Neu"]],
  }),
  vorschau: Type.Array(
    Type.Object({
      ...Zeile,
      angaben: Type.Array(Type.String(), {
        description: "Was außerdem verstanden wurde, in Worten",
        examples: [["Pfand 3,10"]],
      }),
    }),
    { description: "Die ersten zwanzig Zeilen, wie sie verstanden werden" },
  ),
  aenderungen: Type.Array(
    Type.Object({
      ...Zeile,
      felder: Aenderungen,
    }),
    { description: "Die ersten 200 Zeilen, die etwas ändern" },
  ),
  liste: Type.Array(Listenzeile, {
    description:
      "Alle Zeilen ohne Fehler, wenn liste es wünscht; die eines Auftrags nennt GET /api/einrichtung/auftraege/{auftrag_id}/zeilen",
  }),
  doppelte: Type.Array(Doppelt, {
    description: "Neue Zeilen, die es vielleicht schon gibt, neben dem, was da ist; höchstens 500",
  }),
  doppelte_zahl: Type.Integer({ minimum: 0 }),
  doppelte_offen: Type.Integer({ minimum: 0, description: "Ohne Antwort" }),
  ausgelassen: Type.Integer({ minimum: 0, description: "Zeilen, die nach der Antwort wegbleiben" }),
  zugaenge: Type.Array(Type.Object({ email: Type.String(), name: Type.String(), passwort: Type.String() }), {
    description: "Der neuen Mitarbeiter: stehen nur in dieser einen Antwort",
  }),
})

export type ImportForm = Static<typeof ImportFields>
export type Duplicate = Static<typeof Doppelt>
export type ImportFault = Static<typeof ImportReply>["fehler"][number]
