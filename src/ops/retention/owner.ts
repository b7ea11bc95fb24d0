import { closeSync, mkdirSync, openSync, readFileSync, readSync } from "node:fs"
import { dirname, join } from "node:path"
import { publishOnce, refuseForeignFolder } from "../../lib/files.ts"

/**
 * Whose a backup is, where several installations have one BACKUP_DIR by mistake: none removes another's, or counts it as
 * its own. A restore does not change it, other than the installation's id: the backups from before stay its own. A data
 * folder that has none yet takes that of the archive.
 */
const fileIn = (dataDir: string): string => join(dataDir, "backups", "owner_id")

/** @returns the owner of what is backed up from a data folder, which is made at the first backup */
export function makeOwner(dataDir: string): string {
  refuseForeignFolder(dataDir)
  const file = fileIn(dataDir)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  publishOnce(file, () => crypto.getRandomValues(new Uint8Array(8)).toHex())
  return readFileSync(file, "utf8").trim()
}

/**
 * Makes the owner of an archive that was restored that of a data folder which has none, so that the backups from before
 * a move stay its own.
 *
 * @returns whether the archive is now of the folder's installation
 */
export function adoptOwner(dataDir: string, archive: string): boolean {
  const owner = ownerOf(archive)
  try {
    if (owner !== undefined && OWNER.test(owner)) publishOnce(fileIn(dataDir), () => owner)
  } catch {
    // A full disk: what was made before stays where it is.
  }
  return !isForeign(dataDir, archive)
}

const OWNER = /^[0-9a-f]{16}$/

/** Where a tar header has the name of its file's owner (pax(1), ustar): read without the rest of a large archive. */
const [UNAME, LENGTH] = [265, 32]

/** Archives never change once they have their name. */
const known = new Map<string, string>()

/**
 * Where it is in doubt, an archive is another's: what is not removed can be removed later.
 *
 * @returns whether another installation made this archive; those of earlier versions say nothing, and are nobody else's
 */
export function isForeign(dataDir: string, archive: string): boolean {
  const owner = ownerOf(archive)
  if (owner === "") return false
  const own = orGone(() => readFileSync(fileIn(dataDir), "utf8").trim())
  return owner === undefined || own === undefined || (own !== "" && owner !== own)
}

/** @returns undefined where it cannot be known, such as of an archive that this user may not read */
function ownerOf(archive: string): string | undefined {
  const before = known.get(archive)
  if (before !== undefined) return before
  const owner = orGone(() => readOwner(archive))
  if (known.size > 1000) known.clear()
  if (owner) known.set(archive, owner)
  return owner
}

/** @returns nothing for a file that is not there, undefined for one that cannot be read */
function orGone(read: () => string): string | undefined {
  try {
    return read()
  } catch (error) {
    return (error as { code?: string }).code === "ENOENT" ? "" : undefined
  }
}

function readOwner(archive: string): string {
  const fd = openSync(archive, "r")
  try {
    const name = Buffer.alloc(LENGTH)
    readSync(fd, name, 0, LENGTH, UNAME)
    const [owner = ""] = name.toString("latin1").split("\0")
    return owner
  } finally {
    closeSync(fd)
  }
}
