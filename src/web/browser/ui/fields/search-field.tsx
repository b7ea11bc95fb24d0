import { type KeyboardEvent, useEffect, useEffectEvent, useState } from "react"
import { Button, Input, SearchField as AriaSearchField } from "react-aria-components"
import { Icon } from "../parts/icons.tsx"

type Props = {
  label: string
  placeholder: string
  value: string
  onChange: (value: string) => void
  /** Enter, at once: a scanner types quicker than one looks for things. */
  onEnter?: (text: string) => void
  autoFocus?: boolean
}

/** Pause in typing after which the search begins. In ms. */
const PAUSE = 120

/** Down, and one is in the list below, on the row where one was. */
function toList(event: KeyboardEvent): void {
  if (event.key !== "ArrowDown") return
  const row = document.querySelector<HTMLElement>(".table [data-open][tabindex='0']")
  if (!row) return
  event.preventDefault()
  row.focus()
}

/** Finds while one types; with the arrow down one goes on in the list that was found. */
export function SearchField({ label, placeholder, value, onChange, onEnter, autoFocus }: Props) {
  const [text, setText] = useState(value)
  const [before, setBefore] = useState(value)
  // Somebody went back, or chose something else.
  if (value !== before) {
    setBefore(value)
    setText(value)
  }
  const found = useEffectEvent(onChange)
  useEffect(() => {
    if (text === value) return undefined
    const timer = setTimeout(() => found(text), PAUSE)
    return () => clearTimeout(timer)
  }, [text, value])
  const enter = (typed: string): void => {
    // Not later, when one may have gone somewhere else.
    if (typed !== value) onChange(typed)
    onEnter?.(typed)
  }
  return (
    <AriaSearchField
      aria-label={label}
      value={text}
      onChange={setText}
      onSubmit={enter}
      className="search"
      autoFocus={autoFocus}
    >
      <Icon name="search" />
      <Input placeholder={placeholder} onKeyDown={toList} />
      <Button className="inside clear" aria-label="Leeren">
        <Icon name="close" />
      </Button>
    </AriaSearchField>
  )
}
