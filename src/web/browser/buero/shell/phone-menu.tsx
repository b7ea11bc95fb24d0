import { useState } from "react"
import { Button } from "../../ui/parts/button.tsx"
import { later } from "../../ui/parts/later.tsx"
import type { Screen } from "./screen.ts"

const PhoneWays = later(() => import("./phone-ways.tsx").then((part) => part.PhoneWays))

/** On a telephone: all that the bar has no room for, with its words. */
export function PhoneMenu({ groups }: { groups: Map<string, Screen[]> }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="phone-menu">
      <Button look="quiet" icon="menu" onPress={() => setOpen(true)}>
        Menü
      </Button>
      {isOpen && <PhoneWays groups={groups} onClose={() => setOpen(false)} />}
    </div>
  )
}
