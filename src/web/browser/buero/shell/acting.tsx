import { useAccount } from "../../ui/session/account.tsx"
import { actingTenant, changeTo } from "../../ui/api/acting.ts"
import { Button } from "../../ui/parts/button.tsx"

/** Always in sight of a super administrator who acts for a company. */
export function ActingBanner() {
  const account = useAccount()
  const tenant = actingTenant()
  if (account.rolle !== "superadmin" || !tenant) return null
  return (
    <div className="banner acting no-print" role="note">
      <p>
        Sie handeln für <strong>{tenant.name}</strong>.
      </p>
      <Button onPress={() => changeTo(undefined)}>Andere Firma wählen</Button>
    </div>
  )
}
