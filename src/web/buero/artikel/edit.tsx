import { call } from "../../ui/api/call.ts"
import { EditPanel } from "../../ui/edit-panel.tsx"
import { refresh } from "../../ui/query.ts"
import { ArtikelFields, bodyOf, labels, valuesOf, words } from "./fields.tsx"
import type { Artikel } from "./words.ts"

/** Beside the page; what was booked with it stays as it is. */
export function Edit({ artikel, onClose }: { artikel: Artikel; onClose: () => void }) {
  const path = { id: artikel.id }
  return (
    <EditPanel
      title="Artikel bearbeiten"
      draft={`artikel/${artikel.id}`}
      record={artikel}
      valuesOf={valuesOf}
      labels={labels}
      words={words}
      read={() => call("get", "/api/pfandartikel/{id}", { path })}
      save={(values, version) =>
        call("patch", "/api/pfandartikel/{id}", { path, body: bodyOf(values), ifMatch: version })
      }
      saved={() => void refresh("/api/pfandartikel", "/api/protokoll")}
      onClose={onClose}
    >
      {(form) => <ArtikelFields form={form} />}
    </EditPanel>
  )
}
