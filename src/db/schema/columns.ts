import type { $Type, HasDefault, NotNull } from "drizzle-orm"
import { integer, real, type SQLiteTextBuilderInitial, text } from "drizzle-orm/sqlite-core"
import {
  type FieldSpec,
  type FieldSpecs,
  fieldsOf,
  type StoredValue,
  valuesIn,
} from "../../lib/felder/feld.ts"

/** Primary key of a record of a tenant. */
export const ids = { tenant_id: text().notNull(), id: text().notNull() }

/** Columns of every table; `version` counts changes and becomes the ETag. */
export const stamps = {
  erstellt_am: text().notNull(),
  aktualisiert_am: text().notNull(),
  version: integer().notNull().default(1),
}

/** One type for text and number columns: callers only need the type of the stored value. */
type AnyColumn = SQLiteTextBuilderInitial<"", [string, ...string[]], undefined>
type Typed<F extends FieldSpec> = $Type<AnyColumn, NonNullable<StoredValue<F>>>
type Column<F extends FieldSpec> = F extends { default: string | number }
  ? HasDefault<NotNull<Typed<F>>>
  : F extends { required: true }
    ? NotNull<Typed<F>>
    : Typed<F>

const NUMBERS = new Set<FieldSpec["kind"]>(["count", "money", "yesNo"])

function columnOf(feld: FieldSpec) {
  if (feld.kind === "choice") return text({ enum: valuesIn(feld.words) })
  if (feld.kind === "degrees") return real()
  return NUMBERS.has(feld.kind) ? integer() : text()
}

/** @returns the columns of declared fields */
export const columnsOf = <F extends FieldSpecs>(felder: F) =>
  Object.fromEntries(
    fieldsOf(felder).map(([name, feld]) => {
      const column = columnOf(feld)
      if (feld.default !== undefined) return [name, column.notNull().default(feld.default as never)]
      return [name, feld.required ? column.notNull() : column]
    }),
  ) as { [K in keyof F]: Column<F[K]> }
