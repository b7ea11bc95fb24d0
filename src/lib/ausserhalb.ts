/** Words for both kinds together, where an earlier version did not tell them apart. */
export const UNSEPARATED = "Verluste oder Anfangsbestände"

type Ausserhalb = { ausserhalb_cent?: number | null; verluste_cent?: number | null }

/** @returns when it was booked: where all of the opening balance was booked outside, no settlement need have come before */
export const sinceWhen = (a: { ausserhalb_cent?: number | null; anfang_cent: number }): string =>
  a.ausserhalb_cent === a.anfang_cent ? "vor dieser Abrechnung" : "seit der vorigen Abrechnung"

/** @returns what is in a settlement's opening balance but in no settlement, by its kind; zeros are left out */
export function splitAusserhalb({
  ausserhalb_cent,
  verluste_cent,
}: Ausserhalb): { name: string; cent: number }[] {
  const all = ausserhalb_cent ?? 0
  const parts =
    (verluste_cent ?? null) === null
      ? [{ name: UNSEPARATED, cent: all }]
      : [
          { name: "Anfangsbestände", cent: all - (verluste_cent ?? 0) },
          { name: "Verluste", cent: verluste_cent ?? 0 },
        ]
  return parts.filter(({ cent }) => cent !== 0)
}
