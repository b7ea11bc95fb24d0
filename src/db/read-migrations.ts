import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

const FOLDER = join(import.meta.dir, "../../migrations")

/**
 * Runs as a macro at build time: the executable has no folder to read from.
 *
 * @returns every file of migrations/ in the order of the numbers in front of their names
 */
export const readMigrations = (): { name: string; sql: string }[] =>
  readdirSync(FOLDER)
    .filter((file) => file.endsWith(".sql"))
    .toSorted()
    .map((file) => ({
      name: file.slice(0, -".sql".length),
      sql: readFileSync(join(FOLDER, file), "utf8"),
    }))
