import { useState } from "react"
import type { PathWith, Input } from "../../ui/api/call.ts"
import { messageOf } from "../../ui/api/fault.ts"
import { readFile, saveFile } from "../../ui/api/file.ts"
import { Button } from "../../ui/button.tsx"
import { toast } from "../../ui/toast.tsx"

type Props<P extends PathWith<"get">> = {
  path: P
  input: Input<"get", P>
  children: string
  isDisabled?: boolean
}

/** Makes a file and lets the browser save it. */
export function Download<P extends PathWith<"get">>({ path, input, children, isDisabled }: Props<P>) {
  const [busy, setBusy] = useState(false)
  const run = async (): Promise<void> => {
    setBusy(true)
    try {
      saveFile(await readFile(path, input))
    } catch (error) {
      toast(messageOf(error), { bad: true })
    }
    setBusy(false)
  }
  return (
    <Button isPending={busy} isDisabled={isDisabled} onPress={() => void run()}>
      {busy ? "Wird zusammengestellt …" : children}
    </Button>
  )
}
