import { type RefObject, useState } from "react"
import { Dialog, Popover } from "react-aria-components"
import { type Answer, call } from "../api/call.ts"
import { messageOf } from "../api/fault.ts"
import { TextField, Toggle } from "../fields/field.tsx"
import { Badge } from "../parts/badge.tsx"
import { Button } from "../parts/button.tsx"
import { toast } from "../parts/toast.tsx"
import { useAccount } from "../session/account.tsx"
import type { Unseen } from "../tables/no-room.tsx"
import { refresh, useGet } from "../state/query.ts"
import { newId } from "../values/ids.ts"

type View = Answer<"get", "/api/ansichten">["items"][number]

export type ViewsProps = {
  /** The list's name. */
  liste: string
  /** Columns that can be hidden. */
  choices: readonly { id: string; label: string }[]
  hidden: ReadonlySet<string>
  /** Columns that are ticked and still not shown. */
  unseen: Unseen
  hide: (ids: readonly string[]) => void
  /** Search, filters and order as parameters of the address; null for none. */
  adresse: string | null
  /** Shows the list with other filters, in another order. */
  go: (adresse: string | null) => void
  trigger: RefObject<HTMLElement | null>
  onClose: () => void
}

/** The popover of „Ansicht“: saved views, columns to tick, and a form that saves the present view. */
export function Views({ trigger, onClose, ...props }: ViewsProps) {
  const { choices, hidden, unseen, hide } = props
  const set = (id: string, on: boolean): void => {
    const next = new Set(hidden)
    if (on) next.delete(id)
    else next.add(id)
    hide([...next])
  }
  return (
    <Popover
      className="popover"
      triggerRef={trigger}
      placement="bottom end"
      isOpen
      onOpenChange={(open) => open || onClose()}
    >
      <Dialog className="views" aria-label="Ansicht">
        <Kept {...props} onClose={onClose} />
        {choices.length > 0 && (
          <fieldset>
            <legend className="muted">Spalten</legend>
            {choices.map(({ id, label }) => (
              <label key={id}>
                <input
                  type="checkbox"
                  checked={!hidden.has(id)}
                  onChange={({ currentTarget }) => set(id, currentTarget.checked)}
                />
                <span>
                  {label}
                  <span className="muted">{whyUnseen(id, unseen)}</span>
                </span>
              </label>
            ))}
          </fieldset>
        )}
      </Dialog>
    </Popover>
  )
}

const whyUnseen = (id: string, { noRoom, empty }: Unseen): string =>
  noRoom.includes(id) ? " hier ohne Platz" : empty.includes(id) ? " zurzeit leer" : ""

type KeptProps = Omit<ViewsProps, "trigger" | "choices" | "unseen">

/** The saved views, and the form that saves the present one. */
function Kept({ liste, hidden, hide, adresse, go, onClose }: KeptProps) {
  const { data, error } = useGet("/api/ansichten", { query: { liste } })
  const views = data?.items ?? []
  const isShown = (view: View): boolean =>
    view.adresse === adresse && view.spalten.toSorted().join() === [...hidden].toSorted().join()
  const show = (view: View): void => {
    hide(view.spalten)
    go(view.adresse)
    onClose()
  }
  if (error) return <p role="alert">{messageOf(error)}</p>
  return (
    <>
      {views.length > 0 && (
        <ul aria-label="Gemerkte Ansichten">
          {views.map((view) => (
            <li key={view.id}>
              <button type="button" aria-pressed={isShown(view)} onClick={() => show(view)}>
                {view.name}
              </button>
              {view.fuer_alle === 1 && <Badge>Für alle</Badge>}
              <Forget view={view} />
            </li>
          ))}
        </ul>
      )}
      <Keep liste={liste} views={views} what={{ adresse, spalten: [...hidden] }} />
    </>
  )
}

const again = (): Promise<void> => refresh("/api/ansichten")

/** Deletes a view; as long as its toast is there, this can be undone. */
function Forget({ view }: { view: View }) {
  const { rolle } = useAccount()
  if (view.fuer_alle === 1 && rolle === "user") return null
  const { liste, name, adresse, spalten, fuer_alle } = view
  const keep = (): Promise<unknown> =>
    call("post", "/api/ansichten", { body: { liste, name, adresse, spalten, fuer_alle } })
  const tell = (error: unknown): unknown => toast(messageOf(error), { bad: true })
  const forget = async (): Promise<void> => {
    await call("delete", "/api/ansichten/{id}", { path: { id: view.id } })
    toast(`Die Ansicht „${name}“ ist gelöscht`, {
      action: { label: "Rückgängig", run: () => void keep().then(again, tell) },
    })
  }
  return (
    <Button
      look="quiet"
      icon="close"
      label={`Ansicht ${name} löschen`}
      onPress={() => void forget().catch(tell).then(again)}
    />
  )
}

type KeepProps = {
  liste: string
  views: readonly View[]
  what: { adresse: string | null; spalten: string[] }
}

/** Saves the present view under a name; replaces one of the same name. */
function Keep({ liste, views, what }: KeepProps) {
  const { rolle } = useAccount()
  // The operator is not one of the company's people, and has no views of their own there.
  const onlyForAll = rolle === "superadmin"
  const [name, setName] = useState("")
  const [forAll, setForAll] = useState(onlyForAll)
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const typed = name.trim()
  const keep = async (): Promise<void> => {
    const fuer_alle = forAll ? 1 : 0
    const known = views.find((view) => view.name === typed && view.fuer_alle === fuer_alle)
    setBusy(true)
    setFault(undefined)
    try {
      if (known) await call("patch", "/api/ansichten/{id}", { path: { id: known.id }, body: what })
      else
        await call("post", "/api/ansichten", {
          body: { id: newId(), liste, name: typed, fuer_alle, ...what },
        })
      toast(`Die Ansicht „${typed}“ ist gemerkt; Strg+K findet sie überall`)
      setName("")
    } catch (error) {
      setFault(messageOf(error))
    }
    await again()
    setBusy(false)
  }
  return (
    <form
      aria-label="Ansicht merken"
      onSubmit={(event) => {
        event.preventDefault()
        if (typed === "") setFault("Bitte einen Namen eingeben")
        else if (!busy) void keep()
      }}
    >
      <TextField
        label="Merken unter"
        name="name"
        placeholder="Name"
        maxLength={60}
        value={name}
        onChange={setName}
        hint="Suche, Filter, Reihenfolge und Spalten, wie sie jetzt sind"
      />
      {rolle !== "user" && (
        <Toggle label="Für alle in der Firma" value={forAll} onChange={setForAll} isDisabled={onlyForAll} />
      )}
      {fault && <p role="alert">{fault}</p>}
      <Button type="submit" isPending={busy}>
        Merken
      </Button>
    </form>
  )
}
