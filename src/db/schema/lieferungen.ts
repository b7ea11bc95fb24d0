import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { lieferStatus, zustaende } from "./values.ts"
import { ids, stamps } from "./columns.ts"

export const lieferungen = sqliteTable("lieferungen", {
  ...ids,
  kunde_id: text().notNull(),
  fahrer_id: text(),
  datum: text().notNull(),
  zeit_von: text(),
  zeit_bis: text(),
  /** Place in the driver's tour of the day. */
  reihenfolge: integer().notNull().default(0),
  status: text({ enum: lieferStatus }).notNull().default("geplant"),
  hinweis: text(),
  notiz: text(),
  empfaenger_name: text(),
  /** `data:image/png;base64,…` */
  unterschrift: text(),
  grund: text(),
  gestartet_am: text(),
  erfasst_am: text(),
  abgeschlossen_am: text(),
  /** Number of the attempt. A phone's late request may belong to an earlier one. */
  versuch: integer().notNull().default(1),
  /** 1: unplanned; the driver was asked at the door. */
  ungeplant: integer().notNull().default(0),
  ...stamps,
})

/** Lines of a delivery. Each has either an article or a device. */
export const lieferpositionen = sqliteTable("lieferpositionen", {
  ...ids,
  lieferung_id: text().notNull(),
  position: integer().notNull(),
  pfandartikel_id: text(),
  geraet_id: text(),
  soll_ausgabe: integer().notNull().default(0),
  soll_ruecknahme: integer().notNull().default(0),
  /** NULL until the delivery is completed. */
  ist_ausgabe: integer(),
  ist_ruecknahme: integer(),
  /** Condition of a returned device. */
  zustand: text({ enum: zustaende }),
  ...stamps,
})
