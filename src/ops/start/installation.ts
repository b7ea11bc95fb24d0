import { readFileSync } from "node:fs"
import { join } from "node:path"
import { faultOf } from "../../lib/disk-fault.ts"
import { publishOnce } from "../../lib/files.ts"

/**
 * File in the data folder that identifies this installation. No backup and no export of a company has it: what was
 * allowed for one installation, such as sending e-mails, is not allowed where the data is restored.
 */
export const INSTALLATION = "installation_id"

/** @returns the id, which is made when it is missing; where nothing can be written, it lasts as long as the process */
export function openInstallation(dataDir: string): string {
  const file = join(dataDir, INSTALLATION)
  const known = readId(file)
  if (known !== undefined) return known
  try {
    publishOnce(file, () => Bun.randomUUIDv7())
    return readFileSync(file, "utf8").trim()
  } catch (error) {
    if (!faultOf(error)) throw error
    return Bun.randomUUIDv7()
  }
}

function readId(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").trim() || undefined
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return undefined
    throw error
  }
}
