import type { ReactNode } from "react"
import type { Answer } from "../api/call.ts"
import { country, mail, span, telephone } from "../values/format.ts"
import { Icon, type IconName } from "../parts/icons.tsx"

type Kunde = Answer<"get", "/api/kunden/{id}">

/** A customer's address, opening hours and contact person. */
export function KundeContact({ kunde }: { kunde: Kunde }) {
  const { anlieferungshinweis, strasse, plz, ort, land, ansprechpartner, telefon, email } = kunde
  const time = span(kunde.lieferzeit_von, kunde.lieferzeit_bis)
  const place = [plz, ort].filter(Boolean).join(" ")
  return (
    <>
      {anlieferungshinweis && <p className="remark">{anlieferungshinweis}</p>}
      <ul className="contact">
        {(strasse || place) && (
          <Line icon="place">
            {strasse}
            {strasse && place && <br />}
            {place}
            {land !== "DE" && (
              <>
                <br />
                {country(land)}
              </>
            )}
          </Line>
        )}
        {time && <Line icon="clock">{time} Uhr</Line>}
        {ansprechpartner && <Line icon="staff">{ansprechpartner}</Line>}
        {telefon && (
          <Line icon="phone">
            <a href={telephone(telefon)}>{telefon}</a>
          </Line>
        )}
        {email && (
          <Line icon="mail">
            <a href={mail(email)}>{email}</a>
          </Line>
        )}
      </ul>
      {!strasse && !place && !telefon && !email && <p className="muted">Noch ist nichts eingetragen.</p>}
    </>
  )
}

const Line = ({ icon, children }: { icon: IconName; children: ReactNode }) => (
  <li>
    <Icon name={icon} />
    <span>{children}</span>
  </li>
)
