import { useAccount } from "../../ui/account.tsx"
import { Page } from "../../ui/page.tsx"
import { Auditor } from "../../ui/auditor.tsx"
import { Exports } from "./exports.tsx"
import { Import } from "./import.tsx"

/** What comes from elsewhere, and what goes out: as tables that every spreadsheet reads. */
export default function Austausch() {
  const mayAll = useAccount().rolle !== "user"
  return (
    <Page title="Import und Export">
      <div className="austausch">
        <Import />
        <div className="austausch-out">
          <Exports />
          {mayAll && <Auditor />}
        </div>
      </div>
    </Page>
  )
}
