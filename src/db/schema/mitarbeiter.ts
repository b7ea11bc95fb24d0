import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { rollen } from "./values.ts"
import { stamps } from "./columns.ts"
import { tenants } from "./tenants.ts"

export const mitarbeiter = sqliteTable("mitarbeiter", {
  id: text().notNull(),
  /** NULL for a super administrator only. */
  tenant_id: text().references(() => tenants.id),
  email: text().notNull(),
  name: text().notNull(),
  rolle: text({ enum: rollen }).notNull(),
  password_hash: text().notNull(),
  aktiv: integer().notNull().default(1),
  /** Tokens of an earlier generation are revoked … */
  token_generation: integer().notNull().default(0),
  /** … but for this one: the token that changed the password goes on working. */
  token_ausnahme: text(),
  /** Sessions that were ended one by one, until their tokens run out: `id@seconds id@seconds`. */
  token_beendet: text().notNull().default(""),
  ...stamps,
})
