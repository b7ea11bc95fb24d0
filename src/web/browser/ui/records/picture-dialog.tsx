import type { ReactNode } from "react"
import { AskButton, Dialog } from "../dialogs/dialog.tsx"
import { useAction } from "../dialogs/use-action.ts"

type Props = {
  title: string
  bild: { url: string; breite: number; hoehe: number }
  alt: string
  /** Deletes it, and reads the record's pictures again. */
  remove: () => Promise<unknown>
  onClose: () => void
  /** Buttons before the one that deletes it. */
  actions?: ReactNode
  children: ReactNode
}

/** A picture of a record, large. */
export function PictureDialog({ title, bild, alt, remove, onClose, actions, children }: Props) {
  const { run } = useAction()
  const removeAndClose = async (): Promise<void> => {
    // Before the window closes, so that the focus does not go back to a picture that is gone.
    await remove()
    onClose()
  }
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      actions={
        <>
          {actions}
          <AskButton
            look="bad"
            title="Bild löschen?"
            action="Löschen"
            question="Es ist danach nicht wiederzuholen."
            run={() => run(removeAndClose)}
          >
            Löschen
          </AskButton>
        </>
      }
    >
      <img src={bild.url} alt={alt} width={bild.breite} height={bild.hoehe} className="picture" />
      {children}
    </Dialog>
  )
}
