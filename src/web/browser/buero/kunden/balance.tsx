import { Link } from "wouter"
import type { Answer } from "../../ui/api/call.ts"
import { Button, ButtonLink } from "../../ui/parts/button.tsx"
import { piecesInWords } from "../../ui/values/contents.ts"
import { ago, date, euro, pieces } from "../../ui/values/format.ts"
import { useSettled } from "../../ui/page/in-order.tsx"
import type { Kunde } from "./fields.tsx"
import { isAny, OpenInWords, useOpen } from "./planned.tsx"

export type Konto = Answer<"get", "/api/kunden/{id}/pfandkonto">

type Props = { konto: Konto | undefined; kunde: Kunde; onSettle: () => void }

/** @returns whose favour a balance is in, in words */
export const sideOf = (cent: number): string => (cent < 0 ? "Guthaben des Kunden" : "Pfand beim Kunden")

/** The first question on the telephone: how much deposit is with this customer. */
export function Balance({ konto, kunde, onSettle }: Props) {
  const { data: open, isLoading } = useOpen(kunde.id, kunde.aktiv === 0)
  useSettled(konto !== undefined && !isLoading)
  if (!konto || isLoading) return <div className="balance" aria-busy="true" />
  const held = konto.artikel.reduce((sum, { bestand }) => sum + Math.max(0, bestand), 0)
  const devices = konto.geraete.filter(({ beim_kunden }) => beim_kunden).length
  return (
    <section className="balance" aria-label="Pfandsaldo">
      <div>
        <p className="muted">{sideOf(konto.wert_cent)}</p>
        <p className={konto.wert_cent < 0 ? "figure bad" : "figure"}>{euro(Math.abs(konto.wert_cent))}</p>
      </div>
      <dl>
        <div>
          <dt>Stück</dt>
          <dd>{pieces(held)}</dd>
        </div>
        <div>
          <dt>Geräte</dt>
          <dd>{pieces(devices)}</dd>
        </div>
        {konto.seit_am && (
          <div>
            <dt>Ältestes seit</dt>
            <dd title={ago(konto.seit_am)}>{date(konto.seit_am)}</dd>
          </div>
        )}
        <div>
          <dt>Abrechnung</dt>
          <dd>
            {{ je_lieferung: "je Lieferung", monatlich: "monatlich", keine: "keine" }[kunde.abrechnung]}
          </dd>
        </div>
      </dl>
      <p className="buttons">
        <Button look="quiet" icon="settle" onPress={onSettle}>
          Jetzt abrechnen …
        </Button>
        <ButtonLink look="quiet" href={`/abrechnungen?kunde=${kunde.id}`}>
          Abrechnungen
        </ButtonLink>
      </p>
      <LastReturn konto={konto} />
      {kunde.aktiv === 0 && open && isAny(open) && (
        <p className="remark">
          Nicht mehr aktiv, aber es gibt noch <OpenInWords id={kunde.id} open={open} />.
        </p>
      )}
      {konto.negativ && (
        <p className="remark">Von manchem kam mehr zurück, als ausgegeben wurde: unten steht es dabei.</p>
      )}
    </section>
  )
}

/** The second question on the telephone: what came back last, and when. Empty for a customer who never had anything. */
function LastReturn({ konto: { kunde_id, seit_am, letzte_rueckgabe: last } }: { konto: Konto }) {
  if (!last) return seit_am && <p className="last-return muted">Zurückgebracht wurde noch nichts.</p>
  const words = piecesInWords(last.positionen)
  return (
    <p className="last-return" title={words}>
      <span className="muted">Zuletzt zurückgebracht</span>{" "}
      <Link href={`/pfandbuch?kunde=${kunde_id}&vorgang=${last.vorgang_id}`}>{date(last.erfasst_am)}</Link>{" "}
      <span className="muted">({ago(last.erfasst_am)}):</span> {words}
    </p>
  )
}
