import { sql } from "drizzle-orm"
import { check, index, integer, sqliteTable, text, unique, uniqueIndex } from "drizzle-orm/sqlite-core"
import { rollen } from "./values.ts"
import { stamps, oneOf } from "./columns.ts"
import { tenants } from "./tenants.ts"

export const mitarbeiter = sqliteTable(
  "mitarbeiter",
  {
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
  },
  (t) => [
    unique("mitarbeiter_id").on(t.tenant_id, t.id),
    uniqueIndex("mitarbeiter_superadmin_id")
      .on(t.id)
      .where(sql`tenant_id IS NULL`),
    uniqueIndex("mitarbeiter_email").on(t.tenant_id, t.email),
    uniqueIndex("mitarbeiter_superadmin_email")
      .on(t.email)
      .where(sql`tenant_id IS NULL`),
    index("mitarbeiter_login").on(t.email, t.aktiv),
    index("mitarbeiter_name").on(t.tenant_id, t.name, t.id),
    oneOf("mitarbeiter_rolle", t.rolle, rollen),
    check("mitarbeiter_superadmin_ohne_tenant", sql`(${t.rolle} = 'superadmin') = (${t.tenant_id} IS NULL)`),
  ],
)
