import { useEffect, useEffectEvent } from "react"
import { plural } from "../values/format.ts"

/** Tells which columns are missing: they must not vanish without a word. */

/** Ids of the columns that are not shown, for want of room, or because they are empty. */
export type Unseen = { noRoom: readonly string[]; empty: readonly string[] }
export const ALL_SEEN: Unseen = { noRoom: [], empty: [] }

type Column = { id: string; label: string }

/** `2 Spalten haben hier keinen Platz: Kaution, Seit`; "" for none */
export const noRoomInWords = (columns: readonly Column[]): string =>
  columns.length === 0
    ? ""
    : `${plural(columns.length, "Spalte hat", "Spalten haben")} hier keinen Platz: ${columns
        .map(({ label }) => label)
        .join(", ")}`

const idsOf = (columns: readonly Column[]): string => columns.map(({ id }) => id).join(" ")
const listOf = (ids: string): string[] => ids.split(" ").filter(Boolean)

/** Reports the columns of a table that are not shown. @param tell is called whenever they change */
export function useUnseen(
  { noRoom, empty }: { noRoom: readonly Column[]; empty: readonly Column[] },
  tell: ((unseen: Unseen) => void) | undefined,
): void {
  const [narrow, hollow] = [idsOf(noRoom), idsOf(empty)]
  const told = useEffectEvent((unseen: Unseen) => tell?.(unseen))
  useEffect(() => told({ noRoom: listOf(narrow), empty: listOf(hollow) }), [narrow, hollow])
}

/** The same in words, above a table that has no bar of its own for it. */
export const NoRoom = ({ columns }: { columns: readonly Column[] }) =>
  columns.length > 0 && <p className="muted no-print">{noRoomInWords(columns)}</p>
