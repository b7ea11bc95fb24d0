import { seen, spellingsOf } from "../../../lib/lookalikes.ts"
import { byLikeness } from "./existing.ts"
import { type Existing, type Given, type Importer, type Likeness, textOf } from "../table/importer.ts"

/** Numbers that look the same to people: they differ in capitals, or in a Cyrillic or Greek letter that looks Latin. */

/** @returns the likeness by number; none for records without a unique number */
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

/** @returns the row without its number, if the record's number only looks the same: the record keeps its own */
export function withItsNumber(
  { key }: Pick<Importer<never>, "key">,
  given: Given,
  { felder }: Existing,
): Given {
  const { [key]: own, ...rest } = given
  return own !== felder[key] && seen(textOf(own)) === seen(textOf(felder[key])) ? rest : given
}
