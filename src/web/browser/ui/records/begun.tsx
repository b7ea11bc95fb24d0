import { Link } from "react-aria-components"
import { useGet } from "../state/query.ts"

/** A form that was begun for a customer; `day` tells it from others for the same one. */
type Started = { kunde: string; href: string; day?: string }

/** Ways back to forms that were begun and not sent. @param label says what is still to be done with them */
export function Begun({ label, forms }: { label: string; forms: Started[] }) {
  if (forms.length === 0) return null
  return (
    <p className="earlier">
      {label}:{" "}
      {forms.map(({ kunde, href, day }, i) => (
        <span key={href}>
          {i > 0 && ", "}
          <KundeLink href={href} id={kunde} day={day} />
        </span>
      ))}
    </p>
  )
}

/** A customer's name, read where it is shown: a booking may be faster than the name of the form's customer. */
export function KundeLink({ id, href, day }: { id: string; href: string; day?: string | undefined }) {
  const { data } = useGet("/api/kunden/{id}", { path: { id } })
  return (
    <Link href={href}>
      {data?.name ?? "…"}
      {day && ` (${day})`}
    </Link>
  )
}
