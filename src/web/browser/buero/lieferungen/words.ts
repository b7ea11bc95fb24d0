import { pieces } from "../../ui/values/format.ts"

type Position = {
  bezeichnung: string
  soll_ausgabe: number
  soll_ruecknahme: number
  ist_ausgabe: number | null
  ist_ruecknahme: number | null
}

/** `3 × Kasten Bier, zurück 2 × Kasten leer`: as it was, or where it is still to come, as it is planned. */
export function contentsOf({ positionen }: { positionen: Position[] }): string {
  const counted = (count: (position: Position) => number): string =>
    positionen
      .filter((position) => count(position) > 0)
      .map((position) => `${pieces(count(position))} × ${position.bezeichnung}`)
      .join(", ")
  const out = counted(({ ist_ausgabe, soll_ausgabe }) => ist_ausgabe ?? soll_ausgabe)
  const back = counted(({ ist_ruecknahme, soll_ruecknahme }) => ist_ruecknahme ?? soll_ruecknahme)
  return [out, back && `zurück ${back}`].filter(Boolean).join(" · ") || "Nur Abholung"
}

const short = new Intl.DateTimeFormat("de-DE", { weekday: "short", timeZone: "UTC" })

/** `2026-03-31` → `Di` */
export const weekdayOf = (iso: string): string => short.format(Date.parse(iso))
