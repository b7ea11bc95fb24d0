import { type ReactNode, useState } from "react"
import { Link } from "react-aria-components"
import { State } from "../../ui/badge.tsx"
import { Panel } from "../../ui/dialog.tsx"
import { moment } from "../../ui/format.ts"
import { useHasScreen } from "../../ui/screens.tsx"
import { Book } from "./book.tsx"
import { Discard } from "./discard.tsx"
import { Given } from "./given.tsx"
import { Pictures } from "./pictures.tsx"
import { arten, type Klaerung } from "./words.ts"

/** What the driver did, why it was refused, and what shall become of it. */
export function Decide({ klaerung, onClose }: { klaerung: Klaerung; onClose: () => void }) {
  const has = useHasScreen()
  const [discards, setDiscards] = useState(false)
  const { kunde_id, kunde_name, lieferung_id, fahrer_name, erfasst_am, art, status, ablehnung, versuch } =
    klaerung
  const isOpen = status === "offen"
  // Setting off is not made up for: it has been overtaken by what came after.
  const canBook = isOpen && art !== "start"
  return (
    <Panel title={`${arten[art]}: ${kunde_name || (fahrer_name ?? "Unbekannt")}`} onClose={onClose}>
      <dl className="facts">
        {kunde_id && (
          <Fact name="Kunde">
            <Link href={`/kunden/${kunde_id}`}>{kunde_name}</Link>
          </Fact>
        )}
        {lieferung_id && has("/lieferungen/:id") && (
          <Fact name="Lieferung">
            <Link href={`/lieferungen/${lieferung_id}`}>
              {versuch === null ? "Ansehen" : `${versuch}. Versuch ansehen`}
            </Link>
          </Fact>
        )}
        <Fact name="Fahrer">{fahrer_name ?? "Unbekannt"}</Fact>
        <Fact name="Getan am">{moment(erfasst_am)}</Fact>
        <Fact name="Stand">
          <State of="klaerung" value={status} />
        </Fact>
      </dl>
      <p className="remark">Abgelehnt: {ablehnung}</p>
      <Given angaben={klaerung.angaben} withLines={!canBook || art === "fehlschlag"} />
      {kunde_id && <Pictures lieferung={lieferung_id ?? klaerung.id} />}
      {canBook && !discards && (
        <Book klaerung={klaerung} onClose={onClose} onDiscard={() => setDiscards(true)} />
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

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const Decided = ({
  klaerung: { status, entscheidung, entschieden_von, entschieden_am },
}: {
  klaerung: Klaerung
}) => (
  <p>
    {status === "gebucht" ? "Gebucht" : "Verworfen"} von {entschieden_von} am {moment(entschieden_am)}
    {entscheidung ? `: ${entscheidung}` : ""}
  </p>
)
