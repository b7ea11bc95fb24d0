/** Three versions of a record: as it was read, as it is in the form, and as it is stored now. */
type Sides<V> = {
  /** Undefined for a draft that was kept without it: then each field that differs counts as changed by both. */
  base: V | undefined
  mine: V
  theirs: V
}

/** The merged values, and the fields to ask about, in which `values` has mine. */
export type Merged<V> = { values: V; asked: (keyof V & string)[] }

export const differs = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) !== JSON.stringify(other)

/**
 * A three-way merge of what two people changed since the record was read. What only one of them changed is taken; a field
 * that both changed to different values has to be asked about.
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
