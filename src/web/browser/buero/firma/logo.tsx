import { useQuery } from "@tanstack/react-query"
import { DropZone, FileTrigger } from "react-aria-components"
import { useAccount } from "../../ui/session/account.tsx"
import { type Answer, call } from "../../ui/api/call.ts"
import { useAction } from "../../ui/dialogs/use-action.ts"
import { readFile } from "../../ui/api/file.ts"
import { Button } from "../../ui/parts/button.tsx"
import { filesOf, PICTURE_TYPES, takesPictures } from "../../ui/values/picture-files.ts"
import { shrinkForOffice } from "../../ui/values/shrink.ts"

type Kept = Answer<"get", "/api/tenant">["logo"]

/** Logo at the top right of documents: dragged in, or chosen. */
export function Logo({ logo }: { logo: Kept }) {
  const mayEdit = useAccount().rolle !== "user"
  const { busy, run } = useAction()
  const put = (file: File | undefined): void => {
    if (!file) return
    run(async () => {
      const form = new FormData()
      form.append("logo", await shrinkForOffice(file))
      return call("put", "/api/tenant/logo", { form })
    }, "Das Logo steht ab jetzt auf neuen Papieren")
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
        <p className="muted">
          Noch kein Logo. Ein Bild <span className="by-mouse">hierher ziehen oder </span>hochladen (JPEG, PNG,
          WebP).
        </p>
      )}
      <p className="buttons">
        <FileTrigger acceptedFileTypes={PICTURE_TYPES} onSelect={(files) => put(files?.[0])}>
          <Button icon="picture" isPending={busy}>
            {logo ? "Logo ersetzen" : "Logo hochladen"}
          </Button>
        </FileTrigger>
        {logo && (
          <Button
            look="quiet"
            isPending={busy}
            onPress={() => run(() => call("delete", "/api/tenant/logo"), "Gedruckt wird jetzt ohne Logo")}
          >
            Entfernen
          </Button>
        )}
      </p>
    </DropZone>
  )
}

function Picture({ logo }: { logo: NonNullable<Kept> }) {
  const { data } = useQuery({
    queryKey: ["Logo der Firma", logo.aktualisiert_am],
    // Another picture has another key; and one that was taken away is not asked for again.
    staleTime: "static",
    queryFn: async () => dataUrl((await readFile("/api/tenant/logo", {})).file),
  })
  return (
    <div className="logo-picture">
      {data && <img src={data} alt="Logo der Firma" width={logo.breite} height={logo.hoehe} />}
    </div>
  )
}

/** @returns a data URL, which unlike a blob's need not be revoked */
const dataUrl = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener("load", () => resolve(String(reader.result)))
    reader.addEventListener("error", () => reject(reader.error ?? new Error("unreadable")))
    reader.readAsDataURL(file)
  })
