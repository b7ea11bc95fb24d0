import { type ReactNode, useState } from "react"
import { lagerartInWords } from "../../../../lib/arten.ts"
import { call } from "../../ui/api/call.ts"
import { Badge } from "../../ui/parts/badge.tsx"
import { Button } from "../../ui/parts/button.tsx"
import { Confirm } from "../../ui/dialogs/dialog.tsx"
import { useAction } from "../../ui/dialogs/use-action.ts"
import { ListScreen } from "../../ui/lists/list-screen.tsx"
import { countOf } from "../../ui/values/contents.ts"
import { date } from "../../ui/values/format.ts"
import type { Item } from "../../ui/state/list.ts"
import { column } from "../../ui/tables/columns.tsx"
import type { TableColumn } from "../../ui/tables/table.tsx"

type Bewegung = Item<"/api/lager/bewegungen">

const columns: TableColumn<Bewegung>[] = [
  column.day("erfasst_am", "Tag", { card: "line", width: 110, sort: "-erfasst_am" }),
  {
    id: "art",
    card: "line",
    label: "Art",
    width: 220,
    cell: ({ art, storno_von, storniert }) => (
      <>
        {lagerartInWords[art]} {storno_von && <Badge>Storno</Badge>}
        {storniert && <Badge tone="warn">storniert</Badge>}
      </>
    ),
  },
  column.name("bezeichnung", "Artikel", { width: "2fr" }),
  column.text("nummer", "Nummer", { width: 110, leaves: 3 }),
  column.text("bemerkung", "Bemerkung", { width: "2fr", leaves: 2 }),
  column.text("gebucht_von_name", "Gebucht von", { width: 150, leaves: 1 }),
  column.count("menge", "Stück", { card: "end", width: 100 }),
]

type Props = { title: string; actions: ReactNode; before: ReactNode; children: ReactNode; book: () => void }

/** Purchases, sales and scrappings, which can be reversed. @param props.book opens the form of a new one */
export function Moves({ book, children, ...same }: Props) {
  const [asked, setAsked] = useState<Bewegung>()
  const { busy, run } = useAction()
  const close = (): void => setAsked(undefined)
  const reverse = ({ id }: Bewegung): void =>
    run(
      () => call("post", "/api/lager/bewegungen/{id}/storno", { path: { id }, body: {} }).finally(close),
      "Die Bewegung ist storniert",
    )
  return (
    <ListScreen
      {...same}
      key="bewegungen"
      label="Zukauf und Abgang"
      path="/api/lager/bewegungen"
      columns={columns}
      search="Artikel, Nummer, Strichcode"
      sort="-erfasst_am"
      onOpen={(one) => one.storno_von === null && !one.storniert && setAsked(one)}
      file="/api/export/lagerbewegungen"
      empty={{
        renderFound: (q) => <p>Kein Zukauf oder Abgang passt zu „{q}“. Gesucht wird nach dem Artikel.</p>,
        none: (
          <>
            <p>Hier steht, was die Firma gekauft, verkauft und verschrottet hat.</p>
            <Button look="primary" icon="plus" onPress={book}>
              Ersten Zukauf buchen
            </Button>
          </>
        ),
      }}
    >
      {children}
      <Confirm
        title="Bewegung stornieren"
        isOpen={asked !== undefined}
        onClose={close}
        action="Stornieren"
        run={() => asked && reverse(asked)}
        busy={busy}
      >
        {asked && (
          <p>
            {lagerartInWords[asked.art]} von {countOf(asked.menge, asked.bezeichnung)} am{" "}
            {date(asked.erfasst_am)} wird zurückgenommen, als wäre es nicht geschehen.
          </p>
        )}
      </Confirm>
    </ListScreen>
  )
}
