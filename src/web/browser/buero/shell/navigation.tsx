import { mitarbeiterfelder } from "../../../../lib/felder/mitarbeiter.ts"
import { useAccount } from "../../ui/session/account.tsx"
import { actingTenant } from "../../ui/api/acting.ts"
import { Button } from "../../ui/parts/button.tsx"
import { MenuButton } from "../../ui/parts/menu-button.tsx"
import { openKeys } from "./keys.tsx"
import { askToLogOut } from "./log-out.tsx"
import { openPalette } from "./palette.tsx"
import { type Entry, isIn } from "./places.ts"
import { PlaceLinks } from "./place-links.tsx"
import { useState } from "react"
import { useLocation } from "wouter"
import { later } from "../../ui/parts/later.tsx"

type Props = { places: Entry[]; folded: boolean; onFold: (folded: boolean) => void }

/** The role of an account in words. */
export const roleInWords = { superadmin: "Betreiber", ...mitarbeiterfelder.rolle.words }

/** Where one can go. Narrow, only the icons are left, with their words for screen readers; on a telephone a bar. */
export function Navigation({ places, folded, onFold }: Props) {
  const account = useAccount()
  const company = actingTenant()?.name ?? account.tenant_name ?? "Pfandwerk"
  return (
    <header className="side no-print">
      <div className="brand">
        <img src="/favicon.svg" alt="" width="24" height="24" />
        <span className="word" title={company}>
          {company}
        </span>
      </div>
      <Button look="quiet" icon="search" onPress={openPalette}>
        <span className="word">Suchen</span>
        <kbd className="word" aria-hidden="true">
          Strg K
        </kbd>
      </Button>
      <nav aria-label="Bereiche">
        <PlaceLinks places={places} folded={folded} />
      </nav>
      <PhoneMenu places={places} />
      <div className="foot">
        <MenuButton
          look="quiet"
          icon="staff"
          name="Konto"
          placement="top start"
          entries={[
            { text: "Eigenes Konto", icon: "key", href: "/konto" },
            { text: "Tasten", icon: "keyboard", hotkey: "?", run: openKeys },
            { text: "Abmelden", icon: "logout", run: askToLogOut },
          ]}
        >
          <span className="word who">
            <span className="cut">{account.name}</span>
            <span className="muted">{roleInWords[account.rolle]}</span>
          </span>
        </MenuButton>
        <Button
          look="quiet"
          icon="fold"
          label={folded ? "Navigation verbreitern" : "Navigation schmal machen"}
          onPress={() => onFold(!folded)}
        />
      </div>
    </header>
  )
}

/** Places that stand in the bar by themselves, as the style sheet has it. */
const IN_BAR = 4

const AllPlaces = later(() => import("./all-places.tsx").then((part) => part.AllPlaces))

/** On a telephone: all that the bar has no room for, with its words. */
function PhoneMenu({ places }: { places: Entry[] }) {
  const [isOpen, setOpen] = useState(false)
  const [here] = useLocation()
  const isHere = here === "/konto" || places.slice(IN_BAR).some((entry) => isIn(entry, here))
  return (
    <div className="phone-menu">
      <Button look="quiet" icon="menu" aria-current={isHere || undefined} onPress={() => setOpen(true)}>
        Menü
      </Button>
      {isOpen && <AllPlaces places={places} onClose={() => setOpen(false)} />}
    </div>
  )
}
