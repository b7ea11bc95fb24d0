import { useState } from "react"
import { Link } from "react-aria-components"
import { useAccount } from "../../ui/session/account.tsx"
import { messageOf } from "../../ui/api/fault.ts"
import { Badge } from "../../ui/parts/badge.tsx"
import { Button, ButtonLink } from "../../ui/parts/button.tsx"
import { Panel } from "../../ui/dialogs/dialog.tsx"
import { FactList } from "../../ui/parts/fact-list.tsx"
import { FileButton } from "../../ui/parts/file-button.tsx"
import { happened, moment, today } from "../../ui/values/format.ts"
import { useAllBookings } from "../../ui/records/all-bookings.ts"
import type { Buchung } from "./columns.tsx"
import { Lines } from "./lines.tsx"
import { Storno } from "./storno.tsx"

type Props = { id: string; onShow: (vorgang: string) => void; onClose: () => void }

/** Panel of a Vorgang with its bookings, and a button to reverse it. */
export function VorgangPanel({ id, onShow, onClose }: Props) {
  const list = useAllBookings({ vorgang_id: id, sort: "lfd_nr" })
  const first = list.items[0]
  return (
    <Panel title={first?.storno_von ? "Storno" : "Vorgang"} onClose={onClose}>
      {list.error && !first && <p role="alert">{messageOf(list.error)}</p>}
      {!first && !list.error && !list.isLoading && <p className="muted">Diesen Vorgang gibt es nicht.</p>}
      {first && !list.hasMore && (
        // Keyed here, not at the panel, which keeps the focus when it shows another Vorgang.
        <Vorgang key={id} buchungen={list.items} first={first} onShow={onShow} />
      )}
    </Panel>
  )
}

type VorgangProps = { buchungen: Buchung[]; first: Buchung; onShow: (vorgang: string) => void }

function Vorgang({ buchungen, first, onShow }: VorgangProps) {
  const { id, rolle } = useAccount()
  const isAdmin = rolle !== "user"
  const isOwnOfToday = first.gebucht_von === id && today(new Date(first.gebucht_am)) === today()
  const [asks, setAsks] = useState(false)
  const isStorno = first.storno_von !== null
  const isReversed = first.storniert
  const canReverse = !isStorno && !isReversed
  // Only administrators may book corrections and amounts of their own again.
  const isAgain = buchungen.every(({ art }) => isAdmin || art === "ausgabe" || art === "ruecknahme")
  const mayReverse = canReverse && (isAdmin || isOwnOfToday)
  return (
    <>
      <Head first={first} last={buchungen.at(-1) ?? first} />
      <Lines lines={buchungen} />
      {first.art === "anfangsbestand" && !isReversed && (
        <>
          <p className="muted">Der Stand von vorher: auf dem Konto, aber in keiner Abrechnung.</p>
          <FileButton
            path="/api/pfandbuchungen/{vorgang_id}/saldenuebernahme.pdf"
            input={{ path: { vorgang_id: first.vorgang_id } }}
            label="Saldenübernahme als PDF"
          >
            Saldenübernahme als PDF
          </FileButton>
        </>
      )}
      {(isStorno || isReversed) && first.gegen_vorgang_id && (
        <div className="beside-line">
          <Badge tone="warn">{isStorno ? "Storno eines Vorgangs" : "Storniert"}</Badge>
          <Button look="quiet" icon="right" onPress={() => onShow(first.gegen_vorgang_id ?? "")}>
            {isStorno ? "Stornierten Vorgang zeigen" : "Storno zeigen"}
          </Button>
          {isAgain && (
            <ButtonLink
              look="quiet"
              icon="returns"
              href={`/buchen?kunde=${first.kunde_id}&wie=${isStorno ? first.gegen_vorgang_id : first.vorgang_id}`}
            >
              Neu buchen
            </ButtonLink>
          )}
        </div>
      )}
      {asks ? (
        <Storno buchungen={buchungen} first={first} onClose={() => setAsks(false)} />
      ) : (
        (isAdmin || mayReverse) && (
          <div className="panel-buttons">
            {isAdmin && (
              <ButtonLink href={`/buchen?kunde=${first.kunde_id}`} icon="edit">
                Korrektur buchen
              </ButtonLink>
            )}
            {mayReverse && (
              <Button look="bad" onPress={() => setAsks(true)}>
                Stornieren …
              </Button>
            )}
          </div>
        )
      )}
      {isStorno && <p className="muted">Ein Storno lässt sich nicht stornieren; bitte neu buchen.</p>}
      {canReverse && !mayReverse && (
        <p className="muted">
          Storno: nur die Verwaltung. Sie selbst können stornieren, was Sie heute gebucht haben.
        </p>
      )}
    </>
  )
}

/** In ms: what was booked sooner after it happened is shown with one time. */
const MINUTE = 60_000
const isLater = ({ erfasst_am, gebucht_am }: Buchung): boolean =>
  Date.parse(gebucht_am) - Date.parse(erfasst_am) > MINUTE

function Head({ first, last }: { first: Buchung; last: Buchung }) {
  const numbers = first.lfd_nr === last.lfd_nr ? String(first.lfd_nr) : `${first.lfd_nr} bis ${last.lfd_nr}`
  return (
    <FactList
      rows={[
        [
          "Kunde",
          <Link key="kunde" href={`/kunden/${first.kunde_id}`}>
            {first.kunde_name}
          </Link>,
        ],
        ["Gebucht", `${moment(first.gebucht_am)} von ${first.gebucht_von_name ?? "Betreiber"}`],
        isLater(first) && ["Geschehen", happened(first.erfasst_am)],
        first.grund && ["Grund", first.grund],
        first.lieferung_id && [
          "Lieferung",
          <Link key="lieferung" href={`/lieferungen/${first.lieferung_id}`}>
            Lieferung ansehen
          </Link>,
        ],
        ["Nummern", numbers],
        [
          "Prüfsumme",
          <p key="hash" className="cut checksum" title={last.hash}>
            {last.hash}
          </p>,
        ],
      ]}
    />
  )
}
