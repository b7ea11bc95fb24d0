/** A record's values: as they were read into a form, as they stand in the form, and as they are stored by now. */
type Sides<V> = {
  /** Unknown of a draft that was kept without it: every field that differs then counts as changed on both sides. */
  base: V | undefined
  mine: V
  theirs: V
}

/** Values of both sides put together; of fields that are to be asked about, mine. */
export type Merged<V> = { values: V; asked: (keyof V & string)[] }

export const differs = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) !== JSON.stringify(other)

/**
 * Puts together what two people changed since the record was read. Whatever only one side changed holds; a field is to
 * be asked about where both changed it, to different values.
 */
export function mergeOf<V extends object>({ base, mine, theirs }: Sides<V>): Merged<V> {
  const names = Object.keys(mine) as (keyof V & string)[]
  const changed = names.filter(
    (name) => differs(mine[name], theirs[name]) && (!base || differs(mine[name], base[name])),
  )
  return {
    values: { ...theirs, ...Object.fromEntries(changed.map((name) => [name, mine[name]])) },
    asked: changed.filter((name) => !base || differs(theirs[name], base[name])),
  }
}
