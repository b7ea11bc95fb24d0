import { version as ours } from "../package.json" with { type: "json" }

/** Commit that was built; `changed` if the checkout also had uncommitted changes. */
export type Build = { commit: string; date: string; changed: boolean }

/** Defined by build.ts; null outside a Git checkout, undeclared when run from the sources. */
declare const BUILD: Build | null

/**
 * Version of the service: the number in package.json and, in an executable, its commit. The number rises with
 * every change that users notice, its middle part with every change of the database.
 */
export const version: string =
  typeof BUILD === "undefined" || BUILD === null ? ours : `${ours}+${BUILD.commit.slice(0, 12)}`

/** @returns the commit and its date, in German */
export function describeBuild(): string {
  if (typeof BUILD === "undefined") return "aus den Quellen gestartet"
  if (BUILD === null) return "ohne Git gebaut, Commit unbekannt"
  const { commit, date, changed } = BUILD
  return `Commit ${commit.slice(0, 12)} vom ${date.slice(0, 10)}${changed ? ", mit Änderungen" : ""}`
}
