import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { mitarbeiterfelder } from "../../lib/felder/mitarbeiter.ts"
import { columnsOf, stamps } from "./columns.ts"
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
