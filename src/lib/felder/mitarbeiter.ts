import { choice, email, type Personenfelder, text, yesNo } from "./feld.ts"

/** The fields of an account (see feld.ts), in the order of the columns in tables. Its password is not among them. */
export const mitarbeiterfelder = {
  name: {
    ...text("Name", 200),
    format: "zeile",
    personal: true,
    required: true,
    apiNew: { examples: ["Jens Krüger"] },
    auch: ["Mitarbeiter", "Vor- und Nachname", "Vollständiger Name"],
    example: "Jens Krüger",
  },
  email: {
    ...email("E-Mail"),
    personal: true,
    required: true,
    auch: ["Mail", "E-Mail-Adresse", "Benutzer", "Benutzername", "Login"],
    about: "Damit meldet man sich an",
    example: "jens@getraenke.example",
  },
  rolle: {
    ...choice("Rolle", { admin: "Verwaltung", user: "Büro", fahrer: "Fahrer" }),
    required: true,
    personal: false,
    api: { examples: ["fahrer"] },
    auch: ["Funktion", "Tätigkeit", "Abteilung", "Berechtigung"],
    about: "Fahrer, Büro oder Verwaltung",
    example: "Fahrer",
    alsoWords: {
      Fahrerin: "fahrer",
      "Fahrer/in": "fahrer",
      Innendienst: "user",
      Administrator: "admin",
      Chef: "admin",
    },
  },
  aktiv: {
    ...yesNo("Aktiv"),
    api: { examples: [1] },
    default: 1,
    personal: false,
    about: "ja oder nein; leer: ja",
    example: "ja",
  },
} satisfies Personenfelder
