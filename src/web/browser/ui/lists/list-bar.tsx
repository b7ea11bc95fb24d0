import { type ComponentProps, type ReactNode, useRef, useState } from "react"
import { Choice } from "../fields/choice.tsx"
import { SearchField } from "../fields/search-field.tsx"
import type { ListPath } from "../state/list.ts"
import { type Declared, NONE, parametersOf, type Shown } from "./declared.ts"
import { Button } from "../parts/button.tsx"
import { later } from "../parts/later.tsx"
import { noRoomInWords } from "../tables/no-room.tsx"
import { useCards } from "../tables/use-cards.ts"
import type { ViewsProps } from "./views.tsx"

type FieldOf = (name: string) => { value: string; onChange: (value: string) => void }
type BarProps<P extends ListPath, R> = Declared<P, R> & {
  shown: Shown<R>
  field: FieldOf
  order: (ReturnType<FieldOf> & { options: { id: string; label: string }[] }) | undefined
  /** Whether the best match comes first. */
  isBestFirst: boolean
  view: ComponentProps<typeof ViewButton>
  children: ReactNode
}

/** Search, filters and order of a list, and its length. */
export function ListBar<P extends ListPath, R>(props: BarProps<P, R>) {
  const {
    title,
    label = title,
    search,
    onEnter,
    filters = NONE,
    shown,
    field,
    order,
    isBestFirst,
    children,
    count,
  } = props
  // The button „Alle zeigen“ would be wrong if the default of a filter is not "all".
  const showsAll = parametersOf(filters).every(([, { none = "alle" }]) => none === "alle")
  const { isOpen, setOpen, canFold, isSeen, isOrderSeen } = useFolded(props)
  return (
    <div className="filters">
      {props.before ?? props.renderBefore?.(shown)}
      {search !== undefined && (
        <SearchField
          label={`${label} suchen`}
          placeholder={search}
          {...field("q")}
          {...(onEnter && { onEnter })}
        />
      )}
      {filters.filter(isSeen).map(({ Show, takes }) => (
        <Show key={Object.keys(takes).join(" ")} field={field} />
      ))}
      {order && isOrderSeen && (
        <div className={props.orders ? "order" : "order only-cards"}>
          <Choice label="Reihenfolge" {...order} bare />
        </div>
      )}
      {canFold && (
        <Button icon="down" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
          Filter
        </Button>
      )}
      {showsAll && children}
      {props.about}
      {search !== undefined && (
        <p className="hint" role="status">
          {shown.list.hinweis}
        </p>
      )}
      {isBestFirst && !props.orders && <p className="muted">Der beste Treffer zuerst</p>}
      <div className="list-end">
        {count && (
          <p className={shown.isOldTotal ? "count old" : "count"} role="status">
            {shown.total === undefined ? "" : count(shown.total, shown)}
          </p>
        )}
        {props.liste !== false && <ViewButton {...props.view} />}
      </div>
    </div>
  )
}

/** On a telephone, filters and order are behind a button, except those that are set. */
function useFolded<P extends ListPath, R>({ filters = NONE, field, order, sort = "" }: BarProps<P, R>) {
  const [isOpen, setOpen] = useState(false)
  const isPhone = useCards()
  const isChosen = (filter: (typeof filters)[number]): boolean =>
    parametersOf([filter]).some(([name]) => !NOT_CHOSEN.has(field(name).value))
  const isOrderChosen = order !== undefined && ![sort, ""].includes(order.value)
  return {
    isOpen,
    setOpen,
    canFold: isPhone && (!filters.every(isChosen) || (order !== undefined && !isOrderChosen)),
    isSeen: (filter: (typeof filters)[number]) => !isPhone || isOpen || isChosen(filter),
    isOrderSeen: !isPhone || isOpen || isOrderChosen,
  }
}

const NOT_CHOSEN = new Set(["", "alle"])

const Views = later(() => import("./views.tsx").then((part) => part.Views))

/** Opens the choice of columns and of saved views. */
function ViewButton(props: Omit<ViewsProps, "trigger" | "onClose">) {
  const [isOpen, setOpen] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const { unseen, choices } = props
  const noRoom = noRoomInWords(choices.filter(({ id }) => unseen.noRoom.includes(id)))
  return (
    <>
      {noRoom && (
        <span className="muted no-room cut" title={noRoom}>
          {noRoom}
        </span>
      )}
      <Button ref={trigger} aria-haspopup="dialog" aria-expanded={isOpen} onPress={() => setOpen(true)}>
        Ansicht
      </Button>
      {isOpen && <Views {...props} trigger={trigger} onClose={() => setOpen(false)} />}
    </>
  )
}
