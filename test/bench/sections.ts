export const SECTIONS = [
  "requests",
  "start",
  "log-ins",
  "memory",
  "sizes",
  "pages",
  "region",
  "walk",
] as const

/** A part of the report. */
export type Section = {
  name: (typeof SECTIONS)[number]
  /** Sentence above the table. */
  title: string
  columns: string[]
  rows: string[][]
  /** Contents of the table as numbers, for --json. */
  figures: unknown
}

/** @returns the target and whether a figure keeps it */
export const kept = (target: string, met: boolean): string => `${target} ${met ? "met" : "MISSED"}`
