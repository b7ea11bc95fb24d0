import { useState } from "react"
import { Link } from "react-aria-components"
import { logOut, useAccount } from "../../ui/account.tsx"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Icon } from "../../ui/icons.tsx"
import type { Group } from "./groups.ts"
import { Ways } from "./ways.tsx"

/** On a telephone: all that the bar has no room for, with its words. */
export function PhoneMenu({ groups }: { groups: Group[] }) {
  const [isOpen, setOpen] = useState(false)
  const { name } = useAccount()
  const close = (): void => setOpen(false)
  return (
    <div className="phone-menu">
      <Button look="quiet" icon="menu" onPress={() => setOpen(true)}>
        Menü
      </Button>
      <Dialog title="Menü" isOpen={isOpen} onClose={close}>
        <nav aria-label="Alle Bereiche" className="all-ways">
          <Ways groups={groups} onGo={close} />
          <div role="group" aria-label={name} className="ways">
            <p className="group cut" aria-hidden="true">
              {name}
            </p>
            <Link href="/konto" className="way" onPress={close}>
              <Icon name="key" />
              <span className="cut">Eigenes Konto</span>
            </Link>
            <Link className="way" onPress={() => void logOut()}>
              <Icon name="logout" />
              <span className="cut">Abmelden</span>
            </Link>
          </div>
        </nav>
      </Dialog>
    </div>
  )
}
