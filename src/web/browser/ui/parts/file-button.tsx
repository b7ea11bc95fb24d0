import { type ReactNode, useState } from "react"
import type { Input, PathWith } from "../api/call.ts"
import { type Fault, faultsOf, messageOf } from "../api/fault.ts"
import { readFile, saveFile } from "../api/file.ts"
import { Button } from "./button.tsx"
import { goToUnreadAround } from "../values/figure.ts"
import { toast } from "./toast.tsx"

type Props<P extends PathWith<"get">> = {
  path: P
  input: Input<"get", P>
  children: ReactNode
  look?: "plain" | "primary" | "quiet"
  /** Name for screen readers, if the text alone does not say which file. */
  label?: string | undefined
  isDisabled?: boolean
  /** Called when the file is saved, to read again what the service made with it. */
  onSaved?: () => void
  /** Gets the faults of the fields that the file is made from. @returns whether they are shown at these fields */
  onFaults?: (faults: Fault[]) => boolean
}

/** Saves a file of the service, unless a field around the button cannot be read. If there is no file, says why. */
export function FileButton<P extends PathWith<"get">>({
  path,
  input,
  children,
  onSaved,
  onFaults,
  ...props
}: Props<P>) {
  const [busy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    setBusy(true)
    try {
      const read = await readFile(path, input)
      saveFile(read)
      toast(`Gespeichert: ${read.name}`)
      onSaved?.()
    } catch (error) {
      const faults = faultsOf(error)
      if (faults.length === 0 || !onFaults?.(faults)) toast(messageOf(error), { bad: true })
    } finally {
      setBusy(false)
    }
  }
  return (
    // The text does not change while it loads, so that nothing beside the button moves.
    <Button
      {...props}
      icon={busy ? "clock" : "download"}
      isPending={busy}
      onPress={({ target }) => void (goToUnreadAround(target) || save())}
    >
      {children}
    </Button>
  )
}
