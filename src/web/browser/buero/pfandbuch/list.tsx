import { isId, requireFound } from "../../ui/state/address.ts"
import { Button, ButtonLink } from "../../ui/parts/button.tsx"
import { ArtikelFilter, type Filter, filter } from "../../ui/lists/filter.tsx"
import { ListScreen } from "../../ui/lists/list-screen.tsx"
import { useParam } from "../../ui/state/url.ts"
import { arten, columnsOf, inGroups } from "./columns.tsx"
import { VorgangPanel } from "./vorgang.tsx"
import { useGet } from "../../ui/state/query.ts"

/** The device whose page somebody came from; a click shows all bookings again. */
function GeraetFilter({ id, clear }: { id: string; clear: () => void }) {
  const found = useGet("/api/geraete/{id}", { path: { id } })
  requireFound(found, "geraet", id)
  return (
    <Button icon="close" onPress={clear}>
      Gerät {found.data?.geraetenummer ?? "…"}
    </Button>
  )
}

/** Filter by an article, or by the device that somebody came from. */
const thing: Filter<{ pfandartikel_id?: string; geraet_id?: string }> = {
  takes: { artikel: { fits: isId }, geraet: { fits: isId } },
  ask: ({ artikel, geraet }) => ({
    ...(artikel && { pfandartikel_id: artikel }),
    ...(geraet && { geraet_id: geraet }),
  }),
  Show: ({ field }) => {
    const { value, onChange } = field("geraet")
    if (value) return <GeraetFilter id={value} clear={() => onChange("")} />
    return <ArtikelFilter {...field("artikel")} />
  },
}

const filters = [
  filter.period(),
  filter.kunde(),
  thing,
  filter.choice("art", "Art der Buchung", arten),
  filter.person("gebucht_von"),
]

/** The ledger, the newest booking first; what was booked together stands together. */
export default function Pfandbuch() {
  const [vorgang, setVorgang] = useParam("vorgang", isId)
  return (
    <ListScreen
      title="Buchungen"
      label="Buchungen"
      path="/api/pfandbuchungen"
      columns={columnsOf}
      rows={inGroups}
      search="Kunde, Gerät"
      filters={filters}
      sort="-lfd_nr"
      onOpen={({ vorgang_id }) => setVorgang(vorgang_id)}
      file="/api/export/pfandbuchungen"
      renderActions={({ asked: { kunde } }) => (
        <ButtonLink href={kunde ? `/buchen?kunde=${kunde}` : "/buchen"} look="primary" icon="plus">
          Buchen
        </ButtonLink>
      )}
      empty={{
        renderFound: (q) => <p>Keine Buchung passt zu „{q}“. Gesucht wird nach Kunde und Gerät.</p>,
        filtered: "Keine Buchung passt zu diesen Filtern.",
        none: <NoneYet />,
      }}
    >
      {vorgang && <VorgangPanel id={vorgang} onShow={setVorgang} onClose={() => setVorgang("")} />}
    </ListScreen>
  )
}

const NoneYet = () => (
  <>
    <p>
      Hier steht jede Buchung für immer: was ausgegeben und zurückgenommen wurde, von wem, und mit welchem
      Pfand. Geändert wird nichts; Fehler berichtigt ein Storno.
    </p>
    <ButtonLink href="/buchen" look="primary" icon="plus">
      Erste Buchung
    </ButtonLink>
  </>
)
