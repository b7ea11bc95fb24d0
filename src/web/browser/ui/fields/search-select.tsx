import { type KeyboardEvent, type ReactNode, useState } from "react"
import { ComboBox, Input, Label, ListBox, ListBoxItem, Popover } from "react-aria-components"
import { Below, useWrong } from "./field-parts.tsx"
import { useHeld } from "../keys/held.ts"
import type { EndlessList } from "../state/query.ts"

type Props<I extends { id: string }> = {
  label: string
  name?: string
  /** Name of the choice; empty without one. */
  chosen: string
  onChoose: (item: I | undefined) => void
  /** Typed text to search for, e.g. by `useList("/api/kunden", { query: { q } })`; the hits go into `found`. */
  onSearch: (text: string) => void
  found: Pick<EndlessList<I>, "items" | "isLoading">
  /** Choice of Enter without a pick from the list: the best hit, asked for anew, as a scanner is quick. */
  take: (text: string) => Promise<I | undefined>
  /** One line of the list: what it is called, and what tells it from others of that name. */
  show: (item: I) => { text: string; more?: ReactNode }
  isRequired?: boolean
  autoFocus?: boolean
  placeholder?: string
  /** Empty again after something was chosen: for adding one after the other. */
  clears?: boolean
  /** Without its label in sight, as among filters. */
  bare?: boolean
}

/** A field that finds while one types: any letters of number, name or place. */
export function SearchSelect<I extends { id: string }>(props: Props<I>) {
  const { label, name, chosen, onChoose, onSearch, found, show, isRequired, autoFocus, placeholder, bare } =
    props
  const { items, onPointerDownCapture } = useHeld(found.items)
  const [text, setText] = useState(chosen)
  // The list opens whenever the text changes: it must not when we change it.
  const [isTyping, setTyping] = useState(false)
  const choose = (item: I): void => {
    setTyping(false)
    setText(props.clears ? "" : show(item).text)
    onChoose(item)
  }
  const takeBest = (event: KeyboardEvent<HTMLInputElement>): void => {
    setTyping(event.key !== "Enter")
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return
    // Enter in here never sends the form.
    event.preventDefault()
    const picked = event.currentTarget.hasAttribute("aria-activedescendant")
    if (picked || text.trim() === "" || text === chosen) return
    void props.take(text).then((item) => item && choose(item))
  }
  return (
    <ComboBox
      {...useWrong(name)}
      className="field"
      name={name}
      items={items}
      inputValue={text}
      onInputChange={(next) => {
        setText(next)
        onSearch(next)
        if (next === "") onChoose(undefined)
      }}
      onChange={(key) => {
        const item = items.find(({ id }) => id === key)
        if (item) choose(item)
      }}
      menuTrigger={isTyping ? "input" : "manual"}
      allowsEmptyCollection
      allowsCustomValue
      defaultFilter={() => true}
      isRequired={isRequired}
      autoFocus={autoFocus}
      aria-label={bare ? label : undefined}
    >
      {!bare && <Label>{label}</Label>}
      <Input placeholder={placeholder} onKeyDown={takeBest} onPaste={() => setTyping(true)} />
      <Below name={name} />
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
