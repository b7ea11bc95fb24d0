import { seen, spellingsOf } from "../../../lib/lookalikes.ts"
import { byLikeness } from "./existing.ts"
import { type Existing, type Given, type Importer, type Likeness, textOf } from "../table/importer.ts"

/** Numbers that people take for one: they differ in capitals, or in a Cyrillic or Greek letter that looks Latin. */

/** @returns the likeness by the number of records; none of those that have no number of their own */
export function numbersAlike<I>({ unique: [number], key }: Importer<I>): Likeness<I>[] {
  if (!number || number.feld !== key) return []
  const { feld, holders } = number
  const numberOf = (fields: Given): string => textOf(fields[feld])
  return [
    {
      name: "Nummer, nur anders geschrieben",
      key: (input) => {
        const own = numberOf(input as Given)
        return /\p{L}/u.test(own) ? seen(own) : undefined
      },
      holders: (tenant, keys) =>
        byLikeness(
          [...holders(tenant, keys.flatMap(spellingsOf)).values()],
          ({ felder }) => seen(numberOf(felder)),
          (existing) => existing,
        ),
      agrees: (one, other) => numberOf(one) !== numberOf(other),
    },
  ]
}

/** @returns what a row says of a record that it was found to be, whose number stays as it is written there */
export function withItsNumber(
  { key }: Pick<Importer<never>, "key">,
  given: Given,
  { felder }: Existing,
): Given {
  const { [key]: own, ...rest } = given
  return own !== felder[key] && seen(textOf(own)) === seen(textOf(felder[key])) ? rest : given
}
