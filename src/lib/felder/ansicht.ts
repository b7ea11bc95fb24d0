import { type FieldSpecs, text } from "./feld.ts"

/** Fields of a view of a list (see feld.ts). */
export const ansichtfelder = {
  liste: {
    ...text("Liste", 60),
    format: "zeile",
    required: true,
    api: { description: "Die Adresse der Liste unter /api", examples: ["kunden"] },
  },
  name: { ...text("Name", 60), format: "zeile", required: true, api: { examples: ["Offen diese Woche"] } },
  adresse: {
    ...text("Suche, Filter und Reihenfolge", 1000),
    format: "zeile",
    api: {
      description: "Wie in der Adresse der Seite; q ist, was gesucht wird",
      examples: ["q=adler&status=geplant&sort=-datum"],
    },
  },
} satisfies FieldSpecs
