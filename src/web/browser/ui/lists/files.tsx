import { type ComponentProps, useState } from "react"
import { Button } from "../parts/button.tsx"
import { later } from "../parts/later.tsx"
import type { Input, PathWith } from "../api/call.ts"
import { FileButton } from "../parts/file-button.tsx"

const Etiketten = later(() => import("../records/etiketten.tsx").then((part) => part.Etiketten))

/** Labels for everything that a list shows, or for what was chosen in it. */
export function EtikettenButton(props: Omit<ComponentProps<typeof Etiketten>, "onClose">) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon="print" onPress={() => setOpen(true)}>
        Etiketten
      </Button>
      {isOpen && <Etiketten {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

type Path = PathWith<"get"> & `/api/export/${string}`

/** The list that is shown, with its filters, as a workbook that comes in again. */
export function ExcelButton<P extends Path>({ path, filters }: { path: P; filters: object }) {
  return (
    <FileButton
      path={path}
      input={{ query: { ...filters, format: "xlsx" } } as Input<"get", P>}
      label="Diese Liste für Excel speichern"
    >
      Excel
    </FileButton>
  )
}
