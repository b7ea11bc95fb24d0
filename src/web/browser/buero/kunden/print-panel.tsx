import { Panel } from "../../ui/dialogs/dialog.tsx"
import type { Kunde } from "./fields.tsx"
import { AccountPrints } from "./prints.tsx"

/** The account on paper, as it also stands among the letters of this customer. */
export const PrintPanel = ({ kunde, onClose }: { kunde: Kunde; onClose: () => void }) => (
  <Panel title="Kontoauszug als PDF" onClose={onClose}>
    <AccountPrints id={kunde.id} since={kunde.erstellt_am} />
    <p className="muted">Was hier entsteht, steht danach unter „Briefe“.</p>
  </Panel>
)
