import { type ReactNode, useState } from "react"
import { Page } from "../page/page.tsx"
import type { Item, ListPath } from "../state/list.ts"
import { ALL_SEEN } from "../tables/no-room.tsx"
import { Table } from "../tables/table.tsx"
import { type Declared, type Named, type Shown, useDeclared } from "./declared.ts"
import { ExcelButton } from "./files.tsx"
import { ShowAll } from "./filter.tsx"
import { ListBar } from "./list-bar.tsx"
import { BulkBar } from "./bulk-bar.tsx"
import { useTicks } from "./ticks.ts"

/**
 * A screen that is a list: search, filters, order and export as declared, kept in the address, above a table of any
 * length.
 *
 *     <ListScreen
 *       title="Artikel"
 *       path="/api/pfandartikel"
 *       columns={columns}
 *       filters={[filter.choice("art", "Art", kinds)]}
 *       href={({ id }) => `/artikel/${id}`}
 *       empty={{ filtered: "Kein Artikel passt zu dieser Auswahl.", none: <NoneYet /> }}
 *     />
 */
export function ListScreen<P extends ListPath, R extends Named = Item<P> & Named>(props: Declared<P, R>) {
  const { title, label = title, href, onOpen, file, many } = props
  const { shown, columns, field, isFiltered, showAll, order, isBestFirst, view } = useDeclared(props)
  const sorting = order && { by: order.value, onSort: order.onChange }
  const [unseen, setUnseen] = useState(ALL_SEEN)
  const { chosen, ticks, untick } = useTicks(shown.list, many?.nameOf ?? noName)
  return (
    <Page
      title={title}
      kind="full"
      actions={
        <>
          {file && <ExcelButton path={file} filters={shown.filters} />}
          {props.actions ?? props.renderActions?.(shown)}
        </>
      }
    >
      <ListBar {...props} {...{ shown, field, order, isBestFirst }} view={{ ...view, unseen }}>
        <ShowAll of={{ isFiltered, showAll }} />
      </ListBar>
      <Table
        label={label}
        columns={columns}
        list={shown.list}
        {...(href && { href })}
        {...(onOpen && { onOpen })}
        {...(sorting && { sorting })}
        {...(many && { ticks })}
        {...(props.liste !== false && { onUnseen: setUnseen })}
        empty={emptyOf(props.empty, shown, isFiltered)}
      />
      {many && <BulkBar {...many} key={shown.list.listKey} rows={chosen} untick={untick} />}
      {props.children}
    </Page>
  )
}

const noName = (): string => ""

function emptyOf<R>(
  { renderFound, filtered, none, renderNone }: Declared<ListPath, R>["empty"],
  shown: Shown<R>,
  isFiltered: boolean,
): ReactNode {
  // The hint above the rows already says that the search matches too much.
  if (shown.list.hinweis) return null
  if (shown.q && renderFound)
    return (
      <>
        {renderFound(shown.q)}
        {isFiltered && <p>Gesucht ist nur in dem, was die Filter darüber zeigen.</p>}
      </>
    )
  if (renderNone) return renderNone(shown)
  return isFiltered && filtered ? <p>{filtered}</p> : none
}
