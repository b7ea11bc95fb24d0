import { type ComponentProps, useState } from "react"
import { Button } from "../parts/button.tsx"
import { later } from "../parts/later.tsx"
import type { Input, PathWith } from "../api/call.ts"
import { FileButton } from "../parts/file-button.tsx"

const Etiketten = later(() => import("../records/etiketten.tsx").then((part) => part.Etiketten))

/** Opens the panel that prints labels for all rows of a list, or for the ticked ones. */
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

/** Saves the list, with its filters, as an Excel file, which can also be imported again. */
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
