import { useAccount } from "../../ui/session/account.tsx"
import { messageOf } from "../../ui/api/fault.ts"
import { Page } from "../../ui/page/page.tsx"
import { useGet } from "../../ui/state/query.ts"
import { Briefkopf } from "./briefkopf.tsx"
import { Datev } from "./datev.tsx"
import { Everything } from "./everything.tsx"
import { Fahrer } from "./fahrer.tsx"
import { Links } from "./links.tsx"
import { Steuern } from "./steuern.tsx"
import { Versand } from "./versand.tsx"

/** Settings of the company: its letterhead, taxes, links, e-mails, drivers and bookkeeping. */
export default function Firma() {
  const mayAll = useAccount().rolle !== "user"
  const tenant = useGet("/api/tenant", {})
  const fahrer = useGet("/api/fahrer/einstellungen", {})
  const datev = useGet("/api/datev/einstellungen", {})
  const versand = useGet("/api/versand", {}, { watch: true })
  const error = tenant.error ?? fahrer.error ?? datev.error ?? versand.error
  // All sections at once: one that came later would push away the section that the address names.
  if (!tenant.data || !fahrer.data || !datev.data || !versand.data) {
    return (
      <Page title="Firma">
        {error ? (
          <p role="alert">{messageOf(error)}</p>
        ) : (
          <div className="firma-waiting" aria-hidden="true" />
        )}
      </Page>
    )
  }
  const { name, slug } = tenant.data
  return (
    <Page title="Firma" beside={<span className="muted">{`${name} · Kürzel ${slug}`}</span>}>
      <div className="firma">
        <Briefkopf tenant={tenant.data} />
        <Steuern tenant={tenant.data} />
        <Links tenant={tenant.data} />
        <Versand versand={versand.data} />
        <Fahrer einstellungen={fahrer.data} />
        <Datev einstellungen={datev.data} />
        {mayAll && <Everything />}
      </div>
    </Page>
  )
}
