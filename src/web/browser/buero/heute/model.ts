import type { ReactNode } from "react"
import type { Answer } from "../../ui/api/call.ts"

export type Today = Answer<"get", "/api/heute">

/** Entries of each kind that are shown; all of them are one click away, but for a kind that no list has. */
export const SHOWN = 5

export type EntryProps = { id: string; href: string; name: string; words: string; when: string }

/** Undone work of one kind. */
export type Work = {
  title: string
  count: number
  /** Whether the list at the address `all` has more of them than the entries. */
  more: boolean
  /** Undefined where no list has them: then all entries are shown. */
  all: string | undefined
  above?: ReactNode
  entries: EntryProps[]
}
