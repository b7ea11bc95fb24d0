import { useMemo } from "react"
import { among, isDay, isId } from "../../ui/state/address.ts"
import { ButtonLink } from "../../ui/parts/button.tsx"
import { Choice } from "../../ui/fields/field.tsx"
import { ArtikelFilter, KundeFilter, PeriodFilter, PersonFilter, ShowAll } from "../../ui/tables/filters.tsx"
import { Page } from "../../ui/page/page.tsx"
import { useList } from "../../ui/state/query.ts"
import { Table } from "../../ui/tables/table.tsx"
import { TakeAlong } from "../../ui/records/take-along.tsx"
import { useFilters, useParam } from "../../ui/state/url.ts"
import { arten, columnsOf, inGroups } from "./columns.tsx"
import { GeraetFilter } from "./geraet-filter.tsx"
import { VorgangPanel } from "./vorgang.tsx"

/** The ledger, the newest booking first; what was booked together stands together. */
export default function Pfandbuch() {
  const chosen = useFilters({
    kunde: { fits: isId },
    artikel: { fits: isId },
    geraet: { fits: isId },
    person: { fits: isId },
    art: { fits: among(arten), none: "alle" },
    von: { fits: isDay },
    bis: { fits: isDay },
  })
  const { field, asked, isFiltered } = chosen
  const { kunde, artikel, geraet, person, ...same } = asked
  const filters = {
    ...same,
    kunde_id: kunde,
    pfandartikel_id: artikel,
    geraet_id: geraet,
    gebucht_von: person,
  }
  const [vorgang, setVorgang] = useParam("vorgang", isId)
  const list = useList("/api/pfandbuchungen", { query: { ...filters, limit: 100 } }, { watch: true })
  const rows = useMemo(() => inGroups(list.items), [list.items])
  const columns = useMemo(() => columnsOf(rows), [rows])
  return (
    <Page
      title="Pfandbuch"
      kind="full"
      actions={
        <ButtonLink href={kunde ? `/buchen?kunde=${kunde}` : "/buchen"} look="primary" icon="plus">
          Buchen
        </ButtonLink>
      }
    >
      <div className="filters">
        <PeriodFilter von={field("von")} bis={field("bis")} />
        <KundeFilter {...field("kunde")} />
        {geraet ? (
          <GeraetFilter id={geraet} clear={() => field("geraet").onChange("")} />
        ) : (
          <ArtikelFilter {...field("artikel")} />
        )}
        <Choice label="Art der Buchung" {...field("art")} options={arten} bare />
        <PersonFilter {...field("person")} />
        <ShowAll of={chosen} />
        <TakeAlong path="/api/export/pfandbuchungen" filters={filters} />
      </div>
      <Table
        label="Buchungen"
        columns={columns}
        list={{ ...list, items: rows }}
        onOpen={({ vorgang_id }) => setVorgang(vorgang_id)}
        empty={isFiltered ? <p>Keine Buchung passt zu diesen Filtern.</p> : <NoneYet />}
      />
      {vorgang && <VorgangPanel id={vorgang} onShow={setVorgang} onClose={() => setVorgang("")} />}
    </Page>
  )
}

const NoneYet = () => (
  <>
    <p>
      Hier steht jede Buchung für immer: was ausgegeben und zurückgenommen wurde, von wem, und mit welchem
      Pfand. Geändert wird nichts; Fehler hebt eine Gegenbuchung auf.
    </p>
    <ButtonLink href="/buchen" look="primary" icon="plus">
      Erste Buchung
    </ButtonLink>
  </>
)
