import { Link } from "react-aria-components"
import { rhythmInWords } from "../../ui/records/regular-words.ts"
import { useList } from "../../ui/state/list.ts"
import { today } from "../../ui/values/format.ts"

/** The customer's Liefertage; without any, a link to agree on one. */
export function Regular({ kunde: { id, aktiv } }: { kunde: { id: string; aktiv: number } }) {
  const { items, isLoading, error } = useList("/api/liefertage", { query: { kunde_id: id } }, { watch: true })
  // Keeps the room of the line, so that nothing below it moves.
  if (isLoading) return <p>{"\u{a0}"}</p>
  if (error) return null
  const agreed = items.filter(({ bis }) => bis === null || bis >= today())
  if (agreed.length > 0)
    return (
      <p>
        Wird regelmäßig beliefert:{" "}
        <Link href={`/kunden/${id}#liefertage`}>{agreed.map(rhythmInWords).join(", ")}</Link>
      </p>
    )
  if (aktiv === 0) return null
  return (
    <p>
      <Link href={`/kunden/${id}?panel=liefertag`}>Regelmäßig liefern …</Link>
    </p>
  )
}
