import { EditPanel } from "../../ui/forms/edit-panel.tsx"
import { recordAt } from "../../ui/forms/use-edit.ts"
import { type Geraet, geraeteform, GeraetFields } from "./fields.tsx"

/** Description of the device; its place changes by issue and return. */
export const Edit = ({ geraet, onClose }: { geraet: Geraet; onClose: () => void }) => (
  <EditPanel
    title="Gerät bearbeiten"
    draft={`geraete/${geraet.id}`}
    {...recordAt("/api/geraete/{id}", geraet, geraeteform)}
    onClose={onClose}
  >
    {(form) => <GeraetFields form={form} />}
  </EditPanel>
)
