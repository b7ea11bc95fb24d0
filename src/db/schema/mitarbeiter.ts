import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { mitarbeiterfelder } from "../../lib/felder/mitarbeiter.ts"
import { programmfelder } from "../../lib/felder/programmzugang.ts"
import { columnsOf, ids, stamps } from "./columns.ts"
import { rollen } from "./values.ts"

/** The e-mail comes first, as in archives of companies. */
const { email, ...others } = columnsOf(mitarbeiterfelder)

export const mitarbeiter = sqliteTable("mitarbeiter", {
  id: text().notNull(),
  /** NULL for a super administrator only. */
  tenant_id: text(),
  email,
  ...others,
  rolle: text({ enum: rollen }).notNull(),
  password_hash: text().notNull(),
  /** Tokens of another generation are revoked, except `token_ausnahme`. */
  token_generation: integer().notNull().default(0),
  /** Id of the token that changed the password: it stays valid. */
  token_ausnahme: text(),
  /** Sessions that were ended individually, kept until their tokens expire: `id@seconds id@seconds`. */
  token_beendet: text().notNull().default(""),
  ...stamps,
})

/** Access of other programs to a company's data. */
export const programmzugaenge = sqliteTable("programmzugaenge", {
  ...ids,
  name: columnsOf(programmfelder).name,
  /** Its rights, by a space between them (api/programmzugaenge/rechte.ts). */
  rechte: text().notNull(),
  gueltig_bis: columnsOf(programmfelder).gueltig_bis,
  /** When that day is over in the company's time zone. */
  endet_am: text().notNull(),
  /** SHA-256 of the key, which nobody can read again. */
  token_hash: text().notNull(),
  /** The key's first characters, by which people tell keys apart. */
  kennung: text().notNull(),
  /** When it was last used, as of some minutes. */
  zuletzt_am: text(),
  widerrufen_am: text(),
  ...stamps,
})
