import { useAccount } from "../../ui/session/account.tsx"
import { Page } from "../../ui/page/page.tsx"
import { Auditor } from "../../ui/records/auditor.tsx"
import { Exports } from "./exports.tsx"

/** Exports as tables for spreadsheets. */
export default function Austausch() {
  const mayAll = useAccount().rolle !== "user"
  return (
    <Page title="Export">
      <div className="austausch">
        <Exports />
        {mayAll && <Auditor />}
      </div>
    </Page>
  )
}
