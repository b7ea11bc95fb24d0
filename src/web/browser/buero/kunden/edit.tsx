import { call } from "../../ui/api/call.ts"
import { EditPanel } from "../../ui/forms/edit-panel.tsx"
import { refresh } from "../../ui/state/query.ts"
import { bodyOf, type Kunde, KundeFields, labels, valuesOf, words } from "./fields.tsx"

/** Beside the page, so that one sees what one asks about. */
export function Edit({ kunde, onClose }: { kunde: Kunde; onClose: () => void }) {
  const path = { id: kunde.id }
  return (
    <EditPanel
      title="Kunde bearbeiten"
      draft={`kunden/${kunde.id}`}
      record={kunde}
      valuesOf={valuesOf}
      labels={labels}
      words={words}
      read={() => call("get", "/api/kunden/{id}", { path })}
      save={(values, version) =>
        call("patch", "/api/kunden/{id}", { path, body: bodyOf(values), ifMatch: version })
      }
      saved={() => void refresh("/api/kunden", "/api/protokoll", "/api/abrechnungen")}
      onClose={onClose}
    >
      {(form) => <KundeFields form={form} />}
    </EditPanel>
  )
}
