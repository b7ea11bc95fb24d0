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
}

/** Pause in typing after which the search begins. In ms. */
const PAUSE = 120

/** Down, and one is in the list below, on the row where one was, or as soon as there is one (`useFollow`). */
function toList(event: KeyboardEvent<HTMLElement>): void {
  const { dataset } = event.currentTarget
  delete dataset["toList"]
  if (event.key !== "ArrowDown") return
  event.preventDefault()
  const row = document.querySelector<HTMLElement>(".table [data-open][tabindex='0']")
  if (row) row.focus()
  else dataset["toList"] = ""
}

/** A list's first field: finds while one types; with the arrow down one goes on in the list that was found. */
export function SearchField({ label, placeholder, value, onChange, onEnter }: Props) {
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
      autoFocus
    >
      <Icon name="search" />
      <Input placeholder={placeholder} onKeyDown={toList} />
      <Button className="inside clear" aria-label="Leeren">
        <Icon name="close" />
      </Button>
    </AriaSearchField>
  )
}
