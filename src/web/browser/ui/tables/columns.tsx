import type { ReactNode } from "react"
import { State } from "../parts/badge.tsx"
import { date, euro, moment, pieces } from "../values/format.ts"
import type { TableColumn } from "./table-row.tsx"

/** Fields of a record with such a value. */
type FieldsOf<I, V> = { [K in keyof I & string]: I[K] extends V ? K : never }[keyof I & string]
type Place = Omit<TableColumn<never>, "id" | "label" | "cell" | "onCard">

/** @returns a function that makes a column of one kind, which shows one field of the record */
const kind =
  <V,>(show: (value: V) => ReactNode, usual: Place = {}) =>
  <I,>(field: FieldsOf<I, V>, label: string, place: Place = {}): TableColumn<I> => ({
    ...usual,
    ...place,
    id: field,
    label,
    cell: (item) => show(item[field] as V),
  })

/**
 * Columns by the kind of their content.
 *
 *     const columns: TableColumn<Artikel>[] = [
 *       column.name("bezeichnung", "Artikel", { width: "3fr" }),
 *       column.money("pfand_cent", "Pfand", { card: "end", width: 120 }),
 *     ]
 */
export const column = {
  /** The name that a row is known by. */
  name: kind<string | null>((name) => <strong title={name ?? ""}>{name}</strong>, { card: "head" }),
  /** Text that may be cut; its title shows all of it. */
  words: kind<string | null>((words) => <span title={words ?? undefined}>{words}</span>),
  text: kind<string | null>((text) => text),
  day: kind<string | null>(date),
  moment: kind<string | null>(moment),
  count: kind<number | null>((count) => (count === null ? "" : pieces(count)), { figures: true }),
  money: kind<number | null>((cent) => (cent === null ? "" : euro(cent)), { figures: true }),
  /** A balance; one in the customer's favour is named in words. */
  balance: kind<number | null | undefined>(
    (cent) =>
      cent ? (
        <>
          {cent < 0 && <span className="bad">Guthaben </span>}
          <strong className={cent < 0 ? "bad" : ""}>{euro(Math.abs(cent))}</strong>
        </>
      ) : (
        <span className="muted">{euro(0)}</span>
      ),
    { figures: true },
  ),
  /** A number of pieces; zero stays empty, so that the eye finds the others. */
  some: kind<number | null>((count) => (count ? pieces(count) : ""), { figures: true }),
  /** An amount; zero stays empty. */
  someMoney: kind<number | null>((cent) => (cent ? euro(cent) : ""), { figures: true }),
  state: <I,>(
    of: Parameters<typeof State>[0]["of"],
    field: FieldsOf<I, string>,
    label: string,
    place: Place,
  ) => kind<string>((value) => <State of={of} value={value} />)<I>(field, label, place),
}
