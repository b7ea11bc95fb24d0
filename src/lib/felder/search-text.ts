import { filterWord, fold, searchText, telephoneBook } from "../fold.ts"
import { telephones } from "../telephones.ts"
import { artikelfelder } from "./artikel.ts"
import { type FieldSpecs, namesOf } from "./feld.ts"
import { geraetefelder } from "./geraet.ts"
import { kundenfelder } from "./kunde.ts"

/** @returns what makes the search text of a record, by the declaration of its fields */
function searchTextOf(fields: FieldSpecs): (record: Readonly<Record<string, unknown>>) => string {
  const searched = namesOf(fields, (field) => field.searched)
  return (record) => {
    const texts = searched.map((name) => String(record[name] ?? ""))
    return [searchText(texts), ...new Set(texts.flatMap(telephones))].join(" ")
  }
}

export const geraetetext = searchTextOf(geraetefelder)
export const artikeltext = searchTextOf(artikelfelder)
const kundentext = searchTextOf(kundenfelder)

type Kunde = { name?: string | undefined; ort?: string | null | undefined }

/** @returns the columns by which customers are compared and sorted, for the sources that are given */
export const sortKeys = ({ name, ort }: Kunde) => ({
  ...(name !== undefined && { name_sort: fold(name), name_ordnung: telephoneBook(name) }),
  ...(ort !== undefined && { ort_sort: fold(ort ?? "") }),
})

/** @returns the words a customer is found by, and those that searches are filtered by */
export const kundensuche = (
  kunde: Readonly<Record<string, unknown>> & { aktiv: number; ort_sort: string },
): { text: string; filter: string } => ({
  text: kundentext(kunde),
  filter: `${filterWord("a", kunde.aktiv)} ${filterWord("o", kunde.ort_sort)}`,
})
