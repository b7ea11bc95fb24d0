import { Link } from "react-aria-components"
import { useAccount } from "../../ui/session/account.tsx"
import { Dialog } from "../../ui/dialogs/dialog.tsx"
import { Icon } from "../../ui/parts/icons.tsx"
import { askToLogOut } from "./log-out.tsx"
import type { Entry } from "./places.ts"
import { PlaceLinks } from "./place-links.tsx"

/** Every place of the navigation, and one's own account. */
export function AllPlaces({ places, onClose }: { places: Entry[]; onClose: () => void }) {
  const { name } = useAccount()
  return (
    <Dialog title="Menü" isOpen onClose={onClose}>
      <nav aria-label="Alle Bereiche" className="all-places">
        <PlaceLinks places={places} onGo={onClose} />
        <div role="group" aria-label={name} className="place-links">
          <p className="group cut" aria-hidden="true">
            {name}
          </p>
          <Link href="/konto" className="place-link" onPress={onClose}>
            <Icon name="key" />
            <span className="cut">Eigenes Konto</span>
          </Link>
          <Link
            className="place-link"
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
