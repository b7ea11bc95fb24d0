import { useState } from "react"
import type { Answer } from "../api/call.ts"
import { isExpired, messageOf } from "../api/fault.ts"
import { Dialog } from "../dialogs/dialog.tsx"
import { Button } from "../parts/button.tsx"
import { copyText } from "../parts/copy-text.ts"
import { toast } from "../parts/toast.tsx"
import { refreshAll } from "../state/query.ts"
import { date } from "../values/format.ts"

type Made = Answer<"post", "/api/belege/{id}/link">

/** A link to a document for its customer, made when it is asked for: its address is shown once. */
export function LinkButton({ make }: { make: () => Promise<Made> }) {
  const [made, setMade] = useState<Made>()
  const [isBusy, setBusy] = useState(false)
  const press = async (): Promise<void> => {
    setBusy(true)
    try {
      setMade(await make())
      void refreshAll()
    } catch (error) {
      toast(isExpired(error) ? "Die Anmeldung war abgelaufen: bitte noch einmal" : messageOf(error), {
        bad: true,
      })
    }
    setBusy(false)
  }
  return (
    <>
      <Button isPending={isBusy} onPress={() => void press()}>
        Link für den Kunden
      </Button>
      {made && <LinkWindow made={made} onClose={() => setMade(undefined)} />}
    </>
  )
}

export function LinkWindow({ made: { url, qr, gueltig_bis }, onClose }: { made: Made; onClose: () => void }) {
  const copy = () =>
    copyText(url, "Der Link ist kopiert", "Kopieren ging nicht: bitte den Link markieren und kopieren")
  return (
    <Dialog
      title="Link für den Kunden"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={() => void copy()}>Kopieren</Button>
          <Button look="primary" onPress={onClose}>
            Fertig
          </Button>
        </>
      }
    >
      <p>
        {`Wer ihn öffnet, sieht dieses eine Papier, ohne Anmeldung und bis ${date(gueltig_bis)}. Er steht nur hier und nur dieses eine Mal.`}
      </p>
      <p>
        <code className="key">{url}</code>
      </p>
      <img
        className="code"
        src={`data:image/svg+xml,${encodeURIComponent(qr)}`}
        alt="QR-Code mit dem Link, für die Kamera des Telefons"
        width="220"
        height="220"
      />
    </Dialog>
  )
}
