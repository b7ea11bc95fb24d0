import {
  Button as AriaButton,
  type DropItem,
  type ItemDropTarget,
  isTextDropItem,
  DropIndicator,
  GridList,
  GridListItem,
  useDragAndDrop,
} from "react-aria-components"
import { Badge, State } from "../../ui/parts/badge.tsx"
import { Icon } from "../../ui/parts/icons.tsx"
import { span } from "../../ui/values/format.ts"
import { MoveMenu } from "./move-menu.tsx"
import { openAt } from "./move.ts"
import {
  type AskDay,
  type Column,
  stoppInWords,
  isMovable,
  isOpen,
  loadOf,
  type MoveStopp,
  progress,
  type Stopp,
} from "./tour.ts"

/** Type of the dragged data. */
const STOPP = "application/x-pfandwerk-stopp"

type Props = {
  column: Column
  columns: Column[]
  stoppOf: (id: string) => Stopp | undefined
  move: MoveStopp
  askDay: AskDay
}

/** One driver's day as a column of cards, in their order. */
export function DriverColumn({ column, columns, stoppOf, move, askDay }: Props) {
  const drop = (id: string, target?: ItemDropTarget): void => {
    const stopp = stoppOf(id)
    if (stopp && isMovable(stopp)) move(stopp, column, target && openAt(column, target, id))
  }
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) =>
      [...keys].map((key) => ({
        [STOPP]: String(key),
        "text/plain": stoppOf(String(key))?.kunde_name ?? "",
      })),
    acceptedDragTypes: [STOPP],
    getDropOperation: () => (column.takes ? "move" : "cancel"),
    renderDropIndicator: (target) => <DropIndicator target={target} className="drop-line" />,
    onInsert: async ({ items, target }) => drop(await idOf(items), target),
    onReorder: ({ keys, target }) => drop(String([...keys][0]), target),
    onRootDrop: async ({ items }) => drop(await idOf(items)),
  })
  return (
    <section className="driver" aria-labelledby={`fahrer-${column.id}`}>
      <header>
        <h2 id={`fahrer-${column.id}`} className="cut" title={column.name}>
          {column.name}
        </h2>
        {column.late > 0 && <Badge tone="warn">{`${column.late} verspätet`}</Badge>}
        {column.remark && (
          <p>
            <Badge tone="warn">{column.remark}</Badge>
          </p>
        )}
        <p className="muted">{progress(column)}</p>
        <p className="muted cut">{loadOf(column) || "Nichts zu laden"}</p>
      </header>
      <GridList
        aria-label={`Stopps: ${column.name}`}
        className="stopps"
        items={column.stopps.map((stopp) => ({ ...stopp, id: stopp.lieferung_id }))}
        disabledKeys={column.stopps.filter((stopp) => !isMovable(stopp)).map((stopp) => stopp.lieferung_id)}
        disabledBehavior="selection"
        dragAndDropHooks={dragAndDropHooks}
        dependencies={[columns]}
        renderEmptyState={() => <p className="muted nothing">Einen Stopp hierher ziehen</p>}
      >
        {(stopp) => <Card stopp={stopp} column={column} columns={columns} move={move} askDay={askDay} />}
      </GridList>
    </section>
  )
}

type CardProps = { stopp: Stopp; column: Column } & Pick<Props, "columns" | "move" | "askDay">

function Card({ stopp, column, ...moves }: CardProps) {
  const { lieferung_id, kunde_name, standort_name, ort, strasse, zeit_von, zeit_bis, status, versuch } = stopp
  const hints = isOpen(stopp) && [stopp.anlieferungshinweis, stopp.hinweis].filter(Boolean).join(" · ")
  return (
    <GridListItem
      id={lieferung_id}
      textValue={kunde_name}
      href={`/lieferungen/${lieferung_id}`}
      className={`stopp ${status}`}
    >
      <AriaButton
        slot="drag"
        className={isMovable(stopp) ? "grip" : "grip none"}
        isDisabled={!isMovable(stopp)}
        aria-label={`${kunde_name} verschieben`}
      >
        <Icon name="menu" />
      </AriaButton>
      <div className="stopp-words">
        <p className="stopp-head">
          <strong className="cut" title={kunde_name}>
            {kunde_name}
          </strong>
          <span className="muted">{span(zeit_von, zeit_bis)}</span>
        </p>
        <p className="muted cut">{[standort_name, strasse, ort].filter(Boolean).join(", ")}</p>
        {stoppInWords(stopp).map((words) => (
          <p key={words} className="cut" title={words}>
            {words}
          </p>
        ))}
        {hints && (
          <p className="muted cut" title={hints}>
            {hints}
          </p>
        )}
        <p className="stopp-states">
          {status !== "geplant" && <State of="lieferung" value={status} />}
          {versuch > 1 && <Badge>{`${versuch}. Versuch`}</Badge>}
          {stopp.verspaetet && <Badge tone="warn">Verspätet</Badge>}
        </p>
      </div>
      {(isMovable(stopp) || stopp.status === "nicht_zugestellt") && (
        <MoveMenu stopp={stopp} from={column} {...moves} />
      )}
    </GridListItem>
  )
}

async function idOf(items: DropItem[]): Promise<string> {
  const item = items.find(isTextDropItem)
  return item ? item.getText(STOPP) : ""
}
