import { type ReactNode, useLayoutEffect, useRef } from "react"
import { usePhone } from "../phone/use.ts"
import { Button } from "./button.tsx"

type Props = { title: string; close: () => void; children: ReactNode; className?: string }

/** A modal sheet at the bottom, where the thumb is; a native <dialog>. */
export function Sheet({ title, close, children, className = "" }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  // The bars above the screen, which would show the fault, are hidden by the sheet.
  const { fault } = usePhone()
  // Closed while still in the page, so that the browser gives the focus back.
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
