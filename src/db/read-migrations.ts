import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

/**
 * The newest migration that databases have had, and how many there are up to it: a file that sorts before it comes too
 * late. Move it on with each release.
 */
const RELEASED = { name: "0145_stornierte_lieferungen", place: 95 }

const FOLDER = join(import.meta.dir, "../../migrations")

/**
 * Reads the migrations. Runs as a macro at build time, as the executable has no folder to read from.
 *
 * @param folder another one, in tests
 * @returns every SQL file of migrations/, in the order of the numbers that their names begin with
 * @throws Error for a file that belongs between released ones: databases that have those would never get it
 */
export function readMigrations(folder = FOLDER): { name: string; sql: string }[] {
  const names = readdirSync(folder)
    .filter((file) => file.endsWith(".sql"))
    .toSorted()
    .map((file) => file.slice(0, -".sql".length))
  const { name, place } = RELEASED
  const found = names.filter((one) => one <= name).length
  if (found !== place || !names.includes(name))
    throw new Error(
      `migrations/ has ${found} files up to ${name}, where ${place} were released: a new file needs a number after ` +
        "all others, and released ones stay as they are",
    )
  return names.map((one) => ({ name: one, sql: readFileSync(join(folder, `${one}.sql`), "utf8") }))
}
