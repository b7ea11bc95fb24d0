import type { Item } from "../../ui/state/list.ts"
import { date, span, weekdayName } from "../../ui/values/format.ts"

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

/** `4 × Kasten Bier, zurück 3 × Kasten leer` */
export function usualInWords({ positionen }: Liefertag): string {
  const words = (of: (one: Liefertag["positionen"][number]) => number): string =>
    positionen
      .filter((one) => of(one) > 0)
      .map((one) => `${of(one)} × ${one.bezeichnung}`)
      .join(", ")
  const back = words(({ soll_ruecknahme }) => soll_ruecknahme)
  return [words(({ soll_ausgabe }) => soll_ausgabe), back && `zurück ${back}`].filter(Boolean).join(" · ")
}
