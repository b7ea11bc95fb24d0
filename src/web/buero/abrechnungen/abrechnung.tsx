import { useState } from "react"
import { Link } from "react-aria-components"
import { useAccount } from "../../ui/account.tsx"
import { ApiFault, messageOf } from "../../ui/api/fault.ts"
import { Badge } from "../../ui/badge.tsx"
import { Button } from "../../ui/button.tsx"
import { FileButton } from "../../ui/file-button.tsx"
import { date, euro } from "../../ui/format.ts"
import { NotFound, Page } from "../../ui/page.tsx"
import { useGet } from "../../ui/query.ts"
import { Cancel } from "./cancel.tsx"
import { Positions } from "./positions.tsx"
import { Taxes } from "./taxes.tsx"
import type { Abrechnung } from "./words.ts"

const BACK = { href: "/abrechnungen", label: "Abrechnungen" }

/** One settlement or counter-document: what moved, its taxes, and what is to be paid. */
export default function AbrechnungPage({ params }: { params: Record<string, string> }) {
  const id = params["id"] ?? ""
  const { rolle } = useAccount()
  const [cancels, setCancels] = useState(false)
  const { data, error } = useGet("/api/abrechnungen/{id}", { path: { id } })
  if (error instanceof ApiFault && (error.status === 404 || error.status === 400)) {
    return <NotFound what="Diese Abrechnung gibt es nicht" />
  }
  if (!data) {
    return (
      <Page title={error ? "Abrechnung" : " "} back={BACK}>
        {error && <p role="alert">{messageOf(error)}</p>}
      </Page>
    )
  }
  const mayCancel = rolle !== "user" && data.art === "abrechnung" && data.storniert_durch === null
  return (
    <Page
      title={data.nummer}
      back={BACK}
      beside={
        data.art === "storno" ? (
          <Badge tone="warn">Storno</Badge>
        ) : data.storniert_durch ? (
          <Badge>Storniert</Badge>
        ) : (
          <Badge tone="good">Gilt</Badge>
        )
      }
      actions={
        <>
          {mayCancel && <Button onPress={() => setCancels(true)}>Stornieren …</Button>}
          <FileButton
            path="/api/abrechnungen/{id}/abrechnung.pdf"
            input={{ path: { id } }}
            look="primary"
            label={`${data.nummer} als PDF`}
          >
            PDF
          </FileButton>
        </>
      }
    >
      <div className="beside">
        <div className="beside-main movements-room">
          <Total abrechnung={data} />
          <Positions abrechnung={data} />
          <Taxes abrechnung={data} />
        </div>
        <Facts abrechnung={data} />
      </div>
      {cancels && <Cancel key={id} abrechnung={data} onClose={() => setCancels(false)} />}
    </Page>
  )
}

function Total({ abrechnung }: { abrechnung: Abrechnung }) {
  const { brutto_cent, storniert_durch, storno_von, grund, kunde_id, kunde_name } = abrechnung
  return (
    <section aria-label="Summe">
      <p className="muted">{brutto_cent < 0 ? "Gutschrift für" : "Zu zahlen von"}</p>
      <p>
        <Link href={`/kunden/${kunde_id}`}>{kunde_name}</Link>
      </p>
      <p className="figure">{euro(Math.abs(brutto_cent))}</p>
      {storniert_durch && (
        <p className="remark">
          Aufgehoben durch <Link href={`/abrechnungen/${storniert_durch.id}`}>{storniert_durch.nummer}</Link>.
          Ihre Buchungen sind wieder offen oder stehen in einer neuen Abrechnung.
        </p>
      )}
      {storno_von && (
        <p className="remark">
          Hebt <Link href={`/abrechnungen/${storno_von}`}>die Abrechnung</Link> mit denselben Beträgen auf.
          Grund: {grund}
        </p>
      )}
    </section>
  )
}

function Facts({ abrechnung }: { abrechnung: Abrechnung }) {
  const { von, bis, datum, kundennummer, preise, ust_verfahren, lieferung_id } = abrechnung
  const rows: [string, string][] = [
    ["Kundennummer", kundennummer],
    ["Zeitraum", `${date(von)} bis ${date(bis)}`],
    ["Ausgestellt", date(datum)],
    ["Entstanden", lieferung_id ? "mit einer Lieferung" : "im Büro"],
    ["Pfandbeträge", preise === "netto" ? "netto vereinbart" : "brutto vereinbart"],
    ["Umsatzsteuer", ust_verfahren === "laufend" ? "laufend" : "Jahresausgleich"],
  ]
  return (
    <aside className="beside-side" aria-labelledby="angaben">
      <h2 id="angaben">Angaben</h2>
      <dl className="facts">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {lieferung_id && <Link href={`/lieferungen/${lieferung_id}`}>Zur Lieferung</Link>}
      <p className="muted">
        Ein Beleg für die Rechnungsstellung, keine Rechnung. Er ist unveränderlich: das PDF ist immer
        dasselbe.
      </p>
    </aside>
  )
}
