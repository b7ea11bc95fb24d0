import { version as ours } from "../package.json" with { type: "json" }

/** `changed`: there was more than the commit when it was built. */
export type Build = { commit: string; date: string; changed: boolean }

/** Put in by build.ts; null outside a checkout of git, missing when run from the sources. */
declare const BUILD: Build | null

/**
 * The version of this executable, fixed when it is built: two that were built from different commits differ. The number
 * in package.json rises with what a user notices, and its middle part with what changes the database.
 */
export const version: string =
  typeof BUILD === "undefined" || BUILD === null ? ours : `${ours}+${BUILD.commit.slice(0, 12)}`

/** @returns in German, which commit this is and when it was made */
export function describeBuild(): string {
  if (typeof BUILD === "undefined") return "aus den Quellen gestartet"
  if (BUILD === null) return "ohne Git gebaut, Commit unbekannt"
  const { commit, date, changed } = BUILD
  return `Commit ${commit.slice(0, 12)} vom ${date.slice(0, 10)}${changed ? ", mit Änderungen" : ""}`
}
