import { useState } from "react"
import { FileButton } from "../../ui/parts/file-button.tsx"
import { shifted, today } from "../../ui/values/format.ts"
import { call } from "../../ui/api/call.ts"
import { SendButton } from "../../ui/records/send.tsx"
import { Faults, type Faulty } from "../../ui/fields/faults.tsx"
import { later } from "../../ui/parts/later.tsx"
import { lastPeriod, periodsSince } from "../../ui/values/month.ts"
import { refreshAll, useGet } from "../../ui/state/query.ts"

const PLACE = (
  <div className="field date-place">
    <span className="skeleton" />
  </div>
)
/** Loaded later: much code for something far down the page. */
const DateField = later(() => import("../../ui/fields/date-field.tsx").then((part) => part.DateField), PLACE)

const Choice = later(() => import("../../ui/fields/choice.tsx").then((part) => part.Choice), PLACE)

/** Choice for days that are none of the usual periods. */
const FREE = "eigener"

const FUTURE = "liegt in der Zukunft"
const isFuture = (day: string | null): boolean => day !== null && day > today()

/** @returns the faults of a period, by its fields; with any, nothing can be printed */
function periodFaults(von: string | null, bis: string | null): Faulty {
  if (isFuture(bis)) return { bis: FUTURE }
  if (von === null || von <= (bis ?? today())) return {}
  return bis === null ? { von: FUTURE } : { bis: "liegt vor dem Beginn" }
}

type Props = { id: string; since: string }

/** @returns the period since the customer's last statement; none without a statement, or if it is of today */
function useSinceLast(kunde_id: string) {
  const query = { kunde_id, art: "kontoauszug", sort: "-erstellt_am", limit: 1 } as const
  const { data } = useGet("/api/belege", { query })
  const bis = data?.items[0]?.bis
  if (!bis || bis >= today()) return []
  return [{ id: "letzter", label: "Seit dem letzten Kontoauszug", von: shifted(bis, 1), bis: today() }]
}

/**
 * Prints or sends the account over a period, and the balance on a day; filled in is the last full month.
 *
 * @param props.since when the customer was entered
 */
export function AccountPrints({ id, since }: Props) {
  const last = lastPeriod(today(), since)
  const [von, setVon] = useState<string | null>(last.von)
  const [bis, setBis] = useState<string | null>(last.bis)
  const periods = [...periodsSince(since, today()), ...useSinceLast(id)]
  const chosen = periods.find((one) => one.von === von && one.bis === bis)
  const choose = (name: string): void => {
    const period = periods.find((one) => one.id === name)
    if (!period) return
    setVon(period.von)
    setBis(period.bis)
  }
  const [stichtag, setStichtag] = useState<string | null>(last.bis)
  const account = { path: { id }, query: { ...(von && { von }), ...(bis && { bis }) } }
  const balance = { path: { id }, query: { ...(stichtag && { stichtag }) } }
  const faults = { ...periodFaults(von, bis), ...(isFuture(stichtag) && { stichtag: FUTURE }) }
  const isWrong = "von" in faults || "bis" in faults
  const made = (): void => void refreshAll()
  return (
    <Faults value={faults}>
      <div className="prints">
        <div className="field-row print-row">
          <Choice
            label="Zeitraum"
            value={chosen?.id ?? FREE}
            options={chosen ? periods : [...periods, { id: FREE, label: "Eigener Zeitraum" }]}
            onChange={choose}
          />
          <DateField label="Konto vom" name="von" value={von} onChange={setVon} />
          <DateField label="bis" name="bis" value={bis} onChange={setBis} />
          <FileButton
            path="/api/kunden/{id}/kontoauszug.pdf"
            input={account}
            isDisabled={isWrong}
            onSaved={made}
          >
            Kontoauszug
          </FileButton>
          <SendButton
            title="Kontoauszug"
            path="/api/kunden/{id}/kontoauszug/versand"
            input={account}
            isDisabled={isWrong}
            send={(body) =>
              call("post", "/api/kunden/{id}/kontoauszug/versand", {
                path: { id },
                body: { ...body, ...account.query },
              })
            }
          />
        </div>
        <div className="field-row print-row">
          <DateField label="Stichtag" name="stichtag" value={stichtag} onChange={setStichtag} />
          <FileButton
            path="/api/kunden/{id}/saldenbestaetigung.pdf"
            input={balance}
            isDisabled={"stichtag" in faults}
            onSaved={made}
          >
            Saldenbestätigung
          </FileButton>
          <SendButton
            title="Saldenbestätigung"
            path="/api/kunden/{id}/saldenbestaetigung/versand"
            input={balance}
            isDisabled={"stichtag" in faults}
            send={(body) =>
              call("post", "/api/kunden/{id}/saldenbestaetigung/versand", {
                path: { id },
                body: { ...body, ...balance.query },
              })
            }
          />
        </div>
      </div>
    </Faults>
  )
}
