import type { Answer } from "../../ui/api/call.ts"
import { BETWEEN } from "../../ui/values/contents.ts"

export type Klaerung = Answer<"get", "/api/klaerungen/{id}">

/** Bookings of a delivery, in sum. */
export type Booked = NonNullable<Klaerung["schon_gebucht"]>

/** @returns `2 × Fass 30 l hin; 1 × Fass 30 l zurück` */
export const bookedInWords = ({
  positionen,
}: {
  positionen: readonly Pick<Booked["positionen"][number], "bezeichnung" | "ausgabe" | "ruecknahme">[]
}): string =>
  positionen
    .flatMap(({ bezeichnung, ausgabe, ruecknahme }) => [
      ...(ausgabe > 0 ? [`${ausgabe} × ${bezeichnung} hin`] : []),
      ...(ruecknahme > 0 ? [`${ruecknahme} × ${bezeichnung} zurück`] : []),
    ])
    .join(BETWEEN)

/** Kinds of drivers' entries. */
export const arten = {
  start: "Losgefahren",
  abschluss: "Zugestellt",
  fehlschlag: "Nicht zugestellt",
  ungeplant: "Ungeplante Abholung",
  feierabend: "Feierabend gezählt",
} as const
