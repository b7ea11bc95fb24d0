import { useMemo } from "react"
import { useLocation } from "wouter"
import { among, isDay, isId } from "../../ui/state/address.ts"
import { ButtonLink, Button } from "../../ui/parts/button.tsx"
import { Choice } from "../../ui/fields/field.tsx"
import { ArtikelFilter, KundeFilter, PeriodFilter, PersonFilter } from "../../ui/tables/filters.tsx"
import { Page } from "../../ui/page/page.tsx"
import { useList } from "../../ui/state/query.ts"
import { Table } from "../../ui/tables/table.tsx"
import { TakeAlong } from "../../ui/records/take-along.tsx"
import { useParam } from "../../ui/state/url.ts"
import { arten, columns, inGroups } from "./columns.tsx"
import { GeraetFilter } from "./geraet-filter.tsx"
import { VorgangPanel } from "./vorgang.tsx"

/** The ledger, the newest booking first; what was booked together stands together. */
export default function Pfandbuch() {
  const [, navigate] = useLocation()
  const [kunde, setKunde] = useParam("kunde", isId)
  const [artikel, setArtikel] = useParam("artikel", isId)
  const [geraet, setGeraet] = useParam("geraet", isId)
  const [person, setPerson] = useParam("person", isId)
  const [art, setArt] = useParam("art", among(arten), "alle")
  const [von, setVon] = useParam("von", isDay)
  const [bis, setBis] = useParam("bis", isDay)
  const [vorgang, setVorgang] = useParam("vorgang", isId)
  const asked = {
    kunde_id: kunde || undefined,
    pfandartikel_id: artikel || undefined,
    geraet_id: geraet || undefined,
    gebucht_von: person || undefined,
    art: art === "alle" ? undefined : art,
    von: von || undefined,
    bis: bis || undefined,
  }
  const list = useList("/api/pfandbuchungen", { query: { ...asked, limit: 100 } }, { watch: true })
  const rows = useMemo(() => inGroups(list.items), [list.items])
  const filters = [kunde, artikel, geraet, person, von, bis, art === "alle" ? "" : art]
  const isFiltered = filters.some((filter) => filter !== "")
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
        <PeriodFilter von={von} bis={bis} setVon={setVon} setBis={setBis} />
        <KundeFilter id={kunde} set={setKunde} />
        {geraet ? (
          <GeraetFilter id={geraet} clear={() => setGeraet("")} />
        ) : (
          <ArtikelFilter id={artikel} set={setArtikel} />
        )}
        <Choice label="Art der Buchung" value={art} onChange={setArt} options={arten} bare />
        <PersonFilter id={person} set={setPerson} />
        {isFiltered && (
          <Button look="quiet" icon="close" onPress={() => navigate("/pfandbuch")}>
            Alle zeigen
          </Button>
        )}
        <TakeAlong path="/api/export/pfandbuchungen" filters={asked} />
      </div>
      <Table
        label="Buchungen"
        columns={columns}
        list={{ ...list, items: rows }}
        onOpen={({ vorgang_id }) => setVorgang(vorgang_id)}
        place={`pfandbuch ${filters.join(" ")}`}
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
