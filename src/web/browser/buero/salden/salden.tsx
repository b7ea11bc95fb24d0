import { useState } from "react"
import type { Input } from "../../ui/api/call.ts"
import { Badge } from "../../ui/parts/badge.tsx"
import { FileButton } from "../../ui/parts/file-button.tsx"
import { Button, ButtonLink } from "../../ui/parts/button.tsx"
import { filter } from "../../ui/lists/filter.tsx"
import type { BulkActions } from "../../ui/lists/use-bulk.ts"
import { ListScreen } from "../../ui/lists/list-screen.tsx"
import { date, euro, pieces, plural } from "../../ui/values/format.ts"
import { useGet } from "../../ui/state/query.ts"
import type { Item } from "../../ui/state/list.ts"
import { later } from "../../ui/parts/later.tsx"
import { useParam } from "../../ui/state/url.ts"
import { among } from "../../ui/state/address.ts"
import { OLD } from "../../ui/values/reminders.ts"
import { column } from "../../ui/tables/columns.tsx"
import type { TableColumn } from "../../ui/tables/table.tsx"

const Remind = later(() => import("./remind.tsx").then((part) => part.Remind))

type Saldo = Item<"/api/pfandalter">
type Order = NonNullable<NonNullable<Input<"get", "/api/export/pfandsalden">["query"]>["sort"]>
type Step = keyof Saldo["stufen"]

/** Ages of holdings; ages without pieces are left empty, so that the others stand out. Some pieces have no value. */
const age = (id: Step, label: string, leaves: number): TableColumn<Saldo> => ({
  id,
  label,
  width: 104,
  figures: true,
  leaves,
  cell: ({ stufen }) => {
    const { menge, wert_cent } = stufen[id]
    if (wert_cent === 0) return menge === 0 ? "" : `${pieces(menge)} Stück`
    return euro(wert_cent)
  },
})

const columns: TableColumn<Saldo>[] = [
  column.name("name", "Kunde", { width: "2fr" }),
  column.text("kundennummer", "Nummer", { card: "line", width: 100, leaves: 1 }),
  column.text("ort", "Ort", { card: "line", width: 130, leaves: 4 }),
  {
    id: "hinweis",
    card: "line",
    label: "Hinweis",
    width: 180,
    leaves: 2,
    cell: ({ wert_cent, negativ }) =>
      negativ && wert_cent >= 0 && <Badge tone="warn">Mehr zurück als ausgegeben</Badge>,
  },
  age("bis_30", "Bis 30 Tage", 5),
  age("bis_90", "31 bis 90", 6),
  age("bis_180", "91 bis 180", 7),
  age("aelter", "Über 180", 8),
  {
    ...column.day<Saldo>("seit_am", "Ältestes seit", {
      card: "line",
      width: 116,
      leaves: 3,
      sort: "seit_am",
    }),
    onCard: ({ seit_am }) => seit_am && `seit ${date(seit_am)}`,
  },
  column.day("letzte_am", "Letzte Bewegung", { width: 140, leaves: 2 }),
  column.balance("wert_cent", "Saldo", { card: "end", width: 112, sort: "-wert_cent" }),
]

const ages = [
  { id: "alle", label: "Jedes Alter" },
  { id: "30", label: "Etwas seit über 30 Tagen" },
  { id: "90", label: "Etwas seit über 90 Tagen" },
  { id: "180", label: "Etwas seit über 180 Tagen" },
] as const
const filters = [filter.number("ueber_tagen", "Alter", ages, "alle")]

/** @returns whether the list is sorted by age, which leaves out customers who hold nothing */
const byAge = (sort: string | undefined): boolean => sort?.endsWith("seit_am") ?? false

/** Balances of the customers and the age of their deposits; sends reminders to those chosen. */
export default function Salden() {
  const [over] = useParam("ueber_tagen", among(ages), "alle")
  const least = over === "alle" ? OLD : Number(over) + 1
  const [reminded, setReminded] = useState<Saldo[]>()
  const many: BulkActions<Saldo> = {
    one: "Kunde",
    many: "Kunden",
    nameOf: ({ kundennummer, name }) => `${kundennummer} ${name}`,
    actions: [],
    renderMore: (rows) => <Button onPress={() => setReminded(rows)}>Erinnern …</Button>,
  }
  const today = useGet("/api/heute", {}, { watch: true })
  return (
    <ListScreen
      title="Salden und Alter"
      label="Salden"
      path="/api/pfandalter"
      columns={columns}
      search="Name, Nummer, Ort, Telefon"
      filters={filters}
      sort="-wert_cent"
      limit={50}
      count={(n, { q, sort, asked, list }) => {
        // The sum of a search is shown only if every hit has been loaded.
        if (q && list.items.length === n)
          return `${plural(n, "Kunde", "Kunden")}, zusammen ${euro(list.items.reduce((sum, { wert_cent }) => sum + wert_cent, 0))}`
        if (asked["ueber_tagen"])
          return plural(n, "Kunde, der etwas so lange hat", "Kunden, die etwas so lange haben")
        if (q) return plural(n, "Kunde", "Kunden")
        const which = byAge(sort) ? ", die etwas haben" : " mit Buchungen"
        return plural(n, `Kunde${which}`, `Kunden${which}`)
      }}
      href={({ kunde_id }) => `/kunden/${kunde_id}`}
      many={many}
      renderActions={({ q, sort, filters: narrowed, total = 0 }) => (
        <>
          {!q && (
            <ButtonLink href={`/belege/druck?art=erinnerungen&tage=${least}`} icon="clock">
              {over !== "alle" && total > 1 ? `Alle ${pieces(total)} erinnern …` : "Alle erinnern …"}
            </ButtonLink>
          )}
          <FileButton path="/api/export/pfandsalden" input={{ query: { sort: sort as Order, ...narrowed } }}>
            Salden (CSV)
          </FileButton>
          <FileButton
            path="/api/pfandalter/liste.csv"
            input={{ query: { sort: sort as Order, ...narrowed } }}
          >
            Alter (CSV)
          </FileButton>
        </>
      )}
      renderBefore={({ q, asked }) => (
        <p className="balances-head">
          <span className="muted">
            Pfand bei allen Kunden{(q || asked["ueber_tagen"]) && ", nicht nur den gezeigten"}
          </span>{" "}
          <strong className="figures">{today.data ? euro(today.data.pfand.wert_cent) : " "}</strong>
        </p>
      )}
      empty={{
        renderFound: (q) => (
          <p>
            Kein Kunde passt zu „{q}“. Gesucht wird nach Wortanfängen in Nummer, Name, Anschrift und Telefon.
          </p>
        ),
        filtered: "Bei keinem Kunden ist etwas so alt.",
        renderNone: ({ sort }) => (byAge(sort) ? <p>Zurzeit hat kein Kunde etwas.</p> : <NoneYet />),
      }}
    >
      {reminded && (
        <Remind
          key={reminded.map(({ id }) => id).join(" ")}
          kunden={reminded}
          ab_tagen={least}
          onClose={() => setReminded(undefined)}
        />
      )}
    </ListScreen>
  )
}

const NoneYet = () => (
  <>
    <p>Hier steht, bei welchem Kunden wie viel Pfand ist und seit wann. Noch ist nichts gebucht.</p>
    <ButtonLink href="/buchen" look="primary" icon="plus">
      Erste Buchung
    </ButtonLink>
  </>
)
