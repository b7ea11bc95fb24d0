import { useState } from "react"
import { AnswerState, asks, type Beleg, fileKind } from "../../ui/records/answer-state.tsx"
import { belegartInWords } from "../../../../lib/arten.ts"
import { Button } from "../../ui/parts/button.tsx"
import { FileButton } from "../../ui/parts/file-button.tsx"
import { date, euro, moment, period } from "../../ui/values/format.ts"
import { useList } from "../../ui/state/list.ts"
import { useSettled } from "../../ui/page/in-order.tsx"
import { later } from "../../ui/parts/later.tsx"
import { LoadMore } from "../../ui/parts/load-more.tsx"
import { AccountPrints } from "./prints.tsx"

const AnswerPanel = later(() => import("../../ui/records/answer.tsx").then((part) => part.AnswerPanel))
const Reminder = later(() => import("./reminder.tsx").then((part) => part.Reminder))

/** Letters to this customer with the answers to them; new ones are printed here, too. */
export function Papers({ id, since }: { id: string; since: string }) {
  const [asked, setAsked] = useState<Beleg>()
  const [reminds, setReminds] = useState(false)
  const list = useList("/api/belege", { query: { kunde_id: id, sort: "-erstellt_am", limit: 8 } })
  useSettled(!list.isLoading)
  return (
    <section aria-labelledby="briefe">
      <div className="section-head">
        <h2 id="briefe">Briefe</h2>
        <Button look="quiet" icon="clock" onPress={() => setReminds(true)}>
          Erinnern …
        </Button>
      </div>
      <AccountPrints id={id} since={since} />
      {!list.isLoading && list.items.length === 0 && (
        <p className="muted">Was für diesen Kunden gedruckt wird, steht dann hier.</p>
      )}
      <ul className="papers">
        {list.items.map((one) => (
          <li key={one.id}>
            <time dateTime={one.erstellt_am} title={`${moment(one.erstellt_am)}, ${one.erstellt_von_name}`}>
              {date(one.erstellt_am)}
            </time>
            <span className="cut" title={one.titel}>
              {belegartInWords[one.art]}
              {one.profil && profiles[one.profil]} <span className="muted">{spanOf(one)}</span>
            </span>
            <AnswerState beleg={one} />
            <span className="figures">{one.saldo_cent === null ? "" : euro(one.saldo_cent)}</span>
            <span className="paper-actions">
              {asks(one) && (
                <Button
                  look="quiet"
                  icon="check"
                  label={`Antwort: ${one.titel}`}
                  onPress={() => setAsked(one)}
                >
                  Antwort
                </Button>
              )}
              <FileButton
                path="/api/belege/{id}/datei"
                input={{ path: { id: one.id } }}
                look="quiet"
                label={`${fileKind(one)}: ${one.titel}`}
                isDisabled={one.gesperrt === 1}
              >
                {fileKind(one)}
              </FileButton>
            </span>
          </li>
        ))}
      </ul>
      <LoadMore list={list} />
      {reminds && <Reminder id={id} onClose={() => setReminds(false)} />}
      {asked && <AnswerPanel key={asked.id} beleg={asked} onClose={() => setAsked(undefined)} />}
    </section>
  )
}

/** An XML file: the data of an invoice that is also a PDF, or the invoice itself. */
const profiles = { en16931: ", nur die Daten", xrechnung: " als XRechnung" } as const

const spanOf = ({ von, bis }: Beleg): string => (von === null || bis === null ? "" : period(von, bis))
