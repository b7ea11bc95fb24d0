import { type ReactNode, useState } from "react"
import { Button } from "./button.tsx"
import { Sheet } from "./sheet.tsx"

type Props = {
  kind?: "leise"
  /** What becomes of it then. */
  children: ReactNode
  discard: () => Promise<unknown>
}

/** Throws away what is nowhere else: never at one tap. */
export function Discard({ kind, children, discard }: Props) {
  const [asks, setAsks] = useState(false)
  const close = (): void => setAsks(false)
  return (
    <>
      <Button kind={kind} label="Verwerfen" tap={() => setAsks(true)} />
      {asks && (
        <Sheet title="Wirklich verwerfen?" close={close}>
          <p>{children}</p>
          <Button kind="schlecht" label="Ja, verwerfen" tap={() => discard().then(close)} />
        </Sheet>
      )}
    </>
  )
}
