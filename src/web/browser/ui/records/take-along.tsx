import type { Input, PathWith } from "../api/call.ts"
import { FileButton } from "../parts/file-button.tsx"

type Path = PathWith<"get"> & `/api/export/${string}`

/** The list that is shown, with its filters, as a workbook that comes in again. */
export function TakeAlong<P extends Path>({ path, filters }: { path: P; filters: object }) {
  return (
    <FileButton
      path={path}
      input={{ query: { ...filters, format: "xlsx" } } as Input<"get", P>}
      icon="down"
      label="Diese Liste für Excel speichern"
    >
      Excel
    </FileButton>
  )
}
