import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { parseEnv } from "node:util"
import { settings } from "../config.ts"
import { StartRefused } from "../lib/start-refused.ts"
import { nearest } from "./options.ts"

type Environment = Record<string, string | undefined>

const besideProgram = (): string => join(dirname(process.execPath), ".env")

/**
 * @param own the variables of the process, which go before those of the file .env beside the executable
 * @returns both together
 * @throws StartRefused when the file cannot be read: going on without the settings would mean another DATA_DIR
 */
export function withSettingsFile(own: Environment): Environment {
  return { ...read(besideProgram()), ...own }
}

function read(file: string): Environment {
  try {
    return existsSync(file) ? parseEnv(readFileSync(file, "utf8")) : {}
  } catch (cause) {
    throw new StartRefused(
      `Die Einstellungen in ${file} darf dieser Benutzer nicht lesen. Mit sudo geht es: sudo pfandwerk …`,
      { cause },
    )
  }
}

/** What the system and the runtime read from the same file. */
const OTHERS = /^(?:TZ|LANG|LC_\w+|\w+_PROXY|SSL_CERT_\w+|BUN_\w+|NODE_\w+)$/i

/**
 * Finds settings that nothing reads: one whose name is mistyped would keep its default without a word.
 *
 * @param file left out, the one beside the executable
 * @returns a German sentence for a person; undefined when all names are known
 */
export function describeUnknown(file = besideProgram()): string | undefined {
  const known = Object.keys(settings)
  const unknown = Object.keys(read(file)).filter((name) => !known.includes(name) && !OTHERS.test(name))
  if (unknown.length === 0) return undefined
  const told = unknown.map((name) => {
    const meant = nearest(name.toUpperCase(), known)
    return meant ? `${name} (gemeint ist wohl ${meant})` : name
  })
  return `In ${file} steht, was keine Einstellung ist und nichts bewirkt: ${told.join(", ")}. Alle zeigt pfandwerk --help`
}
