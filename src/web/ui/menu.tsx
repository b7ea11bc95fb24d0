import type { RefObject } from "react"
import { Menu as AriaMenu, MenuItem, Popover, type PopoverProps } from "react-aria-components"
import { Icon, type IconName } from "./icons.tsx"

export type MenuEntry = {
  text: string
  icon?: IconName
  /** The key that does the same. */
  hotkey?: string
  /** Where it leads, or what it does. */
  href?: string
  run?: () => void
}

export type MenuProps = {
  /** For screen readers. */
  name: string
  entries: MenuEntry[]
  placement: NonNullable<PopoverProps["placement"]>
  trigger: RefObject<HTMLElement | null>
  /** Where the focus goes: to the menu itself, where it was opened with a mouse. */
  focus: "first" | "last" | true
  onClose: () => void
}

/** What <MenuButton> opens. It is there as long as it is drawn. */
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
        {entries.map(({ text, icon, hotkey, href, run }) => (
          <MenuItem key={text} href={href} onAction={run} textValue={text}>
            {icon && <Icon name={icon} />}
            {text}
            {hotkey && <kbd className="more">{hotkey}</kbd>}
          </MenuItem>
        ))}
      </AriaMenu>
    </Popover>
  )
}
