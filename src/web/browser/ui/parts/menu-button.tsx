import { type ComponentProps, useRef, useState } from "react"
import { Button } from "./button.tsx"
import { later } from "./later.tsx"
import type { MenuProps } from "./menu.tsx"

const Menu = later(() => import("./menu.tsx").then((part) => part.Menu))

type Props = Pick<ComponentProps<typeof Button>, "look" | "icon" | "label" | "children"> &
  Pick<MenuProps, "name" | "entries"> & { placement?: MenuProps["placement"] }

/**
 * A button that opens a menu, like React Aria's <MenuTrigger>, which would load all of a menu's code before the screen:
 * that is much for something seldom opened.
 */
export function MenuButton({ name, entries, placement = "bottom end", ...props }: Props) {
  const trigger = useRef<HTMLButtonElement>(null)
  const [focus, setFocus] = useState<MenuProps["focus"]>()
  const open = (at: MenuProps["focus"]): void => {
    // A mouse opens the menu before it gives the button the focus, which is to come back here.
    trigger.current?.focus({ preventScroll: true })
    setFocus(at)
  }
  return (
    <>
      <Button
        {...props}
        ref={trigger}
        aria-haspopup="menu"
        aria-expanded={focus !== undefined}
        // A mouse opens it when it goes down, a finger when it goes up.
        onPressStart={({ pointerType }) => {
          if (pointerType === "mouse" || pointerType === "pen") open(true)
          if (pointerType === "virtual") open("first")
        }}
        onPress={({ pointerType }) => {
          if (pointerType === "touch") open(true)
          if (pointerType === "keyboard") open("first")
        }}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown") open("first")
          else if (event.key === "ArrowUp") open("last")
          else event.continuePropagation()
        }}
      />
      {focus !== undefined && (
        <Menu
          name={name}
          entries={entries}
          placement={placement}
          trigger={trigger}
          focus={focus}
          onClose={() => setFocus(undefined)}
        />
      )}
    </>
  )
}
