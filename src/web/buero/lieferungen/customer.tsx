import { Link } from "react-aria-components"
import type { Answer } from "../../ui/api/call.ts"
import { address, span } from "../../ui/format.ts"
import { Icon } from "../../ui/icons.tsx"

/** Where it goes, and whom to call when it does not. */
export function Customer({ kunde }: { kunde: Answer<"get", "/api/kunden/{id}"> }) {
  const { id, name, ansprechpartner, telefon, anlieferungshinweis, lieferzeit_von, lieferzeit_bis } = kunde
  const times = span(lieferzeit_von, lieferzeit_bis)
  const place = address(kunde)
  return (
    <section aria-labelledby="kunde">
      <h2 id="kunde">Kunde</h2>
      <p>
        <Link href={`/kunden/${id}`}>{name}</Link>
      </p>
      {anlieferungshinweis && <p className="remark">{anlieferungshinweis}</p>}
      <ul className="contact">
        {place && (
          <li>
            <Icon name="place" />
            <span>{place}</span>
          </li>
        )}
        {times && (
          <li>
            <Icon name="clock" />
            <span>{times} Uhr</span>
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
      </ul>
    </section>
  )
}
