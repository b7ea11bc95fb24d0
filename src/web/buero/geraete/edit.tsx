import { call } from "../../ui/api/call.ts"
import { EditPanel } from "../../ui/edit-panel.tsx"
import { refresh } from "../../ui/query.ts"
import { bodyOf, type Geraet, GeraetFields, labels, valuesOf, words } from "./fields.tsx"

/** What the device is; where it is changes by handing it out and taking it back. */
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
