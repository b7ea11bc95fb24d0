import { Link } from "react-aria-components"
import { useGet } from "../state/query.ts"

/** A form that was begun for a customer; `day` tells several for the same customer apart. */
type Started = { kunde: string; href: string; day?: string }

/** Links back to forms that were begun and not sent. @param label says what they are */
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

/** A link with a customer's name, which it reads by itself: a booking may be done before the form has read it. */
export function KundeLink({ id, href, day }: { id: string; href: string; day?: string | undefined }) {
  const { data } = useGet("/api/kunden/{id}", { path: { id } })
  return (
    <Link href={href}>
      {data?.name ?? "…"}
      {day && ` (${day})`}
    </Link>
  )
}
