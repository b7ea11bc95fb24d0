import { memo, useDeferredValue } from "react"
import { messageOf } from "../../ui/api/fault.ts"
import { Button, ButtonLink } from "../../ui/parts/button.tsx"
import { dateInWords } from "../../ui/values/format.ts"
import { Page } from "../../ui/page/page.tsx"
import { useGet } from "../../ui/state/query.ts"
import { Articles } from "./articles.tsx"
import { Balances } from "./balances.tsx"
import { Deposit } from "./deposit.tsx"
import { FirstSteps } from "./first-steps.tsx"
import type { Today } from "./model.ts"
import { Safety } from "./safety.tsx"
import { Tours } from "./tours.tsx"
import { Undone } from "./undone.tsx"

/** Overview: the day's tours as they happen, undone work, deposit out. */
export default function TodayPage() {
  const { data: today, error, refetch } = useGet("/api/heute", {}, { watch: true })
  // Drawn in slices, between which the page responds.
  const shown = useDeferredValue(today)
  return (
    <Page
      title="Heute"
      beside={today && <span className="muted">{dateInWords(today.datum)}</span>}
      actions={
        <>
          <ButtonLink icon="plus" href="/lieferungen/neu">
            Neue Lieferung
          </ButtonLink>
          <ButtonLink look="primary" icon="returns" href="/buchen">
            Rückgabe buchen
          </ButtonLink>
        </>
      }
    >
      {error && !today && (
        <div className="empty">
          <p role="alert">{messageOf(error)}</p>
          <Button onPress={() => void refetch()}>Noch einmal versuchen</Button>
        </div>
      )}
      {shown && <Overview heute={shown} />}
      {!shown && !error && <Skeleton />}
    </Page>
  )
}

const Overview = memo(({ heute }: { heute: Today }) => (
  <div className="heute">
    <FirstSteps done={heute.erste_schritte} />
    <div className="heute-work">
      <Tours heute={heute} />
      <Undone heute={heute} />
      <Articles pfand={heute.pfand} />
    </div>
    <div className="heute-figures">
      <Deposit heute={heute} />
      <Balances title="Größte Salden" saldi={heute.groesste_salden} />
      <Balances title="Am längsten draußen" about="Ohne Geräte" saldi={heute.aeltestes_leergut} />
      <Safety heute={heute} />
    </div>
  </div>
))

/** Placeholder in the shape of the page that is being loaded. */
const Skeleton = () => (
  <div className="heute waiting" role="status" aria-busy="true" aria-label="Lädt">
    <div className="skeleton" />
    <div className="skeleton" />
  </div>
)
