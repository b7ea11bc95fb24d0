type Uebernahme = {
  one: string
  many: string
  /** What its step of setting up says. */
  why: string
  /** Page of the office that shows what was taken over. */
  place: string
  /** Only administrators may; the whole office otherwise. */
  admins?: true
  /** It is taken over as of a day. */
  dated?: true
}

const angaben = {
  pfandartikel: {
    one: "Artikel",
    many: "Artikel",
    why: "Flaschen, Kästen, Fässer mit ihrem Pfand; Gebinde mit ihren Teilen.",
    place: "/artikel",
    admins: true,
  },
  kunden: {
    one: "Kunde",
    many: "Kunden",
    why: "Aus der Liste des bisherigen Programms.",
    place: "/kunden",
  },
  standorte: {
    one: "Standort",
    many: "Standorte",
    why: "Weitere Orte, an die ein Kunde beliefert wird: mit seiner Nummer.",
    place: "/kunden",
  },
  geraete: {
    one: "Gerät",
    many: "Geräte",
    why: "Kühler, Zapfanlagen, Gasflaschen: mit dem Kunden, der sie hat.",
    place: "/geraete",
    admins: true,
    dated: true,
  },
  mitarbeiter: {
    one: "Konto",
    many: "Mitarbeiter",
    why: "Fahrer und Büro. Jedes neue Konto bekommt ein Passwort zum Weitergeben.",
    place: "/mitarbeiter",
    admins: true,
  },
  anfangsbestaende: {
    one: "Bestand",
    many: "Anfangsbestände",
    why: "Wie viel Stück jeder Kunde an einem Tag hat. Einmal gebucht, als Ganzes zurückzunehmen, solange nichts folgt.",
    place: "/salden",
    admins: true,
    dated: true,
  },
} satisfies Record<string, Uebernahme>

export type Importart = keyof typeof angaben

/** Kinds of tables that are taken over, in the order in which one needs another; browsers know them, too. */
export const importe: Readonly<Record<Importart, Uebernahme>> = angaben
