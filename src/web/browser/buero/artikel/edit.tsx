import { call } from "../../ui/api/call.ts"
import { EditPanel } from "../../ui/forms/edit-panel.tsx"
import { refresh } from "../../ui/state/query.ts"
import { revalue } from "./amount-change.tsx"
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
      save={async (values, version) => {
        const { bei_aenderung, pfand_cent } = values
        const isChanged = values.art === "einzeln" && pfand_cent !== artikel.pfand_cent
        const body = { ...bodyOf(values), ...(isChanged && { bei_aenderung }) }
        const saved = await call("patch", "/api/pfandartikel/{id}", { path, body, ifMatch: version })
        // An interrupted revaluation is shown on the article's page, and continued there.
        if (isChanged && bei_aenderung === "umbewertung") void revalue(artikel.id)
        return saved
      }}
      saved={() => void refresh("/api/pfandartikel", "/api/protokoll")}
      onClose={onClose}
    >
      {(form) => <ArtikelFields form={form} artikel={artikel} />}
    </EditPanel>
  )
}
