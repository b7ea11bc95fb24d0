import type { ReactNode } from "react"
import type { Answer } from "../../ui/api/call.ts"

export type Today = Answer<"get", "/api/heute">

/** Entries of each kind that are shown; all of them are one click away. */
export const SHOWN = 5

export type EntryProps = { id: string; href: string; name: string; words: string; when: string }

/** Undone work of one kind. */
export type Work = {
  title: string
  count: number
  /** Whether the list at the address `all` has more of them than the entries. */
  more: boolean
  all: string
  above?: ReactNode
  entries: EntryProps[]
}
