import { type ReactNode, useState } from "react"
import { Link } from "react-aria-components"
import { isId, isMonth } from "../../ui/state/address.ts"
import { messageOf } from "../../ui/api/fault.ts"
import { Badge } from "../../ui/parts/badge.tsx"
import { Button, ButtonLink } from "../../ui/parts/button.tsx"
import { Confirm } from "../../ui/dialogs/dialog.tsx"
import { Choice } from "../../ui/fields/field.tsx"
import { euro, pieces, today } from "../../ui/values/format.ts"
import { Job, Jobs, order } from "../../ui/records/job.tsx"
import { daysOf, monthBefore, monthInWords, monthsBefore } from "../../ui/values/month.ts"
import { Page } from "../../ui/page/page.tsx"
import { type Item, refresh, useList } from "../../ui/state/query.ts"
import { Table, type TableColumn } from "../../ui/tables/table.tsx"
import { toast } from "../../ui/parts/toast.tsx"
import { useParam } from "../../ui/state/url.ts"
import { BriefkopfFehlt } from "./briefkopf.tsx"
import { formen } from "./words.ts"

type Zeile = Item<"/api/abrechnungen/lauf">

/** More than a fifth and more than twenty euros apart from the month before: worth a look. */
const isOdd = ({ betrag_cent, vormonat_cent }: Zeile): boolean => {
  if (vormonat_cent === null) return false
  const apart = Math.abs(betrag_cent - vormonat_cent)
  return apart > 2_000 && apart > Math.abs(vormonat_cent) / 5
}

const difference = ({ betrag_cent, vormonat_cent }: Zeile): string => {
  if (vormonat_cent === null) return "neu"
  const apart = betrag_cent - vormonat_cent
  return apart > 0 ? `+${euro(apart)}` : euro(apart)
}

const columns: TableColumn<Zeile>[] = [
  {
    id: "name",
    card: "head",
    label: "Kunde",
    width: "3fr",
    cell: ({ name }) => <strong title={name}>{name}</strong>,
  },
  {
    id: "nummer",
    card: "line",
    label: "Nummer",
    width: 100,
    cell: ({ kundennummer }) => kundennummer,
    from: 1100,
  },
  {
    id: "buchungen",
    label: "Buchungen",
    width: 116,
    cell: ({ buchungen, hindernis }) => (hindernis ? "" : pieces(buchungen)),
    figures: true,
    from: 1180,
  },
  {
    id: "vormonat",
    label: "Vormonat",
    width: 120,
    cell: ({ vormonat_cent }) => (vormonat_cent === null ? "–" : euro(vormonat_cent)),
    figures: true,
    from: 700,
  },
  {
    id: "unterschied",
    label: "Unterschied",
    width: 120,
    cell: (zeile) => (zeile.hindernis ? "" : difference(zeile)),
    figures: true,
    from: 700,
  },
  {
    id: "betrag",
    card: "end",
    label: "Betrag",
    width: 120,
    cell: ({ betrag_cent, hindernis }) => (hindernis ? "–" : euro(betrag_cent)),
    figures: true,
  },
  {
    id: "form",
    card: "line",
    label: "Form",
    width: 110,
    cell: ({ form }) => form && formen[form],
    from: 820,
  },
  {
    id: "stand",
    card: "line",
    label: "Hinweis",
    width: 130,
    cell: hintOf,
    from: 480,
  },
]

function hintOf(zeile: Zeile): ReactNode {
  if (zeile.hindernis) return <Badge tone="bad">Geht nicht</Badge>
  return isOdd(zeile) ? <Badge tone="warn">Auffällig</Badge> : null
}

/** A month for all customers: seen before, done by a job, found again. */
export default function LaufPage() {
  const [monat, setMonat] = useParam("monat", isMonth, monthBefore(today()))
  const [auftrag, setAuftrag] = useParam("auftrag", isId)
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const days = daysOf(monat)
  const list = useList("/api/abrechnungen/lauf", { query: { bis: days.bis, total: true, limit: 100 } })
  const obstacles = list.items.filter(({ hindernis }) => hindernis !== null)
  const sum = list.items.reduce((all, { betrag_cent }) => all + betrag_cent, 0)
  const run = async (): Promise<void> => {
    setAsked(false)
    setBusy(true)
    try {
      const { id } = await order("abrechnungslauf", days)
      setAuftrag(id)
      await refresh("/api/auftraege")
    } catch (error) {
      toast(messageOf(error), { bad: true })
    } finally {
      setBusy(false)
    }
  }
  const over = (): void =>
    void refresh("/api/abrechnungen", "/api/auftraege", "/api/belege", "/api/datev/pruefung")
  return (
    <Page
      title="Monat abrechnen"
      back={{ href: "/abrechnungen", label: "Abrechnungen" }}
      actions={
        <Button
          look="primary"
          icon="settle"
          isPending={busy}
          isDisabled={list.items.length === 0}
          onPress={() => setAsked(true)}
        >
          {monthInWords(monat)} abrechnen …
        </Button>
      }
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
              {list.total !== undefined &&
                `${pieces(list.total)} ${list.total === 1 ? "Kunde" : "Kunden"}` +
                  (list.hasMore || list.total === 0 ? "" : `, zusammen ${euro(sum)}`) +
                  (obstacles.length > 0 ? `, ${pieces(obstacles.length)} mit Hindernis` : "")}
            </p>
          </div>
          <p className="muted">
            Abgerechnet wird, was bis zum Monatsende erfasst ist und noch in keiner geltenden Abrechnung
            steht, für Kunden mit monatlicher Abrechnung. Was später erfasst wird, kommt in den nächsten
            Monat.
          </p>
          <Obstacles items={obstacles} />
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
    </Page>
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
