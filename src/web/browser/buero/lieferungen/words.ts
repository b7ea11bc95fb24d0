import type { Item } from "../../ui/state/list.ts"
import { contentsOf } from "../../ui/values/contents.ts"

/** `3 × Kasten Bier · zurück 2 × Kasten leer` */
export function lieferungInWords(lieferung: Item<"/api/lieferungen">): string {
  const back = contentsOf(lieferung, "ruecknahme")
  return [contentsOf(lieferung), back && `zurück ${back}`].filter(Boolean).join(" · ") || "Nur Abholung"
}

const short = new Intl.DateTimeFormat("de-DE", { weekday: "short", timeZone: "UTC" })

/** `2026-03-31` → `Di` */
export const weekdayOf = (iso: string): string => short.format(Date.parse(iso))
