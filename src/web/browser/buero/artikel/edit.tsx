import { useRef } from "react"
import { EditPanel } from "../../ui/forms/edit-panel.tsx"
import { recordAt } from "../../ui/forms/use-edit.ts"
import { namesOf, requireAsked, revalue } from "./amount-change.tsx"
import { ArtikelFields, artikelform, type ArtikelValues } from "./fields.tsx"
import type { Artikel } from "./words.ts"

/** Changes an article; what was booked with it stays as it is. */
export function Edit({ artikel, onClose }: { artikel: Artikel; onClose: () => void }) {
  // The gebinde that change as well: found before it is sent, named once it is stored.
  const also = useRef("")
  const done = (): string => {
    const gebinde = also.current
    also.current = ""
    return gebinde ? `Gespeichert, ebenso das Pfand von ${gebinde}` : "Gespeichert"
  }
  const isChanged = ({ art, pfand_cent }: ArtikelValues): boolean =>
    art === "einzeln" && pfand_cent !== artikel.pfand_cent
  const isRevalued = (values: ArtikelValues): boolean =>
    isChanged(values) && values.bei_aenderung === "umbewertung"
  const stored = recordAt("/api/pfandartikel/{id}", artikel, {
    ...artikelform,
    bodyOf: (values) => {
      const { bei_aenderung } = values
      return { ...artikelform.bodyOf(values), ...(isChanged(values) && { bei_aenderung }) }
    },
  })
  return (
    <EditPanel
      title="Artikel bearbeiten"
      draft={`artikel/${artikel.id}`}
      {...stored}
      save={async (values, version) => {
        const changes = isChanged(values) && (await requireAsked(artikel.id, values.pfand_cent))
        also.current = changes ? namesOf(changes) : ""
        const saved = await stored.save(values, version)
        // An interrupted revaluation is shown on the article's page, and continued there.
        if (isRevalued(values) && changes) void revalue(saved.id, saved.pfand_cent, changes.wert_cent)
        return saved
      }}
      actionOf={(values) => (isRevalued(values) ? "Speichern und umbewerten" : "Speichern")}
      done={done}
      onClose={onClose}
    >
      {(form) => <ArtikelFields form={form} artikel={artikel} />}
    </EditPanel>
  )
}
