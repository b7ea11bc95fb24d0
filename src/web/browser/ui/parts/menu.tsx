import type { RefObject } from "react"
import {
  Header,
  Menu as AriaMenu,
  MenuItem,
  MenuSection,
  Popover,
  type PopoverProps,
} from "react-aria-components"
import { Icon, type IconName } from "./icons.tsx"

type MenuEntry = {
  text: string
  /** A word behind the text, such as PDF. */
  more?: string
  /** The heading it stands under, with all entries of the same heading. */
  under?: { id: string; title: string }
  isDisabled?: boolean
  icon?: IconName
  /** The key that does the same. */
  hotkey?: string
  /** Address or action of the entry. */
  href?: string
  run?: () => void
}

export type MenuProps = {
  /** For screen readers. */
  name: string
  entries: MenuEntry[]
  placement: NonNullable<PopoverProps["placement"]>
  trigger: RefObject<HTMLElement | null>
  /** Entry that gets the focus; `true` for the menu itself, when a mouse opened it. */
  focus: "first" | "last" | true
  onClose: () => void
}

/** Content of a <MenuButton>, open as long as it is drawn. */
export function Menu({ name, entries, placement, trigger, focus, onClose }: MenuProps) {
  return (
    <Popover
      className="popover"
      aria-label={name}
      trigger="MenuTrigger"
      triggerRef={trigger}
      placement={placement}
      isOpen
      onOpenChange={(open) => open || onClose()}
    >
      <AriaMenu className="options" aria-label={name} autoFocus={focus} onClose={onClose}>
        {[...Map.groupBy(entries, ({ under }) => under?.id)].map(([id, items]) => {
          const drawn = items.map((entry) => <Item key={`${id} ${entry.text}`} entry={entry} />)
          if (id === undefined) return drawn
          return (
            <MenuSection key={id}>
              <Header className="muted option-head cut">{items[0]?.under?.title}</Header>
              {drawn}
            </MenuSection>
          )
        })}
      </AriaMenu>
    </Popover>
  )
}

function Item({ entry }: { entry: MenuEntry }) {
  const { text, more, under, icon, hotkey, href, run, isDisabled } = entry
  const name = [text, under?.title].filter(Boolean).join(" ")
  return (
    <MenuItem
      href={href}
      onAction={run}
      isDisabled={isDisabled}
      textValue={name}
      aria-label={more ? `${name} (${more})` : undefined}
    >
      {icon && <Icon name={icon} />}
      {text}
      {more && <span className="muted more">{more}</span>}
      {hotkey && <kbd className="more">{hotkey}</kbd>}
    </MenuItem>
  )
}
