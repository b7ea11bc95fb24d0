/** Where `pfandwerk install` puts the executable. */
export const INSTALLED_IN = "/opt/pfandwerk"

/** What an operator types for this program: installed, only root and the service may read its settings. */
export const PROGRAM = process.execPath.startsWith(`${INSTALLED_IN}/`) ? "sudo pfandwerk" : "pfandwerk"

/** The command line that runs this program: the executable alone, or bun with the source. */
export const ourselves = (): string[] =>
  Bun.main.includes("$bunfs") || Bun.main.includes("~BUN") ? [process.execPath] : [process.execPath, Bun.main]

/** @returns the user's name from id(1), as the runtime only repeats the environment; undefined where nobody has one */
export function userName(): string | undefined {
  if (process.platform === "win32") return undefined
  return Bun.spawnSync(["id", "-un"]).stdout.toString().trim() || undefined
}
