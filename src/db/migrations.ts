import { readMigrations } from "./read-migrations.ts" with { type: "macro" }

/**
 * Every migration in order. A database keeps the names of those that it has had (applied.ts): add a file with a number
 * after all others, and never edit, rename or precede one that was released.
 */
export const migrations = readMigrations()
