import { useState } from "react"
import { Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components"
import { useLocation } from "wouter"
import { useAccount } from "../../ui/account.tsx"
import { call } from "../../ui/api/call.ts"
import { messageOf } from "../../ui/api/fault.ts"
import { Button } from "../../ui/button.tsx"
import { Confirm } from "../../ui/dialog.tsx"
import { refresh } from "../../ui/query.ts"
import { toast } from "../../ui/toast.tsx"
import type { Kunde } from "./fields.tsx"
import { type Kept, KeptByLaw } from "./kept.tsx"

type Asked = "delete" | "erase" | undefined

/** What is seldom done, and cannot be undone. */
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
  return (
    <>
      <MenuTrigger>
        <Button icon="more">Mehr</Button>
        <Popover className="popover" placement="bottom end">
          <Menu
            className="options"
            aria-label="Mehr"
            onAction={(key) => setAsked(key === "delete" || key === "erase" ? key : undefined)}
          >
            <MenuItem onAction={() => window.print()}>Konto drucken</MenuItem>
            <MenuItem id="delete">Löschen …</MenuItem>
            {rolle !== "user" && <MenuItem id="erase">Angaben zur Person löschen (DSGVO) …</MenuItem>}
          </Menu>
        </Popover>
      </MenuTrigger>
      <KeptByLaw kept={kept} onClose={() => setKept([])} />
      <Confirm
        title="Kunden löschen?"
        action="Löschen"
        isOpen={asked === "delete"}
        onClose={close}
        run={remove}
      >
        <p>
          Das geht nur, solange es zu ihm noch nichts gibt. Sonst bitte unter „Bearbeiten“ inaktiv setzen:
          dann wird er nicht mehr beliefert, und seine Buchungen bleiben.
        </p>
      </Confirm>
      <Confirm
        title="Angaben zur Person löschen?"
        action="Endgültig löschen"
        isOpen={asked === "erase"}
        onClose={close}
        run={erase}
      >
        <p>
          Name, Anschrift, Telefon, Bilder und Unterschriften von {kunde.name} werden überschrieben, auch im
          Protokoll. Die Buchungen bleiben ohne Namen bestehen. Das ist nicht rückgängig zu machen.
        </p>
      </Confirm>
    </>
  )
}
