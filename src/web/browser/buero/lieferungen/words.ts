import type { Item } from "../../ui/state/query.ts"
import { pieces } from "../../ui/values/format.ts"

type Lieferung = Item<"/api/lieferungen">

/** `3 × Kasten Bier, zurück 2 × Kasten leer`: as it was, or where it is still to come, as it is planned. */
export function contentsOf({ positionen }: Lieferung): string {
  const counted = (count: (position: Lieferung["positionen"][number]) => number): string =>
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
