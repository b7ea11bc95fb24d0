import { useRef, useState } from "react"
import { Button } from "../parts/button.tsx"
import { later } from "../parts/later.tsx"
import type { ViewsProps } from "./views.tsx"

const Views = later(() => import("./views.tsx").then((part) => part.Views))

/** How somebody looks at a list: its columns, and what they keep under a name. */
export function ViewButton(props: Omit<ViewsProps, "trigger" | "onClose">) {
  const [isOpen, setOpen] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Button ref={trigger} aria-haspopup="dialog" aria-expanded={isOpen} onPress={() => setOpen(true)}>
        Ansicht
      </Button>
      {isOpen && <Views {...props} trigger={trigger} onClose={() => setOpen(false)} />}
    </>
  )
}
