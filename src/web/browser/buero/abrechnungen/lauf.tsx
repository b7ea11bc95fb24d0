import { useState } from "react"
import { Link } from "react-aria-components"
import { isId, isMonth } from "../../ui/state/address.ts"
import { ButtonLink } from "../../ui/parts/button.tsx"
import { Choice } from "../../ui/fields/field.tsx"
import { euro, pieces, plural, today } from "../../ui/values/format.ts"
import { Job, Jobs } from "../../ui/records/job.tsx"
import { daysOf, monthBefore, monthInWords, monthsBefore } from "../../ui/values/month.ts"
import { Page } from "../../ui/page/page.tsx"
import { useList } from "../../ui/state/list.ts"
import { refreshAll, useGet } from "../../ui/state/query.ts"
import { Table } from "../../ui/tables/table.tsx"
import { useParam } from "../../ui/state/url.ts"
import { LetterheadMissing } from "./letterhead-missing.tsx"
import { columns, type Laufzeile } from "./lauf-columns.tsx"
import { countOf, obstaclesOf, Run } from "./lauf-run.tsx"

/** Settles a month for all customers: a preview, the job that does it, and earlier jobs. */
export default function LaufPage() {
  const [monat, setMonat] = useParam("monat", isMonth, monthBefore(today()))
  const [auftrag, setAuftrag] = useParam("auftrag", isId)
  const days = daysOf(monat)
  const list = useList("/api/abrechnungen/lauf", { query: { bis: days.bis, total: true, limit: 100 } })
  const { data: sum } = useGet(
    "/api/abrechnungen/lauf/summe",
    { query: { bis: days.bis } },
    { enabled: list.hasMore },
  )
  const { isRunning, over } = useRun(auftrag)
  const left = useLeftOpen(days.bis)
  return (
    <Page
      title="Monat abrechnen"
      back={{ href: "/abrechnungen", label: "Abrechnungen" }}
      actions={
        <Run
          key={monat}
          monat={monat}
          list={list}
          sum={list.hasMore ? sum : undefined}
          isDisabled={isRunning}
          began={setAuftrag}
        />
      }
    >
      <div className="lauf">
        <LetterheadMissing />
        {auftrag && <Job key={auftrag} id={auftrag} onOver={() => void over()} />}
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
              {isRunning ? "" : countOf(list, sum)}
            </p>
          </div>
          <p className="muted">
            Abgerechnet wird, was bis zum Monatsende erfasst ist und noch in keiner geltenden Abrechnung
            steht, für Kunden mit monatlicher Abrechnung. Was später erfasst wird, kommt in den nächsten
            Monat.
          </p>
          {left && !isRunning && (
            <p className="remark">
              {left.total === 1
                ? "Ein Kunde, der je Lieferung abgerechnet wird, hat"
                : `${pieces(left.total)} Kunden, die je Lieferung abgerechnet werden, haben`}{" "}
              auch etwas offen: <a href={`#${LEFT_OPEN}`}>siehe unten</a>.
            </p>
          )}
          {isRunning ? (
            <p role="status">Gerade wird abgerechnet. Danach steht hier, was dann noch offen ist.</p>
          ) : (
            <>
              <Obstacles items={obstaclesOf(list)} number={list.hasMore ? sum?.hindernisse : undefined} />
              <div className="lauf-table">
                <Table
                  label="Vorschau"
                  columns={columns}
                  list={list}
                  href={({ kunde_id }) => `/kunden/${kunde_id}`}
                  empty={<Nothing monat={monat} />}
                />
              </div>
            </>
          )}
        </section>
        {left && !isRunning && <LeftOpen {...left} />}
        <Jobs arten={["abrechnungslauf"]} href={(id) => `/abrechnungen/lauf?auftrag=${id}`} />
      </div>
    </Page>
  )
}

/** @returns whether a run is under way: until the preview has been read again after it; `over` does that */
function useRun(auftrag: string): { isRunning: boolean; over: () => Promise<void> } {
  const [read, setRead] = useState("")
  const { error } = useGet("/api/auftraege/{id}", { path: { id: auftrag } }, { enabled: auftrag !== "" })
  const over = async (): Promise<void> => {
    await refreshAll()
    setRead(auftrag)
  }
  return { isRunning: auftrag !== "" && read !== auftrag && !error, over }
}

type ObstaclesProps = { items: Laufzeile[]; number: number | undefined }

/** Customers who cannot be settled, each with the reason. `number`: how many they are, if not all of them are here. */
function Obstacles({ items, number = items.length }: ObstaclesProps) {
  const shown = items.slice(0, 20)
  const rest = number - shown.length
  if (shown.length === 0 && rest <= 0) return null
  return (
    <>
      <h3>Was im Weg steht</h3>
      <ul className="lines">
        {shown.map(({ id, name, hindernis }) => (
          <li key={id}>
            <Link href={`/kunden/${id}`}>{name}</Link>
            <span className="wide">{hindernis}</span>
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <p className="muted">Weiter unten in der Vorschau: noch {plural(rest, "Kunde", "Kunden")}.</p>
      )}
    </>
  )
}

const LEFT_OPEN = "ohne-lauf"

type Left = { items: readonly Laufzeile[]; total: number }

/** @returns what no run settles: customers settled with each delivery who have something open; undefined without any */
function useLeftOpen(bis: string): Left | undefined {
  const query = { bis, abrechnung: "je_lieferung", total: true, limit: 20 } as const
  const { data } = useGet("/api/abrechnungen/lauf", { query })
  return data?.total ? { items: data.items, total: data.total } : undefined
}

function LeftOpen({ items, total }: Left) {
  return (
    <section aria-labelledby={LEFT_OPEN}>
      <h2 id={LEFT_OPEN}>Offen bei Kunden, die je Lieferung abgerechnet werden</h2>
      <p className="muted">
        Bis zum Monatsende gebucht und noch nicht abgerechnet: ohne Lieferung, oder bei der Lieferung fehlte
        etwas dafür. Der Lauf rechnet es nicht ab. Das tut ihre nächste Lieferung, oder „Jetzt abrechnen“ auf
        ihrer Seite.
      </p>
      <ul className="lines">
        {items.map(({ id, name, hindernis, betrag_cent }) => (
          <li key={id}>
            <Link href={`/kunden/${id}`}>{name}</Link>
            <span className="wide">{hindernis ?? euro(betrag_cent)}</span>
          </li>
        ))}
      </ul>
      {total > items.length && (
        <p className="muted">
          Die ersten {pieces(items.length)} von {pieces(total)}.
        </p>
      )}
    </section>
  )
}

const Nothing = ({ monat }: { monat: string }) => (
  <>
    <p>Für {monthInWords(monat)} ist nichts offen: kein Kunde mit monatlicher Abrechnung hat etwas.</p>
    <ButtonLink href={`/abrechnungen?zeitraum=${monat}`}>Was schon abgerechnet ist</ButtonLink>
  </>
)
