import { cpSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { temporaryDir } from "./temporary.ts"

const ROOT = join(import.meta.dir, "../..")

/** @returns a folder with the sources as they are now, in which a test may change what it likes */
export function copySources(): string {
  const folder = temporaryDir()
  for (const name of ["src", "migrations", "package.json", "tsconfig.json"])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"))
  return folder
}
