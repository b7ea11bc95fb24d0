import type { Item } from "../../ui/state/list.ts"
import { bothWaysInWords, contentsOf, withoutGoods } from "../../ui/values/contents.ts"

/** `3 × Kasten Bier · zurück 2 × Kasten leer` */
export const lieferungInWords = (lieferung: Item<"/api/lieferungen">): string =>
  bothWaysInWords(lieferung) || withoutGoods(lieferung)

/** `3 × Kasten Bier`: what goes out, or that nothing does */
export const outInWords = (lieferung: Item<"/api/lieferungen">): string =>
  contentsOf(lieferung) || withoutGoods(lieferung)

const short = new Intl.DateTimeFormat("de-DE", { weekday: "short", timeZone: "UTC" })

/** `2026-03-31` → `Di` */
export const weekdayOf = (iso: string): string => short.format(Date.parse(iso))
