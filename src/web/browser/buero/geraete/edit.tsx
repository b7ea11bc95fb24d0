import { call } from "../../ui/api/call.ts"
import { EditPanel } from "../../ui/forms/edit-panel.tsx"
import { refresh } from "../../ui/state/query.ts"
import { bodyOf, type Geraet, GeraetFields, labels, valuesOf, words } from "./fields.tsx"

/** Description of the device; its place changes by issue and return. */
export function Edit({ geraet, onClose }: { geraet: Geraet; onClose: () => void }) {
  const path = { id: geraet.id }
  return (
    <EditPanel
      title="Gerät bearbeiten"
      draft={`geraete/${geraet.id}`}
      record={geraet}
      valuesOf={valuesOf}
      labels={labels}
      words={words}
      read={() => call("get", "/api/geraete/{id}", { path })}
      save={(values, version) =>
        call("patch", "/api/geraete/{id}", { path, body: bodyOf(values), ifMatch: version })
      }
      saved={() => void refresh("/api/geraete", "/api/protokoll")}
      onClose={onClose}
    >
      {(form) => <GeraetFields form={form} />}
    </EditPanel>
  )
}
