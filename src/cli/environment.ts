import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { parseEnv } from "node:util"
import { StartRefused } from "../lib/start-refused.ts"

type Environment = Record<string, string | undefined>

/**
 * @param own the variables of the process, which go before those of the file .env beside the executable
 * @returns both together
 * @throws StartRefused when the file cannot be read: going on without the settings would mean another DATA_DIR
 */
export function withSettingsFile(own: Environment): Environment {
  const file = join(dirname(process.execPath), ".env")
  try {
    return { ...(existsSync(file) ? parseEnv(readFileSync(file, "utf8")) : {}), ...own }
  } catch (cause) {
    throw new StartRefused(
      `Die Einstellungen in ${file} darf dieser Benutzer nicht lesen. Mit sudo geht es: sudo pfandwerk …`,
      { cause },
    )
  }
}
