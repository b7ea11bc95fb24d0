import { Badge } from "../../ui/parts/badge.tsx"
import { FigureHead } from "../../ui/parts/figure-head.tsx"
import { date, pieces } from "../../ui/values/format.ts"
import type { Klaerung } from "./words.ts"

type Props = {
  angaben: Klaerung["angaben"]
  /** Whether to list the lines: not where fields show them already. */
  withLines: boolean
}

/** The driver's entries, as they were sent. */
export function Given({ angaben, withLines }: Props) {
  const { positionen, gezaehlt, lieferanschrift, datum, empfaenger_name, unterschrift, notiz, grund } =
    angaben
  const damaged = positionen.filter(({ zustand, bemerkung }) => zustand === "beschaedigt" || bemerkung)
  return (
    <section className="stack given" aria-label="Angaben des Fahrers">
      {grund && <p>Grund: {grund}</p>}
      {lieferanschrift && <p>Standort: {lieferanschrift}</p>}
      {withLines && positionen.length > 0 && (
        <table className="plain-table">
          <FigureHead name="Artikel oder Gerät" figures={["Hin", "Zurück"]} />
          <tbody>
            {positionen.map((one) => (
              <tr key={one.pfandartikel_id ?? one.geraet_id}>
                <th scope="row">
                  {one.bezeichnung} <span className="muted">{one.nummer}</span>
                </th>
                <td className="figures">{pieces(one.ist_ausgabe)}</td>
                <td className="figures">{pieces(one.ist_ruecknahme)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {datum && <p>Abends gezählt am {date(datum)}</p>}
      {gezaehlt.length > 0 && (
        <table className="plain-table">
          <FigureHead name="Artikel oder Gerät" figures={["Gezählt"]} />
          <tbody>
            {gezaehlt.map(({ art, nummer, bezeichnung, gezaehlt: menge }, i) => (
              // oxlint-disable-next-line react/no-array-index-key -- the same thing may stand there twice
              <tr key={i}>
                <th scope="row">
                  {bezeichnung} <span className="muted">{nummer}</span> {art === "ware" && "(Ware)"}
                </th>
                <td className="figures">{pieces(menge)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {damaged.map(({ nummer, bezeichnung, zustand, bemerkung }) => (
        <p key={nummer}>
          {bezeichnung} <span className="muted">{nummer}</span>{" "}
          {zustand === "beschaedigt" && <Badge tone="warn">Beschädigt</Badge>} {bemerkung}
        </p>
      ))}
      {unterschrift && (
        <figure className="signature">
          <img src={unterschrift} alt={`Unterschrift von ${empfaenger_name ?? "unbekannt"}`} />
          <figcaption>{empfaenger_name}</figcaption>
        </figure>
      )}
      {empfaenger_name && !unterschrift && <p>Angenommen von {empfaenger_name}, ohne Unterschrift</p>}
      {notiz && <p className="note">{notiz}</p>}
    </section>
  )
}
