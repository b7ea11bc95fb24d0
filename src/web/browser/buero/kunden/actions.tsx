import { useState } from "react"
import { useLocation } from "wouter"
import { useAccount } from "../../ui/session/account.tsx"
import { call } from "../../ui/api/call.ts"
import { readFile, saveFile } from "../../ui/api/file.ts"
import { useAction } from "../../ui/dialogs/use-action.ts"
import { later } from "../../ui/parts/later.tsx"
import { MenuButton } from "../../ui/parts/menu-button.tsx"
import type { MenuProps } from "../../ui/parts/menu.tsx"
import { refresh } from "../../ui/state/query.ts"
import type { Kunde } from "./fields.tsx"
import type { Kept } from "./kept.tsx"

const Confirm = later(() => import("../../ui/dialogs/dialog.tsx").then((part) => part.Confirm))
const AskToErase = later(() => import("./erase.tsx").then((part) => part.AskToErase))
const PrintPanel = later(() => import("./print-panel.tsx").then((part) => part.PrintPanel))
const KeptByLaw = later(() => import("./kept.tsx").then((part) => part.KeptByLaw))

type Asked = "delete" | "erase" | undefined

/** Rare actions, some of which cannot be undone. @param props.first what has no room above the page */
export function Actions({ kunde, first }: { kunde: Kunde; first: MenuProps["entries"] }) {
  const { rolle } = useAccount()
  const [, navigate] = useLocation()
  const [asked, setAsked] = useState<Asked>()
  const [prints, setPrints] = useState(false)
  const [kept, setKept] = useState<Kept[]>([])
  const close = (): void => setAsked(undefined)
  const { run } = useAction()
  const path = { id: kunde.id }
  const remove = async (): Promise<void> => {
    await call("delete", "/api/kunden/{id}", { path })
    await refresh("/api/kunden")
    navigate("/kunden")
  }
  const erase = async (): Promise<void> => {
    const erased = await call("post", "/api/kunden/{id}/loeschung", { path })
    setKept(erased?.aufbewahrt ?? [])
    await refresh("/api/kunden")
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
