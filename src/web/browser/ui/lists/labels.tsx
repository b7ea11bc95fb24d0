import { type ComponentProps, useState } from "react"
import { Button } from "../parts/button.tsx"
import { later } from "../parts/later.tsx"

const Etiketten = later(() => import("../records/etiketten.tsx").then((part) => part.Etiketten))

/** Labels for everything that a list shows. */
export function Labels(props: Omit<ComponentProps<typeof Etiketten>, "onClose">) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon="print" onPress={() => setOpen(true)}>
        Etiketten
      </Button>
      {isOpen && <Etiketten {...props} onClose={() => setOpen(false)} />}
    </>
  )
}
