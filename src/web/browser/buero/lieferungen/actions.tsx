import { useState } from "react"
import { useLocation } from "wouter"
import { call } from "../../ui/api/call.ts"
import { useAction } from "../../ui/dialogs/use-action.ts"
import { Button } from "../../ui/parts/button.tsx"
import { among } from "../../ui/state/address.ts"
import { useParam } from "../../ui/state/url.ts"
import { FileButton } from "../../ui/parts/file-button.tsx"
import { MoveLieferung } from "../../ui/records/move-lieferung.tsx"
import { LinkButton } from "../../ui/records/link-button.tsx"
import { SendButton } from "../../ui/records/send.tsx"
import { MenuButton } from "../../ui/parts/menu-button.tsx"
import { Cancel } from "./cancel.tsx"
import { Complete } from "./complete.tsx"
import { Edit } from "./edit.tsx"
import { Fail } from "./fail.tsx"
import type { Lieferung } from "./plan.ts"

type Asked = "edit" | "complete" | "fail" | "cancel"
type Props = {
  lieferung: Lieferung
  name: string
  /** Whether it came from no Liefertag. */
  isSingle: boolean
}

/** Actions for a delivery in its state. The office can do those of drivers, too. */
export function Actions({ lieferung, name, isSingle }: Props) {
  const [asked, setAsked] = useState<Asked>()
  // The board of a day links to the panel.
  const [panel, setPanel] = useParam("panel", among([{ id: "verschieben" }]))
  const close = (): void => setAsked(undefined)
  const { status, id } = lieferung
  const { run } = useAction()
  const start = (): void =>
    run(() =>
      call("post", "/api/lieferungen/{id}/start", { path: { id }, body: { versuch: lieferung.versuch } }),
    )
  const [, navigate] = useLocation()
  const regularly = `/kunden/${lieferung.kunde_id}?panel=liefertag&wie=${id}`
  const isOpen = status === "geplant" || status === "unterwegs"
  return (
    <>
      {status === "geplant" && (
        <>
          <Button look="primary" icon="edit" onPress={() => setAsked("edit")}>
            Ändern
          </Button>
          <Button icon="today" onPress={() => setPanel("verschieben")}>
            Verschieben
          </Button>
        </>
      )}
      {status === "nicht_zugestellt" && (
        <Button look="primary" icon="today" onPress={() => setPanel("verschieben")}>
          Neu planen
        </Button>
      )}
      {isOpen && (
        <Button icon="check" onPress={() => setAsked("complete")}>
          Zustellung erfassen
        </Button>
      )}
      <FileButton path="/api/lieferungen/{id}/lieferschein.pdf" input={{ path: { id } }}>
        Lieferschein
      </FileButton>
      {status === "zugestellt" && (
        <>
          <SendButton
            title="Lieferschein"
            path="/api/lieferungen/{id}/lieferschein/versand"
            input={{ path: { id } }}
            send={(body) =>
              call("post", "/api/lieferungen/{id}/lieferschein/versand", { path: { id }, body })
            }
          />
          <LinkButton make={() => call("post", "/api/lieferungen/{id}/link", { path: { id } })} />
        </>
      )}
      {isOpen && (
        <MenuButton
          icon="more"
          name="Mehr"
          entries={[
            ...(status === "geplant" ? [{ text: "Als losgefahren melden", run: start }] : []),
            ...(status === "geplant" && isSingle
              ? [{ text: "Regelmäßig liefern …", run: () => navigate(regularly) }]
              : []),
            { text: "Nicht zugestellt …", run: () => setAsked("fail") },
            ...(status === "geplant" ? [{ text: "Absagen …", run: () => setAsked("cancel") }] : []),
          ]}
        >
          Mehr
        </MenuButton>
      )}
      {asked === "edit" && <Edit lieferung={lieferung} name={name} onClose={close} />}
      {asked === "complete" && <Complete lieferung={lieferung} onClose={close} />}
      {panel && (status === "geplant" || status === "nicht_zugestellt") && (
        <MoveLieferung lieferung={lieferung} name={name} onClose={() => setPanel("")} />
      )}
      {asked === "fail" && <Fail lieferung={lieferung} onClose={close} />}
      {asked === "cancel" && <Cancel id={id} onClose={close} />}
    </>
  )
}
