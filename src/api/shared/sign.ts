import { Fragment } from "../../db/query.ts"
import { buchungsarten } from "../../db/schema/values.ts"
import { type Buchungsart, vorzeichen } from "../../lib/buchungsart.ts"

const listOf = (arten: readonly Buchungsart[]): Fragment =>
  new Fragment(`(${arten.map((art) => `'${art}'`).join(", ")})`)

/** The kinds that come back, for `b.art IN …` in a query. */
export const MINUS = listOf(buchungsarten.filter((art) => vorzeichen(art) < 0))

/** The kinds that go out. */
export const PLUS = listOf(buchungsarten.filter((art) => vorzeichen(art) > 0))

/** The pieces of a booking `b` with their sign, in a query. */
export const SIGNED_QUANTITY = new Fragment(`CASE WHEN b.art IN ${MINUS.sql} THEN -b.menge ELSE b.menge END`)
