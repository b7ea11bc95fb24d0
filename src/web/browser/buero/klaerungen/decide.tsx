import { useState } from "react"
import { Link } from "react-aria-components"
import { State } from "../../ui/parts/badge.tsx"
import { Panel } from "../../ui/dialogs/dialog.tsx"
import { moment } from "../../ui/values/format.ts"
import { FactList } from "../../ui/parts/fact-list.tsx"
import { Book } from "./book.tsx"
import { Discard } from "./discard.tsx"
import { Given } from "./given.tsx"
import { arten, type Klaerung } from "./words.ts"
import { bildartInWords } from "../../../../lib/arten.ts"
import { useGet } from "../../ui/state/query.ts"

/** A driver's entry that was refused, the reason, and the office's decision. */
export function Decide({ klaerung, onClose }: { klaerung: Klaerung; onClose: () => void }) {
  const [discards, setDiscards] = useState(false)
  const { kunde_id, kunde_name, lieferung_id, fahrer_name, erfasst_am, art, status, ablehnung, versuch } =
    klaerung
  const isOpen = status === "offen"
  // Setting off is not booked afterwards: what came later has overtaken it.
  const canBook = isOpen && art !== "start"
  const books = canBook && !discards
  const said = (
    <>
      <Given angaben={klaerung.angaben} withLines={!books || art === "fehlschlag"} />
      {kunde_id && <Pictures lieferung={lieferung_id ?? klaerung.id} />}
    </>
  )
  return (
    <Panel title={`${arten[art]}: ${kunde_name || (fahrer_name ?? "Unbekannt")}`} onClose={onClose}>
      <FactList
        rows={[
          kunde_id && [
            "Kunde",
            <Link key="kunde" href={`/kunden/${kunde_id}`}>
              {kunde_name}
            </Link>,
          ],
          lieferung_id && [
            "Lieferung",
            <Link key="lieferung" href={`/lieferungen/${lieferung_id}`}>
              {versuch === null ? "Ansehen" : `${versuch}. Versuch ansehen`}
            </Link>,
          ],
          ["Fahrer", fahrer_name ?? "Unbekannt"],
          ["Getan am", moment(erfasst_am)],
          ["Stand", <State key="stand" of="klaerung" value={status} />],
        ]}
      />
      <p className="remark">Abgelehnt: {ablehnung}</p>
      {books ? (
        <Book klaerung={klaerung} onClose={onClose} onDiscard={() => setDiscards(true)}>
          {said}
        </Book>
      ) : (
        said
      )}
      {isOpen && (discards || !canBook) && (
        <Discard
          klaerung={klaerung}
          onClose={onClose}
          onBack={canBook ? () => setDiscards(false) : undefined}
        />
      )}
      {!isOpen && <Decided klaerung={klaerung} />}
    </Panel>
  )
}

const Decided = ({ klaerung }: { klaerung: Klaerung }) => (
  <p>
    {klaerung.status === "gebucht" ? "Gebucht" : "Verworfen"} von {klaerung.entschieden_von} am{" "}
    {moment(klaerung.entschieden_am)}
    {klaerung.entscheidung ? `: ${klaerung.entscheidung}` : ""}
  </p>
)

/** Photos of the delivery; a click enlarges one. */
function Pictures({ lieferung }: { lieferung: string }) {
  const { data } = useGet("/api/lieferungen/{id}/bilder", { path: { id: lieferung } })
  if (!data || data.items.length === 0) return null
  return (
    <div className="given-pictures">
      {data.items.map(({ id, url, vorschau_url, titel, art }) => (
        <a key={id} href={url} target="_blank" rel="noreferrer">
          <img src={vorschau_url} alt={titel ?? `Bild: ${bildartInWords[art]}`} />
        </a>
      ))}
    </div>
  )
}
