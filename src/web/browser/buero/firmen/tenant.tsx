import { actForTenant } from "../../ui/api/acting.ts"
import { WarnsOfUnsaved } from "../../ui/dialogs/dialog.tsx"
import { isGone } from "../../ui/api/fault.ts"
import { Button } from "../../ui/parts/button.tsx"
import { address, date } from "../../ui/values/format.ts"
import { Page, pageInstead } from "../../ui/page/page.tsx"
import { useGet } from "../../ui/state/query.ts"
import { FactList } from "../../ui/parts/fact-list.tsx"
import { Access } from "./access.tsx"
import { Edit } from "./edit.tsx"
import { kindOf, TenantState } from "./words.tsx"

const BACK = { href: "/firmen", label: "Firmen" }

/** One company, as its operator sees it: who it is, and whether its people get in. */
export default function FirmaPage({ params }: { params: Record<string, string> }) {
  const id = params["id"] ?? ""
  const { data: tenant, error } = useGet("/api/tenants/{id}", { path: { id } })
  if (!tenant || isGone(error)) {
    return pageInstead({ error, name: "Firma", what: "Diese Firma gibt es nicht", back: BACK })
  }
  return (
    <Page
      title={tenant.name}
      back={BACK}
      beside={<TenantState tenant={tenant} />}
      actions={
        <Button look="primary" icon="key" onPress={() => actForTenant(tenant)}>
          Für diese Firma handeln
        </Button>
      }
    >
      <div className="forms">
        <FactList
          rows={[
            ["Art", kindOf(tenant)],
            ["Anschrift", address(tenant)],
            ["Erreichbar", [tenant.telefon, tenant.email].filter(Boolean).join(", ")],
            ["Angelegt", date(tenant.erstellt_am)],
          ]}
        />
        <Access tenant={tenant} />
        <WarnsOfUnsaved value>
          <Edit tenant={tenant} />
        </WarnsOfUnsaved>
      </div>
    </Page>
  )
}
