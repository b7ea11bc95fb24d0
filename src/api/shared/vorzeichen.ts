import { Fragment } from "../../db/query.ts"
import type { buchungsarten } from "../../db/schema/values.ts"

type Art = (typeof buchungsarten)[number]

const minus: ReadonlySet<Art> = new Set(["ruecknahme", "korrektur_minus"])

/** The sign of a kind of booking: plus for what goes out, minus for what comes back. */
export const vorzeichen = (art: Art): 1 | -1 => (minus.has(art) ? -1 : 1)

/** The kinds that come back, for `b.art IN …` in a query. */
export const MINUS = new Fragment(`(${[...minus].map((art) => `'${art}'`).join(", ")})`)

/** The pieces of a booking `b` with their sign, in a query. */
export const SIGNED_MENGE = new Fragment(`CASE WHEN b.art IN ${MINUS.sql} THEN -b.menge ELSE b.menge END`)
