import { useState } from "react"
import { useLocation } from "wouter"
import { useAccount } from "../../ui/session/account.tsx"
import { call } from "../../ui/api/call.ts"
import { messageOf } from "../../ui/api/fault.ts"
import { readFile, saveFile } from "../../ui/api/file.ts"
import { later } from "../../ui/parts/later.tsx"
import { MenuButton } from "../../ui/parts/menu-button.tsx"
import { refresh } from "../../ui/state/query.ts"
import { toast } from "../../ui/parts/toast.tsx"
import type { Kunde } from "./fields.tsx"
import type { Kept } from "./kept.tsx"

const Confirm = later(() => import("../../ui/dialogs/dialog.tsx").then((part) => part.Confirm))
const KeptByLaw = later(() => import("./kept.tsx").then((part) => part.KeptByLaw))

type Asked = "delete" | "erase" | undefined

/** Rare actions that cannot be undone. */
export function Actions({ kunde }: { kunde: Kunde }) {
  const { rolle } = useAccount()
  const [, navigate] = useLocation()
  const [asked, setAsked] = useState<Asked>()
  const [kept, setKept] = useState<Kept[]>([])
  const close = (): void => setAsked(undefined)
  const done = (text: string, where?: string) => async () => {
    await refresh("/api/kunden")
    toast(text)
    if (where) navigate(where)
  }
  const failed = (error: unknown): void => {
    toast(messageOf(error), { bad: true })
  }
  const path = { id: kunde.id }
  const remove = (): void => {
    close()
    call("delete", "/api/kunden/{id}", { path }).then(done(`${kunde.name} ist gelöscht`, "/kunden"), failed)
  }
  const erase = (): void => {
    close()
    call("post", "/api/kunden/{id}/loeschung", { path }).then((erased) => {
      setKept(erased?.aufbewahrt ?? [])
      return done("Die Angaben zur Person sind gelöscht")()
    }, failed)
  }
  const disclose = (): void => {
    readFile("/api/kunden/{id}/auskunft", { path }).then(saveFile, failed)
  }
  return (
    <>
      <MenuButton
        icon="more"
        name="Mehr"
        entries={[
          { text: "Konto drucken", run: () => window.print() },
          { text: "Löschen …", run: () => setAsked("delete") },
          ...(rolle === "user"
            ? []
            : [
                { text: "Auskunft über alles Gespeicherte (DSGVO)", run: disclose },
                { text: "Angaben zur Person löschen (DSGVO) …", run: () => setAsked("erase") },
              ]),
        ]}
      >
        Mehr
      </MenuButton>
      {kept.length > 0 && <KeptByLaw kept={kept} onClose={() => setKept([])} />}
      {asked === "delete" && (
        <Confirm title="Kunden löschen?" action="Löschen" isOpen onClose={close} run={remove}>
          <p>
            Das geht nur, solange es zu ihm noch nichts gibt. Sonst bitte unter „Bearbeiten“ inaktiv setzen:
            dann wird er nicht mehr beliefert, und seine Buchungen bleiben.
          </p>
        </Confirm>
      )}
      {asked === "erase" && (
        <Confirm
          title="Angaben zur Person löschen?"
          action="Endgültig löschen"
          isOpen
          onClose={close}
          run={erase}
        >
          <p>
            Name, Anschrift, Telefon, Bilder und Unterschriften von {kunde.name} werden überschrieben, auch im
            Protokoll. Die Buchungen bleiben ohne Namen bestehen. Das ist nicht rückgängig zu machen.
          </p>
        </Confirm>
      )}
    </>
  )
}
