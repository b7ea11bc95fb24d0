import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react"
import {
  ComboBox,
  ComboBoxStateContext,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
} from "react-aria-components"
import { Below, useFieldFrame } from "./field-parts.tsx"
import { isSending } from "../keys/hotkeys.ts"
import type { EndlessList } from "../state/list.ts"

type Props<I extends { id: string }> = {
  label: string
  name?: string
  /** Name of the present choice; empty for none, undefined while it is not known. */
  chosen: string | undefined
  onChoose: (item: I | undefined) => void
  /** Typed text to search for, e.g. by `useList("/api/kunden", { query: { q } })`; the hits go into `found`. */
  onSearch: (text: string) => void
  found: Pick<EndlessList<I>, "items" | "isLoading">
  /**
   * Finds what Enter chooses if no line is picked: the best hit, asked for anew, as a scanner is faster than the list.
   */
  take: (text: string) => Promise<I | undefined>
  /** One line of the list: its name, and what tells it from others of that name. */
  show: (item: I) => { text: string; more?: ReactNode }
  hint?: ReactNode
  isRequired?: boolean
  autoFocus?: boolean
  placeholder?: string
  /** Empties the field after each choice, to add one after the other. */
  clears?: boolean
  /** Hides the label, as among filters. */
  bare?: boolean
}

const UNCHOSEN = "Nichts gewählt: bitte einen Eintrag der Liste wählen oder das Feld leeren"

/**
 * A field that searches while one types: any letters of number, name or place. Text from which nothing was chosen counts
 * as unread, so that the old choice is not sent while the field shows another name.
 */
export function SearchSelect<I extends { id: string }>(props: Props<I>) {
  const { label, name, found, hint, show, isRequired, autoFocus, placeholder, bare } = props
  const { items, onPointerDownCapture } = useFrozenOnPress(found.items)
  const { text, isUnread, isOpening, fault, ...typing } = useTyping(props)
  return (
    <ComboBox
      {...useFieldFrame(name, fault)}
      name={name}
      items={items}
      inputValue={text}
      onInputChange={typing.type}
      onBlur={typing.tell}
      onChange={(key) => {
        const item = items.find(({ id }) => id === key)
        if (item) typing.choose(item)
      }}
      menuTrigger={isOpening ? "input" : "manual"}
      allowsEmptyCollection
      allowsCustomValue
      defaultFilter={() => true}
      isRequired={isRequired}
      autoFocus={autoFocus}
      aria-label={bare ? label : undefined}
    >
      {!bare && <Label>{label}</Label>}
      <Typed
        isChosen={text !== "" && !isUnread}
        placeholder={placeholder}
        onKeyDown={typing.takeBest}
        onPaste={typing.open}
        data-unread={isUnread ? "" : undefined}
      />
      <Below name={name} fault={fault} hint={hint} />
      <Popover className="popover">
        <ListBox
          className="options"
          onPointerDownCapture={onPointerDownCapture}
          renderEmptyState={() => (
            <p className="nothing">{found.isLoading ? "Sucht …" : "Nichts gefunden"}</p>
          )}
        >
          {(item: I) => {
            const { text: words, more } = show(item)
            return (
              <ListBoxItem id={item.id} textValue={words}>
                <span className="cut">{words}</span>
                <span className="muted more cut">{more}</span>
              </ListBoxItem>
            )
          }}
        </ListBox>
      </Popover>
    </ComboBox>
  )
}

/**
 * The input. Typing replaces the name of the choice, instead of adding to it. Strg+Enter closes the list, which would
 * hide the fault below the field.
 */
function Typed({ onKeyDown, isChosen, ...props }: ComponentProps<typeof Input> & { isChosen: boolean }) {
  const list = useContext(ComboBoxStateContext)
  const input = useRef<HTMLInputElement>(null)
  /** Whether a click places the cursor. The first click after a choice, or into the field, selects all instead. */
  const isPlacing = useRef(false)
  const chosen = isChosen ? list?.inputValue : undefined
  useEffect(() => {
    isPlacing.current = false
    if (chosen !== undefined && input.current === document.activeElement) input.current?.select()
  }, [chosen])
  return (
    <Input
      {...props}
      ref={input}
      onFocus={({ currentTarget }) => {
        isPlacing.current = false
        if (isChosen) currentTarget.select()
      }}
      onMouseDown={(event) => {
        if (!isChosen || isPlacing.current) return
        event.preventDefault()
        event.currentTarget.focus()
        event.currentTarget.select()
        isPlacing.current = true
      }}
      onKeyDown={(event) => {
        onKeyDown?.(event)
        if (isSending(event)) list?.close()
      }}
    />
  )
}

/** State of the field's text: typed, or the name of the choice. */
function useTyping<I extends { id: string }>({
  chosen,
  onChoose,
  onSearch,
  take,
  show,
  clears,
  bare,
}: Props<I>) {
  const [text, setText] = useState(chosen ?? "")
  /** The text that names the choice. */
  const [named, setNamed] = useState(text)
  const [before, setBefore] = useState(text)
  const [isTold, setTold] = useState(false)
  // React Aria opens the list at every change of the text: it must not when the text is set here.
  const [isOpening, setOpening] = useState(false)
  // The choice was changed from outside, as by Back.
  if (chosen !== undefined && chosen !== before) {
    setBefore(chosen)
    if (chosen !== named) {
      setText(chosen)
      setNamed(chosen)
    }
  }
  const isUnread = text.trim() !== "" && text !== named
  const tell = (): void => setTold(true)
  const type = (next: string): void => {
    setText(next)
    setTold(false)
    onSearch(next)
    if (next !== "") return
    setNamed("")
    onChoose(undefined)
  }
  const choose = (item: I): void => {
    const name = clears ? "" : show(item).text
    setOpening(false)
    setNamed(name)
    setText(name)
    onChoose(item)
  }
  const takeBest = (event: KeyboardEvent<HTMLInputElement>): void => {
    setOpening(event.key !== "Enter")
    if (event.key !== "Enter") return
    if (isSending(event)) return tell()
    // Enter in this field never sends the form.
    event.preventDefault()
    const picked = event.currentTarget.hasAttribute("aria-activedescendant")
    if (!picked && isUnread) void take(text).then((item) => (item ? choose(item) : tell()))
  }
  const fault = isUnread && isTold ? (bare ? "Nichts gewählt" : UNCHOSEN) : undefined
  return { text, isUnread, isOpening, fault, tell, type, choose, takeBest, open: () => setOpening(true) }
}

/** The click comes a little after the finger is lifted. In ms. */
const CLICK = 300

/**
 * Freezes the list while somebody presses on it. New hits would otherwise move the line from under the pointer, and the
 * press would choose nothing, or the wrong line.
 *
 * @returns the items to show, and the handler that the list needs
 */
function useFrozenOnPress<I>(items: I[]): { items: I[]; onPointerDownCapture: () => void } {
  const [held, setHeld] = useState<I[]>()
  const hold = (): void => {
    const ended = new AbortController()
    const release = (): void => {
      ended.abort()
      setTimeout(() => setHeld(undefined), CLICK)
    }
    setHeld(items)
    for (const end of ["pointerup", "pointercancel"])
      window.addEventListener(end, release, { capture: true, signal: ended.signal })
  }
  return { items: held ?? items, onPointerDownCapture: hold }
}
