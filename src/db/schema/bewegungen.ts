import { index, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { bewegungsarten } from "./values.ts"
import { ids, stamps, oneOf, refers } from "./columns.ts"
import { kunden } from "./kunden.ts"
import { geraete } from "./geraete.ts"
import { lieferungen } from "./lieferungen.ts"

/** The custody history of every device, append-only. */
export const geraete_bewegungen = sqliteTable(
  "geraete_bewegungen",
  {
    ...ids,
    geraet_id: text().notNull(),
    art: text({ enum: bewegungsarten }).notNull(),
    von_status: text().notNull(),
    nach_status: text().notNull(),
    /** The customer who got it, or had it. */
    kunde_id: text(),
    lieferung_id: text(),
    notiz: text(),
    /** Of an account, or of a super administrator, who has no tenant: hence no foreign key. */
    gebucht_von: text().notNull(),
    erfasst_am: text().notNull(),
    ...stamps,
  },
  (t) => [
    primaryKey({ columns: [t.tenant_id, t.id] }),
    refers(t, t.geraet_id, geraete),
    refers(t, t.kunde_id, kunden),
    refers(t, t.lieferung_id, lieferungen),
    index("geraete_bewegungen_geraet").on(t.tenant_id, t.geraet_id, t.id),
    index("geraete_bewegungen_kunde").on(t.tenant_id, t.kunde_id, t.id),
    oneOf("geraete_bewegungen_art", t.art, bewegungsarten),
  ],
)
