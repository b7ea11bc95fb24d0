import { copyFileSync } from "node:fs"
import { join } from "node:path"
import { openMigrated } from "../../src/db/migrate.ts"
import { migrations } from "../../src/db/migrations.ts"
import { madeOnce } from "./once.ts"

const FILE = "pfandwerk.db"
/** Of these migrations: a test may run a copy of the sources that has one more. */
const name = `migrated ${Bun.hash(JSON.stringify(migrations))}`
// While a test file is loaded: those who need it are not asynchronous.
const made = await madeOnce(name, async (dir) => openMigrated(dir).close())

/**
 * Puts an empty database into a folder, as all migrations make it. They take a tenth of a second of a processor, and most
 * tests ask nothing of them: they are run once for all files of a run.
 */
export const putDatabase = (dir: string): void => copyFileSync(join(made, FILE), join(dir, FILE))
