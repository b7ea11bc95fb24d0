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
import { useHotkeys } from "../../ui/hotkeys.ts"
import { Icon } from "../../ui/icons.tsx"
import { useGet } from "../../ui/query.ts"
import { actionsOf, readAction } from "./actions.ts"
import { actionHits, type Hit, hitsOf, mayLook, pagesFor } from "./hits.ts"
import type { Screen } from "./screen.ts"

const OPEN = "palette"

/** For a button; Strg+K does the same. */
export const openPalette = (): void => void window.dispatchEvent(new Event(OPEN))

/** Strg+K: finds customers, devices, articles, deliveries, what can be done, and every page one may open. */
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

function Finder({ screens, close }: { screens: Screen[]; close: () => void }) {
  const [text, setText] = useState("")
  const typed = text.trim()
  const actions = actionsOf(screens)
  const { action, q } = readAction(typed, actions)
  const found = useGet("/api/suche", { query: { q } }, { enabled: q !== "" && mayLook(screens), keep: true })
  const answer = q === "" ? undefined : found.data
  const hits = answer && !action ? hitsOf(answer, screens) : []
  const doable = answer ? actionHits(answer, actions, action) : []
  return (
    <Autocomplete inputValue={text} onInputChange={setText}>
      <SearchField aria-label="Suchen" autoFocus className="palette-field">
        <Icon name="search" />
        <Input placeholder="Kunde, Gerät, Artikel, Lieferung, Seite, Rückgabe für …" />
      </SearchField>
      <Menu
        className="options"
        aria-label="Gefunden"
        items={[...hits, ...doable, ...pagesFor(screens, typed)]}
        onAction={close}
        renderEmptyState={() => <p className="nothing">{found.isFetching ? "Sucht …" : "Nichts gefunden"}</p>}
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
