import type { Input } from "../api/call.ts"
import { FileButton } from "../parts/file-button.tsx"

type Path =
  | "/api/export/kunden"
  | "/api/export/pfandartikel"
  | "/api/export/geraete"
  | "/api/export/mitarbeiter"
  | "/api/export/lieferungen"
  | "/api/export/pfandbuchungen"
  | "/api/export/abrechnungen"
  | "/api/export/klaerungen"
  | "/api/export/protokoll"
  | "/api/export/lager"
  | "/api/export/lagerbewegungen"
  | "/api/export/pfandsalden"
  | "/api/export/belege"
  | "/api/export/pruefplaene"
  | "/api/export/inventuren"

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
