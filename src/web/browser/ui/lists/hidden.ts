import { useMemo, useSyncExternalStore } from "react"
import { makeEmitter } from "../api/emitter.ts"
import { useAccount } from "../session/account.tsx"
import { browserStore } from "../values/stores.ts"

const changed = makeEmitter()
const keyOf = (account: string, liste: string): string => `spalten ${account} ${liste}`

/**
 * Columns of a list that somebody has hidden; this browser keeps them for each account.
 *
 * @param liste the list's name
 * @returns their ids, and a function that hides others instead
 */
export function useHidden(liste: string): [ReadonlySet<string>, (ids: readonly string[]) => void] {
  const account = useAccount().id
  const kept = useSyncExternalStore(changed.listen, () => browserStore.get(keyOf(account, liste)) ?? "")
  const hidden = useMemo(() => new Set(kept.split(" ").filter(Boolean)), [kept])
  return [hidden, (ids) => hideColumns(account, liste, ids)]
}

/** Hides these columns of a list and shows all others. @param account its id */
export function hideColumns(account: string, liste: string, ids: readonly string[]): void {
  const key = keyOf(account, liste)
  if (ids.length > 0) browserStore.set(key, ids.join(" "))
  else browserStore.remove(key)
  changed.emit()
}

type Column = { id: string; card?: "head" | "end" | "full" | "line"; shortOf?: string }

/** @returns whether it is the name of the rows, which is always shown */
const isName = ({ card }: Column, index: number): boolean => index === 0 || card === "head"

/** @returns the columns that can be hidden, without short forms of others */
export const hideable = <C extends Column>(columns: readonly C[]): C[] =>
  columns.filter((column, index) => !isName(column, index) && column.shortOf === undefined)

/** @returns the columns without those that are hidden, and their short forms */
export const withoutHidden = <C extends Column>(columns: C[], hidden: ReadonlySet<string>): C[] =>
  columns.filter(
    (column, index) => isName(column, index) || !(hidden.has(column.id) || hidden.has(column.shortOf ?? "")),
  )
