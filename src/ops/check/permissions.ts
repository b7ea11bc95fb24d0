import { accessSync, constants, existsSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { LEDGER_ENDS } from "../../db/ledger-ends.ts"
import { DATABASE } from "../../db/open.ts"
import { faultOf } from "../../lib/disk-fault.ts"
import { userName } from "../../lib/ourselves.ts"
import { INSTALLATION } from "../start/installation.ts"
import { SEAL_KEY, sealFault } from "../start/secret.ts"
import { fault, ok, type Outcome, warning } from "./finding.ts"

/** Without one of these the service does not start. What it only replaces (clock.json) may be anybody's. "" is the folder. */
const NEEDED = [
  "",
  "uploads",
  "backups",
  "jwt_secret",
  "pfandwerk.lock",
  "import.lock",
  LEDGER_ENDS,
  INSTALLATION,
  SEAL_KEY,
  DATABASE,
  `${DATABASE}-wal`,
  `${DATABASE}-shm`,
]

export function checkPermissions(dataDir: string): Outcome {
  const closed = NEEDED.map((name) => join(dataDir, name)).find(isClosed)
  if (closed !== undefined)
    return fault(
      `${closed} darf dieser Benutzer nicht lesen oder schreiben. In ${dataDir} gehört alles ihm; das ändert: sudo chown -R ${userName() ?? process.getuid?.()}: ${dataDir}`,
    )
  const secret = join(dataDir, "jwt_secret")
  if (process.platform !== "win32" && existsSync(secret) && (statSync(secret).mode & 0o077) !== 0) {
    return fault(`${secret} können andere lesen; das ändert: sudo chmod 600 ${secret}`)
  }
  const seal = sealFault(dataDir)
  if (seal !== undefined) return fault(seal)
  const settings = join(dirname(process.execPath), ".env")
  if (process.platform !== "win32" && existsSync(settings) && (statSync(settings).mode & 0o007) !== 0) {
    return warning(
      `${settings} können alle lesen, samt Geheimnissen darin; das ändert: sudo chmod o= ${settings}`,
    )
  }
  return ok("in alle Ordner kann geschrieben werden, das Geheimnis liest nur sein Besitzer")
}

function isClosed(path: string): boolean {
  if (!existsSync(path)) return false
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
    return false
  } catch (error) {
    // A disk that is read-only or fails has its own words.
    if (faultOf(error) !== "denied") throw error
    return true
  }
}
