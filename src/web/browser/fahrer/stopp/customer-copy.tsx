import { useState } from "react"
import { date } from "../../ui/values/format.ts"
import { Button } from "../parts/button.tsx"
import { Sheet } from "../parts/sheet.tsx"
import { askLink, type Beleglink } from "../phone/remote.ts"

/** The customer's own copy of a slip that has arrived: a code for their telephone. Only the service can make it. */
export function CustomerCopy({ id }: { id: string }) {
  const [link, setLink] = useState<Beleglink>()
  const [fault, setFault] = useState("")
  const [isBusy, setBusy] = useState(false)
  const show = async (): Promise<void> => {
    setBusy(true)
    setFault("")
    const answer = await askLink(id)
    if (answer === "offline") setFault("Dafür braucht es Netz. Später noch einmal versuchen.")
    else if (answer.status === 200) setLink(answer.body)
    else setFault(answer.body.error ?? "Das ging nicht.")
    setBusy(false)
  }
  return (
    <>
      <Button label="Lieferschein für den Kunden" tap={show} disabled={isBusy} />
      {fault && (
        <p className="bad" role="alert">
          {fault}
        </p>
      )}
      {link && (
        <Sheet title="Lieferschein für den Kunden" close={() => setLink(undefined)}>
          <p>{`Der Kunde sieht mit der Kamera seines Telefons darauf. Der Link gilt bis ${date(link.gueltig_bis)}.`}</p>
          <img
            className="kundencode"
            src={`data:image/svg+xml,${encodeURIComponent(link.qr)}`}
            alt="QR-Code zum Lieferschein"
            width="280"
            height="280"
          />
        </Sheet>
      )}
    </>
  )
}
