import type { Item } from "../state/list.ts"
import { date, span, weekdayName } from "../values/format.ts"

export type Liefertag = Item<"/api/liefertage">

/** `Jeden Dienstag`, `Jeden zweiten Dienstag`, `Dienstags alle 3 Wochen` */
export function rhythmInWords({ ab, alle_wochen }: Pick<Liefertag, "ab" | "alle_wochen">): string {
  const day = weekdayName(ab)
  if (alle_wochen === 1) return `Jeden ${day}`
  return alle_wochen === 2 ? `Jeden zweiten ${day}` : `${day}s alle ${alle_wochen} Wochen`
}

/** `ab 01.12.2026 · 08:00–10:00 · Jens Fahrer · auch an Feiertagen` */
export const termsInWords = (liefertag: Liefertag): string =>
  [
    [`ab ${date(liefertag.ab)}`, liefertag.bis && `bis ${date(liefertag.bis)}`].filter(Boolean).join(" "),
    span(liefertag.zeit_von, liefertag.zeit_bis),
    liefertag.fahrer_name ?? "ohne Fahrer",
    liefertag.auch_feiertags === 1 && "auch an Feiertagen",
  ]
    .filter(Boolean)
    .join(" · ")
