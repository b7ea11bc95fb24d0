import { changeTo } from "../../ui/acting.ts"
import { isGone, messageOf } from "../../ui/api/fault.ts"
import { Button } from "../../ui/button.tsx"
import { address, date } from "../../ui/format.ts"
import { NotFound, Page } from "../../ui/page.tsx"
import { useGet } from "../../ui/query.ts"
import { Access } from "./access.tsx"
import { Edit } from "./edit.tsx"
import { kindOf, TenantState } from "./words.tsx"

const BACK = { href: "/firmen", label: "Firmen" }

/** One company, as its operator sees it: who it is, and whether its people get in. */
export default function FirmaPage({ params }: { params: Record<string, string> }) {
  const id = params["id"] ?? ""
  const { data: tenant, error } = useGet("/api/tenants/{id}", { path: { id } })
  if (isGone(error)) return <NotFound what="Diese Firma gibt es nicht" back={BACK} />
  if (!tenant) {
    return (
      <Page title={error ? "Firma" : " "} back={BACK}>
        {error && <p role="alert">{messageOf(error)}</p>}
      </Page>
    )
  }
  return (
    <Page
      title={tenant.name}
      back={BACK}
      beside={<TenantState tenant={tenant} />}
      actions={
        <Button look="primary" icon="key" onPress={() => changeTo(tenant)}>
          Für diese Firma handeln
        </Button>
      }
    >
      <div className="tenant">
        <dl className="facts">
          <div>
            <dt>Art</dt>
            <dd>{kindOf(tenant)}</dd>
          </div>
          <div>
            <dt>Anschrift</dt>
            <dd>{address(tenant) || "–"}</dd>
          </div>
          <div>
            <dt>Erreichbar</dt>
            <dd>{[tenant.telefon, tenant.email].filter(Boolean).join(", ") || "–"}</dd>
          </div>
          <div>
            <dt>Angelegt</dt>
            <dd>{date(tenant.erstellt_am)}</dd>
          </div>
        </dl>
        <Access tenant={tenant} />
        <Edit key={tenant.version} tenant={tenant} />
      </div>
    </Page>
  )
}
