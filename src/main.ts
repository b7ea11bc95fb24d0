import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { parseEnv } from "node:util"
import { runCommand } from "./cli/index.ts"
import { createTerminal } from "./cli/terminal.ts"

/** A file .env beside the executable; what the environment says itself goes before it. */
function environment(): Record<string, string | undefined> {
  const file = join(dirname(process.execPath), ".env")
  try {
    const fromFile = existsSync(file) ? parseEnv(readFileSync(file, "utf8")) : {}
    return { ...fromFile, ...process.env }
  } catch {
    // Going on without the settings would mean another DATA_DIR.
    process.stderr.write(
      `${file} ist für diesen Benutzer nicht lesbar. Bitte als Benutzer des Dienstes aufrufen: sudo -u pfandwerk pfandwerk …\n`,
    )
    process.exit(1)
  }
}

// Whatever is written here holds other people's data: it is its owner's alone, in whatever folder it lies.
process.umask(0o077)
const terminal = createTerminal(environment())
process.exitCode = await runCommand(process.argv.slice(2), terminal)
await terminal.flush()
// Whatever a library still holds open must not keep a finished command alive.
process.exit()
