import { useState } from "react"
import { messageOf } from "../../ui/api/fault.ts"
import { readFile, saveFile } from "../../ui/api/file.ts"
import { Button } from "../../ui/button.tsx"
import { toast } from "../../ui/toast.tsx"

/** The delivery note as a PDF: as planned, or with signature, pictures and the account after it. */
export function Slip({ id }: { id: string }) {
  const [busy, setBusy] = useState(false)
  const save = (): void => {
    setBusy(true)
    readFile("/api/lieferungen/{id}/lieferschein.pdf", { path: { id } })
      .then(saveFile)
      .catch((error: unknown) => toast(messageOf(error), { bad: true }))
      .finally(() => setBusy(false))
  }
  return (
    <Button icon="print" onPress={save} isPending={busy}>
      Lieferschein
    </Button>
  )
}
