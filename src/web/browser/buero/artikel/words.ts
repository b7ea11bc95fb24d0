import type { Answer } from "../../ui/api/call.ts"
import { artikelfelder, pfandfelder } from "../../../../lib/felder/artikel.ts"
import { formOf } from "../../ui/forms/form-of.ts"

export type Artikel = Answer<"get", "/api/pfandartikel/{id}">

/** Labels and kinds of the declared fields. */
export const declared = formOf(artikelfelder)
export const deposit = formOf(pfandfelder)
