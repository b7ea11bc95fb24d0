import { Link } from "react-aria-components"
import { date, today } from "../values/format.ts"

type Props = {
  kunde_id: string
  /** First day of what was settled, where it is known. */
  von?: string
  bis: string
}

/** Warns that settling again gives the same sum as long as the wrong booking is not corrected, and links to it. */
export function WrongBooking({ kunde_id, von, bis }: Props) {
  return (
    <p className="remark">
      War eine Buchung falsch, bitte zuerst diese berichtigen; sonst kommt dieselbe Summe heraus.{" "}
      <Link href={`/pfandbuch?kunde=${kunde_id}${von ? `&von=${von}` : ""}&bis=${bis}`}>
        Zu den Buchungen des Zeitraums
      </Link>
      {/* A Storno is captured when it is booked; the day of a correction is chosen. */}
      {bis < today() &&
        `. Eine Korrektur mit einem Tag bis ${date(bis)} zählt beim neuen Abrechnen mit, ein Storno von heute erst in einer Abrechnung bis heute.`}
    </p>
  )
}
