import { useState, useSyncExternalStore } from "react"
import { useLocation } from "wouter"
import { useAccount } from "../../ui/session/account.tsx"
import { call } from "../../ui/api/call.ts"
import { readFile, saveFile } from "../../ui/api/file.ts"
import { useAction } from "../../ui/dialogs/use-action.ts"
import { later } from "../../ui/parts/later.tsx"
import { MenuButton } from "../../ui/parts/menu-button.tsx"
import type { MenuProps } from "../../ui/parts/menu.tsx"
import { useIsThere } from "../../ui/state/is-there.ts"
import { forgetUnshown } from "../../ui/state/query.ts"
import type { Kunde } from "./fields.tsx"
import type { Kept } from "./erase.tsx"
import { Button, ButtonLink } from "../../ui/parts/button.tsx"

const Confirm = later(() => import("../../ui/dialogs/dialog.tsx").then((part) => part.Confirm))
const AskToErase = later(() => import("./erase.tsx").then((part) => part.AskToErase))
const PrintPanel = later(() => import("./print-panel.tsx").then((part) => part.PrintPanel))
const KeptByLaw = later(() => import("./erase.tsx").then((part) => part.KeptByLaw))

type Asked = "delete" | "erase" | undefined

type Props = { id: string; kunde: Kunde | undefined; onHandOut: () => void; onEdit: () => void }

/** What can be done for a customer. It is shown before the customer is read, so that nothing below it jumps. */
export function Actions({ id, kunde, onHandOut, onEdit }: Props) {
  const isNarrow = useNarrow()
  const plan = `/lieferungen/neu?kunde=${id}`
  const takesDevices = kunde?.aktiv !== 0
  const inMenu = [
    { text: "Lieferung planen", icon: "deliveries" as const, href: plan },
    ...(takesDevices ? [{ text: "Gerät ausgeben", icon: "devices" as const, run: onHandOut }] : []),
    { text: "Bearbeiten", icon: "edit" as const, run: onEdit },
  ]
  return (
    <>
      <ButtonLink href={`/buchen?kunde=${id}`} look="primary" icon="returns">
        Rückgabe buchen
      </ButtonLink>
      {!isNarrow && (
        <ButtonLink href={plan} icon="deliveries">
          Lieferung planen
        </ButtonLink>
      )}
      {takesDevices && !isNarrow && (
        <Button icon="devices" onPress={onHandOut} isDisabled={!kunde}>
          Gerät ausgeben
        </Button>
      )}
      {!isNarrow && (
        <Button icon="edit" onPress={onEdit} isDisabled={!kunde}>
          Bearbeiten
        </Button>
      )}
      {kunde ? (
        <MoreMenu kunde={kunde} first={isNarrow ? inMenu : []} />
      ) : (
        <Button icon="more" isDisabled>
          Mehr
        </Button>
      )}
    </>
  )
}

/** The menu of rare actions, some of which cannot be undone. @param props.first entries that have no room above the page */
function MoreMenu({ kunde, first }: { kunde: Kunde; first: MenuProps["entries"] }) {
  const { rolle } = useAccount()
  const [, navigate] = useLocation()
  const [asked, setAsked] = useState<Asked>()
  const [prints, setPrints] = useState(false)
  const [kept, setKept] = useState<Kept[]>([])
  const close = (): void => setAsked(undefined)
  const { run } = useAction()
  const isThere = useIsThere()
  const path = { id: kunde.id }
  const remove = async (): Promise<void> => {
    await call("delete", "/api/kunden/{id}", { path })
    if (isThere.current) navigate("/kunden")
  }
  const erase = async (): Promise<void> => {
    const erased = await call("post", "/api/kunden/{id}/loeschung", { path })
    setKept(erased?.aufbewahrt ?? [])
    forgetUnshown()
  }
  const confirmed = (work: () => Promise<void>, done: string): void => {
    close()
    run(work, done)
  }
  const disclose = async (): Promise<void> => saveFile(await readFile("/api/kunden/{id}/auskunft", { path }))
  return (
    <>
      <MenuButton
        icon="more"
        name="Mehr"
        entries={[
          ...first,
          { text: "Kontoauszug als PDF …", icon: "download", run: () => setPrints(true) },
          { text: "Briefe an diesen Kunden", icon: "log", href: `/belege?kunde=${kunde.id}` },
          { text: "Löschen …", run: () => setAsked("delete") },
          ...(rolle === "user"
            ? []
            : [
                { text: "Auskunft über alles Gespeicherte (DSGVO)", run: () => run(disclose) },
                { text: "Angaben zur Person löschen (DSGVO) …", run: () => setAsked("erase") },
              ]),
        ]}
      >
        Mehr
      </MenuButton>
      {prints && <PrintPanel kunde={kunde} onClose={() => setPrints(false)} />}
      {kept.length > 0 && <KeptByLaw kept={kept} onClose={() => setKept([])} />}
      {asked === "delete" && (
        <Confirm
          title="Kunden löschen?"
          action="Löschen"
          isOpen
          onClose={close}
          run={() => confirmed(remove, `${kunde.name} ist gelöscht`)}
        >
          <p>
            Das geht nur, solange es zu ihm noch nichts gibt. Sonst bitte unter „Bearbeiten“ inaktiv setzen:
            dann wird er nicht mehr beliefert, und seine Buchungen bleiben.
          </p>
        </Confirm>
      )}
      {asked === "erase" && (
        <AskToErase
          kunde={kunde}
          onClose={close}
          run={() => confirmed(erase, "Die Angaben zur Person sind gelöscht")}
        />
      )}
    </>
  )
}

/** As the style sheets have it for telephones. */
const narrow = window.matchMedia("(width < 800px)")

const listen = (changed: () => void): (() => void) => {
  narrow.addEventListener("change", changed)
  return () => narrow.removeEventListener("change", changed)
}

/** @returns whether the window is as narrow as a telephone's, where only one row of actions has room */
const useNarrow = (): boolean => useSyncExternalStore(listen, () => narrow.matches)
