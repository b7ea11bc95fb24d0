import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { mailserverfelder } from "../../lib/felder/mailserver.ts"
import { nachrichtfelder, versandfelder } from "../../lib/felder/versand.ts"
import { columnsOf, ids, stamps } from "./columns.ts"
import { belegarten } from "./values.ts"

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
  /** Since when it is tried: days later it is given up. */
  gilt_ab: text().notNull(),
  naechster_versuch_am: text().notNull(),
  erstellt_von: text().notNull(),
  erstellt_von_name: text().notNull(),
  ...stamps,
})
