/** Words for both kinds together, where an earlier version did not tell them apart. */
export const UNSEPARATED = "Verluste oder Anfangsbestände"

type Ausserhalb = { ausserhalb_cent?: number | null; verluste_cent?: number | null }

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
