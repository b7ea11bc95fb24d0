import { type ReactNode, useLayoutEffect, useRef } from "react"
import { usePhone } from "../phone/use.ts"
import { Button } from "./button.tsx"

type Props = { title: string; close: () => void; children: ReactNode; className?: string }

/** A question over the screen, at the bottom where the thumb is; the browser's own dialog. */
export function Sheet({ title, close, children, className = "" }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  // The bars above every screen lie behind this sheet.
  const { fault } = usePhone()
  // Closed while it is still in the page: the browser gives the focus back to what had it before.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog ref={dialog} className={`bogen ${className}`} aria-label={title} onCancel={close}>
      <div className="kopf">
        <h2>{title}</h2>
        <Button kind="leise" label="Schließen" tap={close} />
      </div>
      {fault && (
        <p className="bad" role="alert">
          {fault}
        </p>
      )}
      {children}
    </dialog>
  )
}
