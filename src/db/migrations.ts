import { readMigrations } from "./read-migrations.ts" with { type: "macro" }

/**
 * Every migration in order. The position in this list is the database's version (`PRAGMA user_version`): add a file
 * with the next number, and never edit one that was released.
 */
export const migrations = readMigrations()
