import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { DropZone, FileTrigger } from "react-aria-components"
import { useAccount } from "../../ui/session/account.tsx"
import { call } from "../../ui/api/call.ts"
import { messageOf } from "../../ui/api/fault.ts"
import { readFile } from "../../ui/api/file.ts"
import { Button } from "../../ui/parts/button.tsx"
import { filesOf, takesPictures } from "../../ui/values/picture-files.ts"
import { PICTURE_TYPES } from "../../ui/values/picture-types.ts"
import { refresh } from "../../ui/state/query.ts"
import { toast } from "../../ui/parts/toast.tsx"
import type { Tenant } from "./tenant.ts"

/** Logo at the top right of documents: dragged in, or chosen. */
export function Logo({ logo }: { logo: Tenant["logo"] }) {
  const mayEdit = useAccount().rolle !== "user"
  const [busy, setBusy] = useState(false)
  const run = async (work: Promise<unknown>, done: string): Promise<void> => {
    setBusy(true)
    try {
      await work
      await refresh("/api/tenant", "/api/protokoll")
      toast(done)
    } catch (error) {
      toast(messageOf(error), { bad: true })
    }
    setBusy(false)
  }
  const put = (file: File | undefined): void => {
    if (!file) return
    const form = new FormData()
    form.append("logo", file)
    void run(call("put", "/api/tenant/logo", { form }), "Das Logo steht ab jetzt auf neuen Belegen")
  }
  if (!mayEdit) return logo && <Picture logo={logo} />
  return (
    <DropZone
      className="logo"
      aria-label="Logo hierher ziehen"
      getDropOperation={takesPictures}
      onDrop={async ({ items }) => put((await filesOf(items))[0])}
    >
      {logo ? (
        <Picture logo={logo} />
      ) : (
        <p className="muted">Noch kein Logo. Ein Bild hierher ziehen oder hochladen (JPEG, PNG, WebP).</p>
      )}
      <div className="logo-buttons">
        <FileTrigger acceptedFileTypes={PICTURE_TYPES} onSelect={(files) => put(files?.[0])}>
          <Button icon="picture" isPending={busy}>
            {logo ? "Logo ersetzen" : "Logo hochladen"}
          </Button>
        </FileTrigger>
        {logo && (
          <Button
            look="quiet"
            isPending={busy}
            onPress={() => void run(call("delete", "/api/tenant/logo"), "Gedruckt wird jetzt ohne Logo")}
          >
            Entfernen
          </Button>
        )}
      </div>
    </DropZone>
  )
}

function Picture({ logo }: { logo: NonNullable<Tenant["logo"]> }) {
  const { data } = useQuery({
    queryKey: ["Logo der Firma", logo.aktualisiert_am],
    queryFn: async () => dataUrl((await readFile("/api/tenant/logo", {})).file),
  })
  return (
    <div className="logo-picture">
      {data && <img src={data} alt="Logo der Firma" width={logo.breite} height={logo.hoehe} />}
    </div>
  )
}

/** Unlike the address of a blob, it needs no tidying up. */
const dataUrl = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener("load", () => resolve(String(reader.result)))
    reader.addEventListener("error", () => reject(reader.error ?? new Error("unreadable")))
    reader.readAsDataURL(file)
  })
