import { useState } from "react"
import { Button } from "../../ui/parts/button.tsx"
import { later } from "../../ui/parts/later.tsx"

const Signed = later(() => import("./signed.tsx").then((part) => part.Signed))

/** The signature of a delivery, loaded only on request, as it is large. */
export function Slip({ id, by }: { id: string; by: string | null }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button look="quiet" icon="check" onPress={() => setOpen(true)}>
        Unterschrieben
      </Button>
      {isOpen && <Signed id={id} by={by} onClose={() => setOpen(false)} />}
    </>
  )
}
