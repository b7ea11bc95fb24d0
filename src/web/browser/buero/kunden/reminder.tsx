import { useState } from "react"
import { messageOf } from "../../ui/api/fault.ts"
import { Panel } from "../../ui/dialogs/dialog.tsx"
import { Choice, CountField, DateField, Toggle } from "../../ui/fields/field.tsx"
import { call } from "../../ui/api/call.ts"
import { SendButton } from "../../ui/records/send.tsx"
import { FileButton } from "../../ui/parts/file-button.tsx"
import { date, euro, pieces } from "../../ui/values/format.ts"
import { refreshAll, useGet } from "../../ui/state/query.ts"
import { HOW_OLD, OLD, type Tone, tones } from "../../ui/values/reminders.ts"

/** What one customer has had for long, and a letter that reminds of it. */
export function Reminder({ id, onClose }: { id: string; onClose: () => void }) {
  const [stufe, setStufe] = useState<Tone>("1")
  const [days, setTage] = useState<number | null>(OLD)
  const [nur_leergut, setEmptiesOnly] = useState(false)
  const [frist, setFrist] = useState<string | null>(null)
  const { data, error } = useGet("/api/kunden/{id}/pfandalter", { path: { id } })
  const ab_tagen = days ?? 0
  const old =
    data?.posten.filter(({ tage, ist_geraet }) => tage >= ab_tagen && !(nur_leergut && ist_geraet)) ?? []
  const letter = { stufe: Number(stufe), ab_tagen, nur_leergut, ...(frist && { frist }) }
  return (
    <Panel title="Erinnerung" onClose={onClose}>
      <div className="stack">
        {error && <p role="alert">{messageOf(error)}</p>}
        <div className="form">
          <CountField label={HOW_OLD} value={days} onChange={setTage} max={3650} unread={Number.NaN} />
          <Choice label="Ton" value={stufe} onChange={setStufe} options={tones} />
          <DateField label="Rückgabe bis" hint="Leer: in 14 Tagen" value={frist} onChange={setFrist} />
          <Toggle label="Nur an Leergut, nicht an Geräte" value={nur_leergut} onChange={setEmptiesOnly} />
        </div>
        <p role="status">
          {data &&
            !Number.isNaN(ab_tagen) &&
            (old.length === 0
              ? "Nichts ist so lange dort."
              : `${pieces(old.reduce((sum, { menge }) => sum + menge, 0))} Stück, ${euro(
                  old.reduce((sum, { wert_cent }) => sum + wert_cent, 0),
                )}`)}
        </p>
        <p>
          <FileButton
            path="/api/kunden/{id}/erinnerung.pdf"
            input={{ path: { id }, query: letter }}
            look="primary"
            isDisabled={old.length === 0}
            onSaved={() => void refreshAll()}
          >
            Brief als PDF
          </FileButton>{" "}
          <SendButton
            title="Erinnerung"
            path="/api/kunden/{id}/erinnerung/versand"
            input={{ path: { id }, query: letter }}
            isDisabled={old.length === 0}
            send={(body) =>
              call("post", "/api/kunden/{id}/erinnerung/versand", {
                path: { id },
                body: { ...body, ...letter },
              })
            }
          />
        </p>
        <ul className="lines">
          {old.map((posten) => (
            <li key={`${posten.nummer} ${posten.seit} ${posten.menge}`}>
              <span>
                {pieces(posten.menge)} {posten.bezeichnung}
              </span>
              <span className="muted">
                seit {date(posten.seit)}, {pieces(posten.tage)} Tage
              </span>
              <span className="figures">{euro(posten.wert_cent)}</span>
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  )
}
