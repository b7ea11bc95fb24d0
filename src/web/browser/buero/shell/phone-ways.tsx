import { Link } from "react-aria-components"
import { useAccount } from "../../ui/session/account.tsx"
import { Dialog } from "../../ui/dialogs/dialog.tsx"
import { Icon } from "../../ui/parts/icons.tsx"
import { askToLogOut } from "./log-out.tsx"
import type { Entry } from "./places.ts"
import { Ways } from "./ways.tsx"

/** Every place of the navigation, and one's own account. */
export function PhoneWays({ places, onClose }: { places: Entry[]; onClose: () => void }) {
  const { name } = useAccount()
  return (
    <Dialog title="Menü" isOpen onClose={onClose}>
      <nav aria-label="Alle Bereiche" className="all-ways">
        <Ways places={places} onGo={onClose} />
        <div role="group" aria-label={name} className="ways">
          <p className="group cut" aria-hidden="true">
            {name}
          </p>
          <Link href="/konto" className="way" onPress={onClose}>
            <Icon name="key" />
            <span className="cut">Eigenes Konto</span>
          </Link>
          <Link
            className="way"
            onPress={() => {
              onClose()
              askToLogOut()
            }}
          >
            <Icon name="logout" />
            <span className="cut">Abmelden</span>
          </Link>
        </div>
      </nav>
    </Dialog>
  )
}
