import { call } from "../../ui/api/call.ts"
import type { BulkAction } from "../../ui/lists/use-bulk.ts"
import { BulkBar } from "../../ui/lists/bulk-bar.tsx"
import type { Words } from "./kinds.ts"
import type { Row } from "./rows.tsx"

type Made = Row & { id: string }

const inactive = { aktiv: 0 }

const actions: Partial<Record<Words["id"], readonly BulkAction<Made>[]>> = {
  kunden: [
    {
      name: "Löschen",
      verb: "löschen",
      done: "gelöscht",
      question: "Gelöscht wird, worauf sich noch nichts bezieht; alles andere bleibt und wird genannt.",
      look: "bad",
      run: ({ id }) => call("delete", "/api/kunden/{id}", { path: { id } }),
    },
    {
      name: "Deaktivieren",
      verb: "deaktivieren",
      done: "deaktiviert",
      question: "Sie bleiben stehen, und werden nirgends mehr vorgeschlagen.",
      look: "bad",
      run: ({ id }) => call("patch", "/api/kunden/{id}", { path: { id }, body: inactive }),
    },
  ],
  pfandartikel: [
    {
      name: "Deaktivieren",
      verb: "deaktivieren",
      done: "deaktiviert",
      question: "Sie bleiben stehen, und werden nirgends mehr vorgeschlagen.",
      look: "bad",
      run: ({ id }) => call("patch", "/api/pfandartikel/{id}", { path: { id }, body: inactive }),
    },
  ],
  geraete: [
    {
      name: "Ausmustern",
      verb: "ausmustern",
      done: "ausgemustert",
      question: "Ein Gerät, das bei einem Kunden ist, wird erst zurückgenommen: es bleibt und wird genannt.",
      look: "bad",
      run: ({ id }) =>
        call("post", "/api/geraete/{id}/status", { path: { id }, body: { status: "ausgemustert" } }),
    },
  ],
  mitarbeiter: [
    {
      name: "Abmelden und sperren",
      verb: "abmelden und sperren",
      done: "abgemeldet und gesperrt",
      question: "Sie können sich nicht mehr anmelden; die Konten bleiben stehen.",
      look: "bad",
      run: ({ id }) => call("patch", "/api/mitarbeiter/{id}", { path: { id }, body: inactive }),
    },
  ],
}

/** @returns whether records of this kind can be ended after an import */
export const canEnd = ({ id }: Words): boolean => actions[id] !== undefined

const nameOf = ({ nummer, name }: Row): string => [nummer, name].filter(Boolean).join(" ")
const isMade = (row: Row): row is Made => row.id !== null

type Props = { words: Words; rows: readonly Row[]; untick: (ids: readonly string[]) => void }

/** Deletes or deactivates the records of ticked rows, one by one; those that stay are named. */
export const EndRows = ({ words: { id, one, many }, rows, untick }: Props) => (
  <BulkBar
    one={one}
    many={many}
    nameOf={nameOf}
    actions={actions[id] ?? []}
    rows={rows.filter(isMade)}
    untick={(ids = []) => untick(ids)}
    stays
  />
)
