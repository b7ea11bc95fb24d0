import { type ReactNode, useEffect, useRef } from "react"

type Props = { title: string; close: () => void; children: ReactNode; className?: string }

/** A question over the screen, at the bottom where the thumb is; the browser's own dialog. */
export function Sheet({ title, close, children, className = "" }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog ref={dialog} className={`bogen ${className}`} aria-label={title} onCancel={close}>
      <div className="kopf">
        <h2>{title}</h2>
        <button type="button" className="taste leise" onClick={close}>
          Schließen
        </button>
      </div>
      {children}
    </dialog>
  )
}
