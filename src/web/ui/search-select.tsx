import { type ReactNode, useState } from "react"
import { ComboBox, Input, Label, ListBox, ListBoxItem, Popover } from "react-aria-components"
import { Below, useWrong } from "./field-parts.tsx"
import type { EndlessList } from "./query.ts"

type Props<I extends { id: string }> = {
  label: string
  name?: string
  /** What is chosen, in words; empty while nothing is. */
  chosen: string
  onChoose: (item: I | undefined) => void
  /** What was typed; look for it, e.g. `useList("/api/kunden", { query: { q } })`, and hand it over as `found`. */
  onSearch: (text: string) => void
  found: EndlessList<I>
  /** One line of the list: what it is called, and what tells it from others of that name. */
  show: (item: I) => { text: string; more?: ReactNode }
  isRequired?: boolean
  autoFocus?: boolean
  placeholder?: string
}

/** A field that finds while one types: any letters of number, name or place. */
export function SearchSelect<I extends { id: string }>(props: Props<I>) {
  const { label, name, chosen, onChoose, onSearch, found, show, isRequired, autoFocus, placeholder } = props
  const [text, setText] = useState(chosen)
  return (
    <ComboBox
      {...useWrong(name)}
      className="field"
      name={name}
      items={found.items}
      inputValue={text}
      onInputChange={(next) => {
        setText(next)
        onSearch(next)
        if (next === "") onChoose(undefined)
      }}
      onChange={(key) => {
        const item = found.items.find(({ id }) => id === key)
        if (!item) return
        setText(show(item).text)
        onChoose(item)
      }}
      menuTrigger="input"
      allowsEmptyCollection
      allowsCustomValue
      defaultFilter={() => true}
      isRequired={isRequired}
      autoFocus={autoFocus}
    >
      <Label>{label}</Label>
      <Input placeholder={placeholder} />
      <Below name={name} />
      <Popover className="popover">
        <ListBox
          className="options"
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
