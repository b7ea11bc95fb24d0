import type { Answer } from "../../ui/api/call.ts"

export type Klaerung = Answer<"get", "/api/klaerungen/{id}">

/** Kinds of drivers' entries. */
export const arten = {
  start: "Losgefahren",
  abschluss: "Zugestellt",
  fehlschlag: "Nicht zugestellt",
  ungeplant: "Ungeplante Abholung",
  feierabend: "Feierabend gezählt",
} as const
