import { type ComponentProps, useState } from "react"
import { FileTrigger } from "react-aria-components"
import { call } from "../api/call.ts"
import { messageOf } from "../api/fault.ts"
import { Button } from "../parts/button.tsx"
import { toast } from "../parts/toast.tsx"
import { refreshAll } from "../state/query.ts"
import { newId } from "../values/ids.ts"
import { PICTURE_TYPES } from "../values/picture-files.ts"
import { shrinkForOffice } from "../values/shrink.ts"

type Path = "/api/kunden/{id}/bilder" | "/api/lieferungen/{id}/bilder"

/** Uploads pictures to a record, one after the other. If one is refused, the others are sent all the same. */
export function useAddPictures(path: Path, id: string, fields: Record<string, string> = {}) {
  const [busy, setBusy] = useState(false)
  const add = async (files: File[]): Promise<void> => {
    setBusy(true)
    for (const file of files) {
      const form = new FormData()
      form.append("bild", await shrinkForOffice(file))
      for (const [name, value] of Object.entries({ ...fields, id: newId() })) form.append(name, value)
      await call("post", path, { path: { id }, form }).catch((error: unknown) =>
        toast(`${file.name}: ${messageOf(error)}`, { bad: true }),
      )
    }
    setBusy(false)
    await refreshAll()
  }
  return { busy, add }
}

type Props = ReturnType<typeof useAddPictures> & Pick<ComponentProps<typeof Button>, "look" | "icon">

/** The button that chooses pictures to upload. */
export const AddPictures = ({ busy, add, ...button }: Props) => (
  <FileTrigger
    acceptedFileTypes={PICTURE_TYPES}
    allowsMultiple
    onSelect={(files) => void add([...(files ?? [])])}
  >
    <Button {...button} isPending={busy}>
      {busy ? "Lädt hoch …" : "Bild hinzufügen"}
    </Button>
  </FileTrigger>
)
