import { Link } from "react-aria-components"
import { useAccount } from "../../ui/session/account.tsx"
import { among } from "../../ui/state/address.ts"
import { Page } from "../../ui/page/page.tsx"
import { useGet } from "../../ui/state/query.ts"
import { useParam } from "../../ui/state/url.ts"
import { kinds } from "./kinds.ts"
import { Step } from "./step.tsx"

/** Imports of a new company, one kind after the other. */
export default function SetUp() {
  const isAdmin = useAccount().rolle !== "user"
  const { data } = useGet("/api/einrichtung", {})
  const steps = kinds.filter(({ admins }) => isAdmin || !admins)
  const [chosen, choose] = useParam("schritt", among(kinds), steps[0]?.id ?? "kunden")
  const at = Math.max(
    0,
    steps.findIndex(({ id }) => id === chosen),
  )
  const step = steps[at]
  const next = steps[at + 1]
  const kind = data?.arten.find(({ art }) => art === step?.id)
  return (
    <Page title="Einrichten">
      <div className="einrichten">
        <nav aria-label="Schritte" className="no-print">
          <ol>
            {steps.map(({ id, many }, i) => (
              <li key={id}>
                <Link
                  href={`/einrichten?schritt=${id}`}
                  className={id === step?.id ? "step here" : "step"}
                  aria-current={id === step?.id ? "step" : undefined}
                >
                  <span className="nr">{i + 1}</span>
                  {many}
                </Link>
              </li>
            ))}
          </ol>
        </nav>
        {step && kind && (
          <Step key={step.id} words={step} kind={kind} next={next} goOn={() => next && choose(next.id)} />
        )}
      </div>
    </Page>
  )
}
