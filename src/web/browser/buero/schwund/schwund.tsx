import { Link } from "react-aria-components"
import { among } from "../../ui/state/address.ts"
import { Choice } from "../../ui/fields/field.tsx"
import { FileButton } from "../../ui/parts/file-button.tsx"
import { today } from "../../ui/values/format.ts"
import { Page } from "../../ui/page/page.tsx"
import { useList } from "../../ui/state/query.ts"
import { Segments } from "../../ui/parts/segments.tsx"
import { Table } from "../../ui/tables/table.tsx"
import { useParam } from "../../ui/state/url.ts"
import { articles, customers, devices } from "./columns.tsx"

const views = [
  { id: "artikel", label: "Artikel" },
  { id: "kunden", label: "Kunden" },
  { id: "geraete", label: "Verlorene Geräte" },
] as const

const thisYear = (): number => Number(today().slice(0, 4))
const yearsUntil = (last: number) =>
  Array.from({ length: 6 }, (_, i) => ({ id: String(last - i), label: String(last - i) }))

/** Loss report: pieces bought, left and missing, per article and customer, and missing devices. */
export default function SchwundPage() {
  const now = thisYear()
  const years = yearsUntil(now)
  const [jahr, setJahr] = useParam("jahr", among(years), String(now))
  const [was, setWas] = useParam("was", among(views), "artikel")
  const query = { jahr: Number(jahr) }
  return (
    <Page
      title="Schwund"
      kind="full"
      actions={
        was === "geraete" ? undefined : (
          <FileButton
            path={was === "artikel" ? "/api/schwund/liste.csv" : "/api/schwund/kunden.csv"}
            input={{ query }}
            icon="down"
            label={`${was === "artikel" ? "Artikel" : "Kunden"} ${jahr} als CSV speichern`}
          >
            CSV
          </FileButton>
        )
      }
    >
      <div className="filters">
        <Segments label="Was" value={was} onChange={setWas} options={views} />
        {was !== "geraete" && <Choice label="Jahr" value={jahr} onChange={setJahr} options={years} bare />}
        <p className="count">
          {was === "artikel" && "Gekauft, gefehlt und verloren: im Jahr. Bestände: heute."}
          {was === "kunden" &&
            `Was Kunden am ${jahr === String(now) ? "heutigen Tag" : "31.12."} hatten, und was im Jahr als verloren gebucht wurde. Gebucht wird es beim Kunden, unter „Bestand“.`}
        </p>
      </div>
      {was === "artikel" && <Articles jahr={Number(jahr)} />}
      {was === "kunden" && <Customers jahr={Number(jahr)} />}
      {was === "geraete" && <Devices />}
    </Page>
  )
}

const Articles = ({ jahr }: { jahr: number }) => (
  <Table
    label="Schwund je Artikel"
    columns={articles}
    list={useList("/api/schwund", { query: { jahr, limit: 100 } })}
    href={({ id }) => `/artikel/${id}`}
    empty={
      <p>
        Hier steht, was bei <Link href="/inventuren">Inventuren</Link> gefehlt hat, neben dem, was gekauft
        wurde.
      </p>
    }
  />
)

const Customers = ({ jahr }: { jahr: number }) => (
  <Table
    label="Was Kunden haben"
    columns={customers}
    list={useList("/api/schwund/kunden", { query: { jahr, limit: 50 } })}
    href={({ kunde_id }) => `/kunden/${kunde_id}`}
    empty={<p>Noch hat kein Kunde etwas.</p>}
  />
)

const Devices = () => (
  <Table
    label="Verlorene Geräte"
    columns={devices}
    list={useList("/api/geraete", { query: { status: "verloren", limit: 100 } })}
    href={({ id }) => `/geraete/${id}`}
    empty={<p>Kein Gerät gilt als verloren.</p>}
  />
)
