import { copyFileSync } from "node:fs"
import { join } from "node:path"
import { openMigrated } from "../../src/db/migrate.ts"
import { madeOnce } from "./once.ts"

const FILE = "pfandwerk.db"
// While a test file is loaded: those who need it are not asynchronous.
const made = await madeOnce("migrated", async (dir) => openMigrated(dir).close())

/**
 * Puts an empty database into a folder, as all migrations make it. They take a tenth of a second of a processor, and most
 * tests ask nothing of them: they are run once for all files of a run.
 */
export const putDatabase = (dir: string): void => copyFileSync(join(made, FILE), join(dir, FILE))
