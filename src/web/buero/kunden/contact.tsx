import { span } from "../../ui/format.ts"
import { Icon } from "../../ui/icons.tsx"
import type { Kunde } from "./fields.tsx"

/** How one gets there, when, and who is to be spoken to. */
export function Contact({ kunde }: { kunde: Kunde }) {
  const { anlieferungshinweis, strasse, plz, ort, ansprechpartner, telefon, email, notiz } = kunde
  const time = span(kunde.lieferzeit_von, kunde.lieferzeit_bis)
  const place = [plz, ort].filter(Boolean).join(" ")
  return (
    <section aria-labelledby="kontakt">
      <h2 id="kontakt">Anlieferung und Kontakt</h2>
      {anlieferungshinweis && <p className="remark">{anlieferungshinweis}</p>}
      <ul className="contact">
        {(strasse || place) && (
          <li>
            <Icon name="place" />
            <span>
              {strasse}
              {strasse && place && <br />}
              {place}
            </span>
          </li>
        )}
        {time && (
          <li>
            <Icon name="clock" />
            <span>{time} Uhr</span>
          </li>
        )}
        {ansprechpartner && (
          <li>
            <Icon name="staff" />
            <span>{ansprechpartner}</span>
          </li>
        )}
        {telefon && (
          <li>
            <Icon name="phone" />
            <a href={`tel:${telefon.replaceAll(" ", "")}`}>{telefon}</a>
          </li>
        )}
        {email && (
          <li>
            <Icon name="mail" />
            <a href={`mailto:${email}`}>{email}</a>
          </li>
        )}
      </ul>
      {!strasse && !place && !telefon && !email && <p className="muted">Noch ist nichts eingetragen.</p>}
      {notiz && (
        <>
          <h3>Notiz</h3>
          <p className="note">{notiz}</p>
        </>
      )}
    </section>
  )
}
