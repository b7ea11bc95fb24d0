import { useState } from "react"
import { Link } from "react-aria-components"
import { isId, isMonth } from "../../ui/state/address.ts"
import { messageOf } from "../../ui/api/fault.ts"
import { Button, ButtonLink } from "../../ui/parts/button.tsx"
import { Confirm } from "../../ui/dialogs/dialog.tsx"
import { Choice } from "../../ui/fields/field.tsx"
import { euro, pieces, today } from "../../ui/values/format.ts"
import { Job, Jobs, order } from "../../ui/records/job.tsx"
import { daysOf, monthBefore, monthInWords, monthsBefore } from "../../ui/values/month.ts"
import { Page } from "../../ui/page/page.tsx"
import { type EndlessList, refresh, useList } from "../../ui/state/query.ts"
import { Table } from "../../ui/tables/table.tsx"
import { toast } from "../../ui/parts/toast.tsx"
import { useParam } from "../../ui/state/url.ts"
import { BriefkopfFehlt } from "./briefkopf.tsx"
import { columns, type Zeile } from "./lauf-columns.tsx"

/** A month for all customers: seen before, done by a job, found again. */
export default function LaufPage() {
  const [monat, setMonat] = useParam("monat", isMonth, monthBefore(today()))
  const [auftrag, setAuftrag] = useParam("auftrag", isId)
  const days = daysOf(monat)
  const list = useList("/api/abrechnungen/lauf", { query: { bis: days.bis, total: true, limit: 100 } })
  const over = (): void =>
    void refresh("/api/abrechnungen", "/api/auftraege", "/api/belege", "/api/datev/pruefung")
  return (
    <Page
      title="Monat abrechnen"
      back={{ href: "/abrechnungen", label: "Abrechnungen" }}
      actions={<Run monat={monat} list={list} began={setAuftrag} />}
    >
      <div className="lauf">
        <BriefkopfFehlt />
        {auftrag && <Job key={auftrag} id={auftrag} onOver={over} />}
        <section aria-labelledby="vorschau">
          <div className="lauf-head">
            <h2 id="vorschau">Vorschau</h2>
            <Choice
              label="Monat"
              value={monat}
              onChange={setMonat}
              options={monthsBefore(today(), 1, monat)}
              bare
            />
            <p className="count" role="status">
              {countOf(list)}
            </p>
          </div>
          <p className="muted">
            Abgerechnet wird, was bis zum Monatsende erfasst ist und noch in keiner geltenden Abrechnung
            steht, für Kunden mit monatlicher Abrechnung. Was später erfasst wird, kommt in den nächsten
            Monat.
          </p>
          <Obstacles items={obstaclesOf(list)} />
          <div className="lauf-table">
            <Table
              label="Vorschau"
              columns={columns}
              list={list}
              href={({ kunde_id }) => `/kunden/${kunde_id}`}
              place={`lauf ${monat}`}
              empty={<Nothing monat={monat} />}
            />
          </div>
        </section>
        <Jobs arten={["abrechnungslauf"]} href={(id) => `/abrechnungen/lauf?auftrag=${id}`} />
      </div>
    </Page>
  )
}

type Preview = Pick<EndlessList<Zeile>, "items" | "total" | "hasMore">

const obstaclesOf = ({ items }: Preview): Zeile[] => items.filter(({ hindernis }) => hindernis !== null)

/** @returns the number of customers, what they come to where all of them are here, and how many cannot be settled */
function countOf(list: Preview): string {
  const { items, total, hasMore } = list
  if (total === undefined) return ""
  const obstacles = obstaclesOf(list).length
  const sum = items.reduce((all, { betrag_cent }) => all + betrag_cent, 0)
  return [
    `${pieces(total)} ${total === 1 ? "Kunde" : "Kunden"}`,
    ...(hasMore || total === 0 ? [] : [`zusammen ${euro(sum)}`]),
    ...(obstacles > 0 ? [`${pieces(obstacles)} mit Hindernis`] : []),
  ].join(", ")
}

type RunProps = { monat: string; list: Preview; began: (auftrag: string) => void }

/** The button that settles the month, after a question. */
function Run({ monat, list, began }: RunProps) {
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const run = async (): Promise<void> => {
    setAsked(false)
    setBusy(true)
    try {
      const { id } = await order("abrechnungslauf", daysOf(monat))
      began(id)
      await refresh("/api/auftraege")
    } catch (error) {
      toast(messageOf(error), { bad: true })
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button
        look="primary"
        icon="settle"
        isPending={busy}
        isDisabled={list.items.length === 0}
        onPress={() => setAsked(true)}
      >
        {monthInWords(monat)} abrechnen …
      </Button>
      <Confirm
        title={`${monthInWords(monat)} abrechnen?`}
        action="Abrechnen"
        isOpen={asked}
        onClose={() => setAsked(false)}
        run={() => void run()}
      >
        <p>
          Für {pieces(list.total ?? 0)} Kunden entstehen Abrechnungen mit fortlaufenden Nummern. Sie sind
          unveränderlich; eine falsche wird später durch einen Gegenbeleg aufgehoben. Der Lauf darf wiederholt
          werden: niemand wird zweimal abgerechnet.
        </p>
      </Confirm>
    </>
  )
}

/** Why some would be passed over, in full. */
function Obstacles({ items }: { items: Zeile[] }) {
  if (items.length === 0) return null
  return (
    <>
      <h3>Was im Weg steht</h3>
      <ul className="lines">
        {items.slice(0, 20).map(({ id, name, hindernis }) => (
          <li key={id}>
            <Link href={`/kunden/${id}`}>{name}</Link>
            <span className="wide">{hindernis}</span>
          </li>
        ))}
      </ul>
      {items.length > 20 && <p className="muted">Die ersten 20 von {pieces(items.length)}.</p>}
    </>
  )
}

const Nothing = ({ monat }: { monat: string }) => (
  <>
    <p>Für {monthInWords(monat)} ist nichts offen: kein Kunde mit monatlicher Abrechnung hat etwas.</p>
    <ButtonLink href="/abrechnungen">Was schon abgerechnet ist</ButtonLink>
  </>
)
