import type { Answer } from "../../ui/api/call.ts"
import { artikelfelder } from "../../../../lib/felder/artikel.ts"
import { formOf } from "../../ui/forms/felder.ts"
import { pieces } from "../../ui/values/format.ts"

export type Artikel = Answer<"get", "/api/pfandartikel/{id}">

/** Labels and kinds of the declared fields. */
export const declared = formOf(artikelfelder)

export const beiAenderung = { erstattung: "Erstatten, was bezahlt wurde", umbewertung: "Umbewerten" }

/** `1 × Kasten leer, 20 × Flasche 0,5 l` */
export const partsInWords = (parts: readonly { menge: number | null; bezeichnung: string }[]): string =>
  parts.map(({ menge, bezeichnung }) => `${pieces(menge ?? 0)} × ${bezeichnung}`).join(", ")
