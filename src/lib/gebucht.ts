/** What was booked of one article or device. */
type Gebucht = { bezeichnung: string; ausgabe: number; ruecknahme: number }

/** @returns `2 × Fass 30 l hin` and `1 × Fass 30 l zurück`. It imports nothing, as browsers load it, too */
export const bookedInWords = (positionen: readonly Gebucht[]): string[] =>
  positionen.flatMap(({ bezeichnung, ausgabe, ruecknahme }) => [
    ...(ausgabe > 0 ? [`${ausgabe} × ${bezeichnung} hin`] : []),
    ...(ruecknahme > 0 ? [`${ruecknahme} × ${bezeichnung} zurück`] : []),
  ])
