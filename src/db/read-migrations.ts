import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

const FOLDER = join(import.meta.dir, "../../migrations")

/**
 * Reads the migrations. Runs as a macro at build time, as the executable has no folder to read from.
 *
 * @returns every SQL file of migrations/, in the order of the numbers that their names begin with
 */
export const readMigrations = (): { name: string; sql: string }[] =>
  readdirSync(FOLDER)
    .filter((file) => file.endsWith(".sql"))
    .toSorted()
    .map((file) => ({
      name: file.slice(0, -".sql".length),
      sql: readFileSync(join(FOLDER, file), "utf8"),
    }))
