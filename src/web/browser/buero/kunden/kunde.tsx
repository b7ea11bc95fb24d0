import { useState } from "react"
import { Link } from "react-aria-components"
import { among, isDay } from "../../ui/state/address.ts"
import { isGone, messageOf } from "../../ui/api/fault.ts"
import { Badge } from "../../ui/parts/badge.tsx"
import { NotFound, Page } from "../../ui/page/page.tsx"
import { useAccount } from "../../ui/session/account.tsx"
import { useGet } from "../../ui/state/query.ts"
import { useParam } from "../../ui/state/url.ts"
import { InOrder } from "../../ui/page/in-order.tsx"
import { later } from "../../ui/parts/later.tsx"
import { Balance } from "./balance.tsx"
import { Contact } from "./contact.tsx"
import { Deliveries } from "./deliveries.tsx"
import { Actions } from "./actions.tsx"
import { Events } from "./events.tsx"
import { History } from "../../ui/records/history.tsx"
import { Papers } from "./papers.tsx"
import { Pictures } from "./pictures.tsx"
import { RegularDays } from "./regular.tsx"
import { Settlements } from "./settlements.tsx"
import { Standorte } from "./standorte.tsx"
import { Stock } from "./stock.tsx"

const Edit = later(() => import("./edit.tsx").then((part) => part.Edit))
const Settle = later(() => import("./settle.tsx").then((part) => part.Settle))
const Lose = later(() => import("./lose.tsx").then((part) => part.Lose))
const HandOut = later(() => import("./hand-out.tsx").then((part) => part.HandOut))

const BACK = { href: "/kunden", label: "Kunden" }

/** Actions in the log that only customers have. */
const verbs = {
  auskunft_erteilt: "Auskunft über die Person erteilt",
  person_geloescht: "Angaben zur Person gelöscht",
}

/** The page for telephone calls: who the customer is, what they have, and what happened last. */
export default function KundePage({ params }: { params: Record<string, string> }) {
  const id = params["id"] ?? ""
  const { rolle } = useAccount()
  const [edits, setEdits] = useState(false)
  const [panel, setPanel] = useParam(
    "panel",
    among([{ id: "ausgabe" }, { id: "abrechnen" }, { id: "verlust" }, { id: "liefertag" }]),
  )
  const [bis, setBis] = useParam("bis", isDay)
  const { data: kunde, error } = useGet("/api/kunden/{id}", { path: { id } }, { watch: true })
  const konto = useGet("/api/kunden/{id}/pfandkonto", { path: { id } }, { watch: true })
  if (isGone(error)) return <NotFound what="Diesen Kunden gibt es nicht" back={BACK} />
  const actions = (
    <Actions id={id} kunde={kunde} onHandOut={() => setPanel("ausgabe")} onEdit={() => setEdits(true)} />
  )
  if (!kunde) {
    return (
      <Page title={error ? "Kunde" : " "} back={BACK} actions={!error && actions}>
        {error && <p role="alert">{messageOf(error)}</p>}
      </Page>
    )
  }
  return (
    <Page
      title={kunde.name}
      back={BACK}
      beside={
        <>
          <span className="muted">{kunde.kundennummer}</span>
          {kunde.aktiv === 0 && <Badge tone="warn">Inaktiv</Badge>}
        </>
      }
      actions={actions}
    >
      <div className="record kunde">
        <div className="record-main kunde-main">
          <InOrder
            sections={[
              <Balance key="saldo" konto={konto.data} kunde={kunde} onSettle={() => setPanel("abrechnen")} />,
              <Stock key="bestand" konto={konto.data} onLose={() => setPanel("verlust")} />,
              <Events key="bewegungen" id={id} />,
              <Deliveries key="lieferungen" id={id} />,
              <RegularDays
                key="liefertage"
                kunde={kunde}
                isAsked={panel === "liefertag"}
                onAgreed={() => setPanel("")}
              />,
              <Settlements key="abrechnungen" id={id} />,
              <Papers key="belege" id={id} since={kunde.erstellt_am} />,
            ]}
          />
        </div>
        <aside className="record-side kunde-side" aria-label="Angaben zum Kunden">
          <Contact kunde={kunde} onEdit={() => setEdits(true)} />
          <InOrder
            sections={[
              <Standorte key="standorte" id={id} />,
              <Pictures key="bilder" id={id} />,
              <History key="verlauf" tabelle="kunden" id={id} verbs={verbs} limit={5}>
                <Link href={`/belege?kunde=${id}`}>Briefe an diesen Kunden</Link>
              </History>,
            ]}
          />
        </aside>
      </div>
      {panel === "ausgabe" && !edits && <HandOut kunde={kunde} onClose={() => setPanel("")} />}
      {panel === "abrechnen" && !edits && (
        <Settle
          key={bis}
          kunde={kunde}
          bis={bis}
          onEdit={() => setEdits(true)}
          onClose={() => {
            setPanel("")
            setBis("")
          }}
        />
      )}
      {panel === "verlust" && !edits && konto.data && rolle !== "user" && (
        <Lose kunde={kunde} konto={konto.data} onClose={() => setPanel("")} />
      )}
      {edits && <Edit kunde={kunde} onClose={() => setEdits(false)} />}
    </Page>
  )
}
