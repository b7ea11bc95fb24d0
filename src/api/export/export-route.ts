import type { Static, TObject, TProperties } from "@sinclair/typebox"
import { CSV, csvPieces } from "../../print/export/csv.ts"
import { workbook, XLSX } from "../../print/export/xlsx.ts"
import { Maybe, OneOf } from "../../lib/fields.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { shownAs, type ImportColumn } from "../import/table/columns.ts"
import { eachPage, type PageOf, type PageRequest, ROWS_AT_ONCE, searched } from "../shared/page.ts"
import { type Columns, tableOf } from "../shared/tabulate.ts"
import { Document } from "../frame/reply.ts"
import { type Options, readFree, type Route } from "../frame/route.ts"
import type { Actor } from "../frame/session.ts"
import { days, localTime } from "../shared/time.ts"
import { Input } from "../shared/schema.ts"

const format = Maybe(
  OneOf(["csv", "xlsx"], { description: "xlsx: für Excel; fehlt es, csv", examples: ["csv"] }),
)

export const LIKE_THE_LIST =
  "Mit denselben Filtern wie die Liste. CSV mit Semikolon, UTF-8 und Komma in Beträgen, oder für Excel (format=xlsx)."

/** The search of a list that is searched by what its records belong to. */
export const asTheList = searched("Wie in der Liste; passt es auf zu vieles, gibt es keine Tabelle")

/** @returns the columns that the import knows, from a record's fields @param others columns that follow one of them */
export const columnsFrom = <R>(
  columns: readonly ImportColumn[],
  others: Readonly<Record<string, Columns<R>>> = {},
): Columns<R> =>
  Object.fromEntries(
    columns.flatMap((column) => [
      [column.name, (row: R) => shownAs(column, (row as Record<string, unknown>)[column.feld])],
      ...Object.entries(others[column.name] ?? {}),
    ]),
  )

/** A list that goes out as a table, with the filters of its page. */
export type Exportliste<F extends TProperties, R> = Pick<
  Options<"tenant", never, TObject, never>,
  "roles" | "summary" | "description" | "traced" | "untraced"
> & {
  filters: F
  rows: (tenant: TenantReader, request: Static<TObject<F>> & PageRequest, actor: Actor) => PageOf<R>
  /** @param day tells the company's day at an instant */
  columns: (day: (moment: string) => string) => Columns<R>
}

/**
 * @param name of the list in its address, and of the file unless `datei` is another
 * @returns the route that sends a whole list as a table, read as it is sent; other requests go in between. The log says
 *   so, unless a reason is given why it need not
 */
export function exportRoute<F extends TProperties, R>(
  name: string,
  { filters, rows, columns, datei = name, ...options }: Exportliste<F, R> & { datei?: string },
): Route {
  const given: TObject = Input({ format, ...(filters as TProperties) })
  return readFree(
    `GET /api/export/${name}`,
    {
      scope: "tenant",
      frozen: true,
      file: "text/csv",
      description: LIKE_THE_LIST,
      ...(options.untraced === undefined && { traced: `tenants.${name}_exportiert` }),
      ...options,
      query: given,
      ...("q" in filters && { refusals: { conflict: "q passt auf zu vieles: die Tabelle wäre nicht ganz" } }),
    },
    ({ tenant, actor, query }) => {
      const { format: kind, ...filter } = query as { format?: "csv" | "xlsx" }
      const page = (request: PageRequest) =>
        rows(tenant, { ...filter, ...request } as Static<TObject<F>> & PageRequest, actor)
      const pieces = tableOf(columns(days(tenant)), eachPage(page, ROWS_AT_ONCE))
      // What says how it was at the end of a day is called after that day.
      const file = `${datei}-${(filter as { stichtag?: string }).stichtag ?? localTime(tenant).datum}`
      return kind === "xlsx"
        ? new Document(workbook(tenant.now(), pieces), XLSX, `${file}.xlsx`)
        : new Document(csvPieces(pieces), CSV, `${file}.csv`)
    },
  )
}
