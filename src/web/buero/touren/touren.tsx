import { useState } from "react"
import { messageOf } from "../../ui/api/fault.ts"
import { Button, ButtonLink } from "../../ui/button.tsx"
import { DateField } from "../../ui/field.tsx"
import { dateInWords, shifted, today } from "../../ui/format.ts"
import { Page } from "../../ui/page.tsx"
import { usePeople } from "../../ui/people.ts"
import { useGet } from "../../ui/query.ts"
import { useParam } from "../../ui/url.ts"
import { Copy } from "./copy.tsx"
import { DriverColumn } from "./driver-column.tsx"
import { move } from "./move.ts"
import { PrintMenu } from "./print-menu.tsx"
import { columnsOf } from "./tour.ts"

/** A day as a board: drivers as columns, stops as cards in their order. */
export default function Touren() {
  const now = today()
  const [datum, setDatum] = useParam("datum", now)
  const [copies, setCopies] = useState(false)
  const { data, error } = useGet("/api/touren", { query: { datum } }, { watch: true })
  const people = usePeople()
  const drivers = (people ?? []).filter(({ rolle, aktiv }) => rolle === "fahrer" && aktiv === 1)
  const columns = columnsOf(data, drivers)
  const stoppOf = (id: string) =>
    columns.flatMap(({ stopps }) => stopps).find(({ lieferung_id }) => lieferung_id === id)
  const isEmpty = data && columns.every(({ stopps }) => stopps.length === 0)
  return (
    <Page
      title="Touren"
      kind="full"
      beside={<span className="muted">{dateInWords(datum)}</span>}
      actions={
        <>
          <PrintMenu datum={datum} columns={columns} />
          <Button icon="transfer" onPress={() => setCopies(true)}>
            Tour übernehmen
          </Button>
          <ButtonLink look="primary" icon="plus" href={`/lieferungen/neu?datum=${datum}`}>
            Neue Lieferung
          </ButtonLink>
        </>
      }
    >
      <div className="tour-day no-print">
        <Button look="quiet" icon="left" label="Tag davor" onPress={() => setDatum(shifted(datum, -1))} />
        <DateField label="Tag" value={datum} onChange={(day) => day && setDatum(day)} />
        <Button look="quiet" icon="right" label="Tag danach" onPress={() => setDatum(shifted(datum, 1))} />
        <Button look="quiet" isDisabled={datum === now} onPress={() => setDatum(now)}>
          Heute
        </Button>
        <Button look="quiet" isDisabled={datum === shifted(now, 1)} onPress={() => setDatum(shifted(now, 1))}>
          Morgen
        </Button>
        {isEmpty && <p className="muted">Für diesen Tag ist noch nichts geplant.</p>}
      </div>
      {error && !data && <p role="alert">{messageOf(error)}</p>}
      {data && people ? (
        <div className="board">
          {columns.map((column) => (
            <DriverColumn
              key={column.id}
              column={column}
              columns={columns}
              stoppOf={stoppOf}
              move={(stopp, to, before) => void move(datum, stopp, to, before)}
            />
          ))}
        </div>
      ) : (
        <div className="board" aria-busy="true">
          {[0, 1, 2].map((place) => (
            <div key={place} className="driver skeleton" />
          ))}
        </div>
      )}
      {copies && <Copy datum={datum} columns={columns} onClose={() => setCopies(false)} />}
    </Page>
  )
}
