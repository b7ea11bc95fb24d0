import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { mailserverfelder } from "../../lib/felder/mailserver.ts"
import { nachrichtfelder, versandfelder } from "../../lib/felder/versand.ts"
import { webhookfelder } from "../../lib/felder/webhook.ts"
import { columnsOf, ids, stamps } from "./columns.ts"
import { belegarten, type ereignisarten, zustellstaende } from "./values.ts"

/** Whether and how a company sends e-mails; `id` is the company's. */
export const versand_einstellungen = sqliteTable("versand_einstellungen", {
  ...ids,
  ...columnsOf(versandfelder),
  /** The installation for which somebody allowed it: data that came from elsewhere sends nothing by itself. */
  freigabe: text(),
  ...stamps,
})

/** A mail server of a company's own; `id` is the company's. */
export const mailserver = sqliteTable("mailserver", {
  ...ids,
  ...columnsOf(mailserverfelder),
  /** Its password, sealed (lib/seal.ts) for this server and user. */
  geheimnis: text(),
  ...stamps,
})

/** Messages: the queue, and what became of each. */
export const nachrichten = sqliteTable("nachrichten", {
  ...ids,
  beleg_id: text().notNull(),
  /** The same as a structured invoice, where that is a file of its own. */
  xml_id: text(),
  art: text({ enum: belegarten }).notNull(),
  kunde_id: text(),
  ...columnsOf(nachrichtfelder),
  versuche: integer().notNull().default(0),
  /** Since when it is tried; after some days it is given up. */
  gilt_ab: text().notNull(),
  naechster_versuch_am: text().notNull(),
  erstellt_von: text().notNull(),
  erstellt_von_name: text().notNull(),
  ...stamps,
})

/**
 * What happened, for programs that follow it: only kind and id, written in the transaction of the change itself. Kept
 * for some months; the newest is kept for good, as the next number follows from it.
 */
export const ereignisse = sqliteTable("ereignisse", {
  ...ids,
  /** Without gaps in each company, in the order of the commits. */
  nummer: integer().notNull(),
  art: text().$type<(typeof ereignisarten)[number]>().notNull(),
  datensatz_id: text().notNull(),
  /** Version of the record after it; NULL for bookings, which never change. */
  datensatz_version: integer(),
  ...stamps,
})

/** Addresses of other programs that are told of events. */
export const webhooks = sqliteTable("webhooks", {
  ...ids,
  ...columnsOf(webhookfelder),
  /** Kinds of events, by a space between them. */
  arten: text().notNull(),
  /** The key that signs messages, sealed (lib/seal.ts); and the one before it, while receivers change over. */
  geheimnis: text().notNull(),
  geheimnis_vorher: text(),
  vorher_bis: text(),
  /** Why the service switched it off by itself. */
  abgeschaltet_weil: text(),
  /** The installation for which somebody allowed it, as with e-mails. */
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
