import { useEffect, useEffectEvent, useRef, useState } from "react"
import {
  Autocomplete,
  Dialog,
  Input,
  type Key,
  Menu,
  MenuItem,
  Modal,
  ModalOverlay,
  SearchField,
} from "react-aria-components"
import { useLocation } from "wouter"
import type { Answer } from "../../ui/api/call.ts"
import { hideColumns } from "../../ui/lists/hidden.ts"
import { Icon } from "../../ui/parts/icons.tsx"
import { useAccount } from "../../ui/session/account.tsx"
import { useGet } from "../../ui/state/query.ts"
import { actionsOf, readAction } from "./actions.ts"
import { actionHits, closedFor, type Hit, hitsOf, mayLook, pagesFor, viewsFor, hrefOf } from "./hits.ts"
import type { Closed, Screen } from "./screen.ts"

type Offered = {
  screens: Screen[]
  /** What only others may open or do: it is listed without a link. */
  closed: Closed[]
}
type Props = Offered & { onClose: () => void }

/** Finds customers, devices, articles, deliveries, settlements, what can be done, and every page one may open. */
export function Finder(props: Props) {
  return (
    <ModalOverlay className="veil" isOpen onOpenChange={(open) => open || props.onClose()} isDismissable>
      <Modal className="dialog palette">
        <Dialog aria-label="Suchen und springen" className="window">
          <Found {...props} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

function Found({ screens, closed, onClose }: Props) {
  const [text, setText] = useState("")
  const typed = text.trim()
  const { q } = readAction(typed, actionsOf(screens))
  const asks = q !== "" && mayLook(screens)
  const found = useGet("/api/suche", { query: { q } }, { enabled: asks, keep: true })
  const isSettled = !asks || found.isError || (found.isSuccess && !found.isPlaceholderData)
  // The old hits stay until all the new ones are there: one list, never half of two.
  const answer = asks ? found.data : undefined
  const [shown, setShown] = useState({ typed, answer })
  if (isSettled && (shown.typed !== typed || shown.answer !== answer)) setShown({ typed, answer })
  const account = useAccount().id
  const kept = useGet("/api/ansichten", {}, { enabled: mayLook(screens) })
  const views = viewsFor(kept.data?.items ?? [], screens, shown.typed, (liste, columns) =>
    hideColumns(account, liste, columns),
  )
  const items = itemsFor({ screens, closed }, shown, views)
  const go = (key: Key): void => {
    items.find(({ id }) => id === key)?.before?.()
    onClose()
  }
  const input = useEarlyEnter(
    isSettled,
    typed,
    items.find((one) => hrefOf(one) !== undefined),
    onClose,
  )
  return (
    <Autocomplete inputValue={text} onInputChange={setText}>
      <SearchField aria-label="Suchen" autoFocus className="palette-field">
        <Icon name="search" />
        <Input ref={input} placeholder="Kunde, Gerät, Artikel, Lieferung, Abrechnung, Seite …" />
      </SearchField>
      <Menu
        className="options"
        aria-label="Gefunden"
        items={items}
        onAction={go}
        renderEmptyState={() => <p className="nothing">{isSettled ? "Nichts gefunden" : "Sucht …"}</p>}
      >
        {(hit: Hit) => <Line hit={hit} />}
      </Menu>
    </Autocomplete>
  )
}

function Line({ hit }: { hit: Hit }) {
  const { id, text, more, icon } = hit
  const href = hrefOf(hit)
  return (
    <MenuItem id={id} {...(href ? { href } : { isDisabled: true })} textValue={text}>
      <Icon name={icon} />
      <span className="cut">{text}</span>
      <span className="muted more cut">{more}</span>
    </MenuItem>
  )
}

type Shown = { typed: string; answer: Answer<"get", "/api/suche"> | undefined }

/** @returns the hits: kept views, records, actions on them, pages of that name, and what only others may open or do */
function itemsFor({ screens, closed }: Offered, { typed, answer }: Shown, views: Hit[]): Hit[] {
  const actions = actionsOf(screens)
  const { action, q } = readAction(typed, actions)
  const hits = answer && !action ? hitsOf(answer, screens, q) : []
  const doable = answer ? actionHits(answer, actions, action) : []
  // Somebody gave it that name to find it.
  return [...views, ...hits, ...doable, ...pagesFor(screens, typed), ...closedFor(closed, typed)]
}

/**
 * Enter opens the first hit for what was typed. Pressed before the answer is there, it waits: the list still shows the hits
 * for an earlier text. It also opens the first hit where React Aria has marked none, as after pasting or deleting.
 *
 * @returns the ref of the search field
 */
function useEarlyEnter(isSettled: boolean, typed: string, first: Hit | undefined, close: () => void) {
  const input = useRef<HTMLInputElement>(null)
  const asked = useRef<string>(undefined)
  const [, navigate] = useLocation()
  const open = useEffectEvent((hit: Hit) => {
    hit.before?.()
    close()
    navigate(hrefOf(hit) ?? "")
  })
  useEffect(() => {
    const field = input.current
    const hold = (event: KeyboardEvent): void => {
      if (event.key !== "Enter" || typed === "" || (isSettled && hasReady(field))) return
      event.preventDefault()
      event.stopPropagation()
      if (!isSettled) {
        asked.current = typed
      } else if (first) open(first)
    }
    field?.addEventListener("keydown", hold)
    return () => field?.removeEventListener("keydown", hold)
  }, [isSettled, typed, first])
  useEffect(() => {
    if (asked.current === undefined || !isSettled) return
    const isMeant = asked.current === typed
    asked.current = undefined
    if (isMeant && first) open(first)
  }, [isSettled, typed, first])
  return input
}

/** @returns whether a hit is marked, which Enter opens by itself */
const hasReady = (field: HTMLElement | null): boolean =>
  document.getElementById(field?.getAttribute("aria-activedescendant") ?? "") !== null
