import { sqliteTable, text } from "drizzle-orm/sqlite-core"
import { ids, stamps } from "./columns.ts"

/**
 * Audit log: who changed what, written in the transaction of the change. Append-only; `aenderungen` is emptied
 * when a person is erased.
 */
export const protokoll = sqliteTable("protokoll", {
  ...ids,
  /** NULL when the command line did it. */
  mitarbeiter_id: text(),
  mitarbeiter_name: text().notNull(),
  aktion: text().notNull(),
  tabelle: text().notNull(),
  datensatz_id: text().notNull(),
  /** JSON: `{ "feld": [vorher, nachher] }` */
  aenderungen: text().notNull(),
  ...stamps,
})

/**
 * First request with each client-made id, which makes creates and operations idempotent. The hash covers the
 * content of the request, never a password.
 */
export const anfragen = sqliteTable("anfragen", {
  ...ids,
  art: text().notNull(),
  inhalt_hash: text().notNull(),
  ...stamps,
})
