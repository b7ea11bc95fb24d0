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
  /** For screen readers, where the words alone do not say which file. */
  label?: string | undefined
  isDisabled?: boolean
  /** The file is there; what was made with it is read again. */
  onSaved?: () => void
  /** Receives the faults of the fields that the file is made of. @returns whether they are shown there */
  onFaults?: (faults: Fault[]) => boolean
}

/** Saves a file of the interface, unless a field that it is made of cannot be read; why there is none is said in words. */
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
    // The same words all the while: what stands beside it stays in its place.
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
