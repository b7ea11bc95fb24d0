import { EditPanel } from "../../ui/forms/edit-panel.tsx"
import { recordAt } from "../../ui/forms/use-edit.ts"
import { type Kunde, KundeFields, kundenform } from "./fields.tsx"

/** Changes a customer beside the page, so that one sees what one talks about. */
export const Edit = ({ kunde, onClose }: { kunde: Kunde; onClose: () => void }) => (
  <EditPanel
    title="Kunde bearbeiten"
    draft={`kunden/${kunde.id}`}
    {...recordAt("/api/kunden/{id}", kunde, kundenform)}
    onClose={onClose}
  >
    {(form) => <KundeFields form={form} />}
  </EditPanel>
)
