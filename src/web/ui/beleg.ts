import type { Beleg } from "./answer-state.tsx"

/** How kinds of documents are called: the one place for it. */
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
