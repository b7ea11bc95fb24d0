import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { webhookfelder } from "../../lib/felder/webhook.ts"
import { columnsOf, ids, stamps } from "./columns.ts"
import { type ereignisarten, zustellstaende } from "./values.ts"

/** Receivers of other programs that are told of events. */
export const webhooks = sqliteTable("webhooks", {
  ...ids,
  ...columnsOf(webhookfelder),
  /** Kinds of events, by a space between them. */
  arten: text().notNull(),
  /** What messages are signed with, sealed (lib/seal.ts); and the one before, while receivers change over. */
  geheimnis: text().notNull(),
  geheimnis_vorher: text(),
  vorher_bis: text(),
  /** Why the service switched it off by itself. */
  abgeschaltet_weil: text(),
  /** The installation for which somebody allowed it, as with e-mails (schema/versand.ts). */
  freigabe: text().notNull(),
  /** Events up to this number are among its messages, or are of no kind it wants. */
  bis_nummer: integer().notNull(),
  /** Numbers of the first and last event that were deleted before they were among its messages. */
  luecke_von: integer(),
  luecke_bis: integer(),
  ...stamps,
})

/** Messages to receivers, one for each event, and what became of them. */
export const webhookzustellungen = sqliteTable("webhookzustellungen", {
  ...ids,
  webhook_id: text().notNull(),
  ereignis_id: text().notNull(),
  /** The event's. */
  nummer: integer().notNull(),
  art: text().$type<(typeof ereignisarten)[number]>().notNull(),
  datensatz_id: text().notNull(),
  status: text({ enum: zustellstaende }).notNull().default("wartet"),
  versuche: integer().notNull().default(0),
  naechster_versuch_am: text().notNull(),
  /** JSON: the last attempts, `[{ am, antwort }]`. */
  antworten: text().notNull().default("[]"),
  ...stamps,
})
