import { Link } from "react-aria-components"
import { useGet } from "../state/query.ts"
import { date } from "../values/format.ts"

type Props = {
  geraet_id: string
  /** Whose own deliveries are left out; or the delivery itself. */
  except: { kunde_id: string } | { lieferung_id: string }
}

/** Other open deliveries that are to bring the same device: only one of them can. */
export function PlannedElsewhere({ geraet_id, except }: Props) {
  const { data } = useGet("/api/geraete/{id}/geplant", { path: { id: geraet_id } })
  const others = (data?.items ?? []).filter((one) =>
    "kunde_id" in except ? one.kunde_id !== except.kunde_id : one.lieferung_id !== except.lieferung_id,
  )
  if (others.length === 0) return null
  return (
    <p className="remark" role="status">
      Schon eingeplant:{" "}
      {others.map(({ lieferung_id, datum, kunde_name }, index) => (
        <span key={lieferung_id}>
          {index > 0 && ", "}
          <Link href={`/lieferungen/${lieferung_id}`}>
            {date(datum)} für {kunde_name}
          </Link>
        </span>
      ))}
    </p>
  )
}
