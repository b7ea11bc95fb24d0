import { Link } from "react-aria-components"
import { isId } from "../../ui/state/address.ts"
import { filter } from "../../ui/lists/filter.tsx"
import { ListScreen } from "../../ui/lists/list-screen.tsx"
import { statesOf } from "../../ui/parts/badge.tsx"
import type { Item } from "../../ui/state/list.ts"
import { useParam } from "../../ui/state/url.ts"
import { column } from "../../ui/tables/columns.tsx"
import type { TableColumn } from "../../ui/tables/table.tsx"
import { plural } from "../../ui/values/format.ts"
import { Detail } from "./detail.tsx"
import { many } from "./many.ts"

const columns: TableColumn<Item<"/api/nachrichten">>[] = [
  column.name("betreff", "Betreff", { width: "3fr" }),
  column.words("kunde_name", "Kunde", { card: "full", width: "2fr", leaves: 3 }),
  {
    id: "an",
    card: "full",
    label: "An",
    width: "2fr",
    cell: ({ empfaenger }) => empfaenger.map(({ adresse }) => adresse).join(", "),
    leaves: 2,
  },
  column.state("nachricht", "status", "Stand", { card: "end", width: 170 }),
  column.moment("erstellt_am", "Angelegt am", { card: "line", width: 150, leaves: 1, sort: "-erstellt_am" }),
]

const states = [{ id: "alle", label: "Jeder Stand" }, ...statesOf("nachricht")] as const
const attention = [
  { id: "alle", label: "Alle E-Mails" },
  { id: "ja", label: "Nur wo etwas zu tun ist" },
] as const

const filters = [
  filter.kunde(),
  filter.choice("status", "Stand", states),
  filter.choice("sorgen", "Was", attention),
]

/** What goes out by e-mail or went, and what became of it. */
export default function Nachrichten() {
  const [nachricht, setNachricht] = useParam("nachricht", isId)
  return (
    <ListScreen
      title="E-Mails"
      path="/api/nachrichten"
      columns={columns}
      search="Kunde, Abrechnungsnummer"
      filters={filters}
      many={many}
      sort="-erstellt_am"
      count={(n) => plural(n, "E-Mail", "E-Mails")}
      onOpen={({ id }) => setNachricht(id)}
      empty={{
        renderFound: (q) => (
          <p>Keine E-Mail passt zu „{q}“. Gesucht wird nach Kunde und Abrechnungsnummer.</p>
        ),
        filtered: "Dazu gibt es keine E-Mail.",
        none: (
          <p>
            Hier steht, was per E-Mail hinausgehen soll oder hinausging, und was daraus wurde. Ob die Firma
            E-Mails sendet, legt die Verwaltung unter <Link href="/firma?abschnitt=versand">„Firma“</Link>{" "}
            fest.
          </p>
        ),
      }}
    >
      {nachricht && <Detail key={nachricht} id={nachricht} onClose={() => setNachricht("")} />}
    </ListScreen>
  )
}
