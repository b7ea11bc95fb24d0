import type { Answer } from "../../ui/api/call.ts"

export type Klaerung = Answer<"get", "/api/klaerungen/{id}">

/** Bookings of a delivery, in sum. */
export type Booked = NonNullable<Klaerung["schon_gebucht"]>

/** Kinds of drivers' entries. */
export const arten = {
  start: "Losgefahren",
  abschluss: "Zugestellt",
  fehlschlag: "Nicht zugestellt",
  ungeplant: "Ungeplante Abholung",
  feierabend: "Feierabend gezählt",
} as const
