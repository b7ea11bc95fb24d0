import { Panel } from "../../ui/dialogs/dialog.tsx"
import type { Kunde } from "./fields.tsx"
import { AccountPrints } from "./prints.tsx"

/** Prints the account, from the menu; the same fields are in the section „Briefe“. */
export const PrintPanel = ({ kunde, onClose }: { kunde: Kunde; onClose: () => void }) => (
  <Panel title="Kontoauszug als PDF" onClose={onClose}>
    <AccountPrints id={kunde.id} since={kunde.erstellt_am} />
    <p className="muted">Was hier entsteht, steht danach unter „Briefe“.</p>
  </Panel>
)
