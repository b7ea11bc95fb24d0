import { useEffect, useState } from "react"
import {
  Autocomplete,
  Dialog,
  Input,
  Menu,
  MenuItem,
  Modal,
  ModalOverlay,
  SearchField,
} from "react-aria-components"
import { address } from "../../ui/format.ts"
import { useHotkeys } from "../../ui/hotkeys.ts"
import { Icon, type IconName } from "../../ui/icons.tsx"
import { useGet } from "../../ui/query.ts"
import type { Screen } from "./screen.ts"

const OPEN = "palette"

/** For a button; Strg+K does the same. */
export const openPalette = (): void => void window.dispatchEvent(new Event(OPEN))

/** Strg+K: finds customers, and every page one may open. */
export function Palette({ screens }: { screens: Screen[] }) {
  const [isOpen, setOpen] = useState(false)
  useHotkeys([{ key: "k", ctrl: true, does: "Suchen und springen", run: () => setOpen(true) }])
  useEffect(() => {
    const open = (): void => setOpen(true)
    window.addEventListener(OPEN, open)
    return () => window.removeEventListener(OPEN, open)
  }, [])
  return (
    <ModalOverlay className="veil" isOpen={isOpen} onOpenChange={setOpen} isDismissable>
      <Modal className="dialog palette">
        <Dialog aria-label="Suchen und springen" className="window">
          <Finder screens={screens} close={() => setOpen(false)} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

type Hit = { id: string; text: string; more: string; icon: IconName }

/** Pages without an id in their address whose name holds what was typed. */
const pagesFor = (screens: Screen[], text: string): Hit[] =>
  screens
    .filter(({ path, label }) => !path.includes(":") && label.toLowerCase().includes(text.toLowerCase()))
    .map(({ path, label, icon = "right" }) => ({ id: path, text: label, more: "Seite", icon }))

function Finder({ screens, close }: { screens: Screen[]; close: () => void }) {
  const [text, setText] = useState("")
  const q = text.trim()
  const seesKunden = screens.some(({ path }) => path === "/kunden")
  const kunden = useGet(
    "/api/kunden",
    { query: { q, limit: 8 } },
    { enabled: q !== "" && seesKunden, keep: true },
  )
  const found = (q === "" ? [] : (kunden.data?.items ?? [])).map((kunde): Hit => ({
    id: `/kunden/${kunde.id}`,
    text: kunde.name,
    more: [kunde.kundennummer, address(kunde)].filter(Boolean).join(" · "),
    icon: "customers",
  }))
  return (
    <Autocomplete inputValue={text} onInputChange={setText}>
      <SearchField aria-label="Suchen" autoFocus className="palette-field">
        <Icon name="search" />
        <Input placeholder="Kunde, Seite …" />
      </SearchField>
      <Menu
        className="options"
        aria-label="Gefunden"
        items={[...found, ...pagesFor(screens, q)]}
        onAction={close}
        renderEmptyState={() => (
          <p className="nothing">{kunden.isFetching ? "Sucht …" : "Nichts gefunden"}</p>
        )}
      >
        {({ id, text: words, more, icon }: Hit) => (
          <MenuItem id={id} href={id} textValue={words}>
            <Icon name={icon} />
            <span className="cut">{words}</span>
            <span className="muted more cut">{more}</span>
          </MenuItem>
        )}
      </Menu>
    </Autocomplete>
  )
}
