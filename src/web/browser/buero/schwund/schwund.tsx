import { useMemo } from "react"
import { Link } from "react-aria-components"
import { among } from "../../ui/state/address.ts"
import { FileButton } from "../../ui/parts/file-button.tsx"
import { ExcelButton } from "../../ui/lists/files.tsx"
import { filter } from "../../ui/lists/filter.tsx"
import { ListScreen } from "../../ui/lists/list-screen.tsx"
import { today } from "../../ui/values/format.ts"
import { Segments } from "../../ui/parts/segments.tsx"
import { useParam } from "../../ui/state/url.ts"
import { articles, customers, deposits, devices } from "./columns.tsx"

const views = [
  { id: "artikel", label: "Artikel" },
  { id: "kunden", label: "Kunden" },
  { id: "geraete", label: "Verlorene Geräte" },
  { id: "pfand", label: "Offenes Gerätepfand" },
] as const

const places = [
  { id: "alle", label: "Alle Geräte" },
  { id: "verloren", label: "Noch verloren" },
  { id: "woanders", label: "Wieder da oder woanders" },
] as const
const placeFilters = [filter.choice("ort", "Gerät", places)]

const thisYear = (): number => Number(today().slice(0, 4))
const yearsUntil = (last: number) =>
  Array.from({ length: 6 }, (_, i) => ({ id: String(last - i), label: String(last - i) }))

/** Loss report: pieces bought, left and missing, per article and customer, and missing devices. */
export default function SchwundPage() {
  const now = thisYear()
  const years = useMemo(() => yearsUntil(now), [now])
  const filters = useMemo(() => [filter.number("jahr", "Jahr", years, String(now))], [years, now])
  const [was, setWas] = useParam("was", among(views), "artikel")
  const [jahr] = useParam("jahr", among(years), String(now))
  const same = {
    title: "Schwund",
    before: <Segments label="Was" value={was} onChange={setWas} options={views} />,
  }
  const csv = (path: "/api/schwund/liste.csv" | "/api/schwund/kunden.csv", what: string, q?: string) => (
    <FileButton
      path={path}
      input={{ query: { jahr: Number(jahr), ...(q && { q }) } }}
      label={`${what} ${jahr} als CSV speichern`}
    >
      CSV
    </FileButton>
  )
  if (was === "artikel")
    return (
      <ListScreen
        key={was}
        {...same}
        label="Schwund je Artikel"
        path="/api/schwund"
        columns={articles}
        search="Artikel, Nummer, Strichcode"
        filters={filters}
        href={({ id }) => `/artikel/${id}`}
        renderActions={({ q }) => csv("/api/schwund/liste.csv", "Artikel", q)}
        about={
          <p className="count">
            Bestände: Stand heute. Alles andere: im gewählten Jahr; der Pfandwert gilt für den Tag der
            Inventur.
          </p>
        }
        empty={{
          renderFound: (q) => <p>Kein Artikel passt zu „{q}“.</p>,
          none: (
            <p>
              Hier steht, was bei <Link href="/inventuren">Inventuren</Link> gefehlt hat, neben dem, was
              gekauft wurde.
            </p>
          ),
        }}
      />
    )
  if (was === "kunden")
    return (
      <ListScreen
        key={was}
        {...same}
        label="Was Kunden haben"
        path="/api/schwund/kunden"
        columns={customers}
        search="Name, Nummer, Ort, Telefon"
        ranked="always"
        filters={filters}
        limit={50}
        href={({ kunde_id }) => `/kunden/${kunde_id}`}
        renderActions={({ q }) => csv("/api/schwund/kunden.csv", "Kunden", q)}
        about={
          <p className="count">
            {`Was Kunden am ${jahr === String(now) ? "heutigen Tag" : "31.12."} hatten, und was im Jahr als verloren gebucht wurde. Gebucht wird es beim Kunden, unter „Bestand“.`}
          </p>
        }
        empty={{
          renderFound: (q) => <p>Kein Kunde passt zu „{q}“.</p>,
          none: <p>Noch hat kein Kunde etwas.</p>,
        }}
      />
    )
  if (was === "pfand")
    return (
      <ListScreen
        key={was}
        {...same}
        label="Offenes Gerätepfand"
        path="/api/schwund/pfand"
        columns={deposits}
        filters={placeFilters}
        renderActions={(shown) => <ExcelButton path="/api/export/geraetepfand" filters={shown.filters} />}
        href={({ kunde_id }) => `/kunden/${kunde_id}`}
        about={
          <p className="count">
            Pfand von Geräten, die nicht bei dem Kunden sind: Sie gingen dort verloren, oder eine Korrektur
            hat es berechnet. Es bleibt bei ihm offen, bis es erstattet oder als Verlust gebucht ist, auch
            wenn das Gerät wieder da ist.
          </p>
        }
        empty={{
          filtered: "Kein offenes Pfand passt zu dieser Auswahl.",
          none: <p>Bei niemandem ist Pfand für ein Gerät offen, das er nicht hat.</p>,
        }}
      />
    )
  return (
    <ListScreen
      key={was}
      {...same}
      label="Verlorene Geräte"
      path="/api/schwund/geraete"
      columns={devices}
      search="Gerät, Nummer"
      ranked="always"
      href={({ id }) => `/geraete/${id}`}
      empty={{
        renderFound: (q) => <p>Kein verlorenes Gerät passt zu „{q}“.</p>,
        none: <p>Kein Gerät gilt als verloren.</p>,
      }}
    />
  )
}
