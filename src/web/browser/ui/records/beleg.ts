import type { Beleg } from "./answer-state.tsx"

/** Names of kinds of documents: the one place for them. */
export const belegarten = {
  abrechnung: "Abrechnung",
  lieferschein: "Lieferschein",
  kontoauszug: "Kontoauszug",
  saldenbestaetigung: "Saldenbestätigung",
  erinnerung: "Erinnerung",
  saldenuebernahme: "Saldenübernahme",
  datev: "DATEV-Export",
  journal: "Journal",
} satisfies Record<Beleg["art"], string>
