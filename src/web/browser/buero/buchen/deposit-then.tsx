import { useGet } from "../../ui/state/query.ts"
import { vorzeichen } from "../../../../lib/buchungsart.ts"
import { euro } from "../../ui/values/format.ts"
import type { BookingLine } from "./lines.ts"

/** @returns the query for the bookings of a Vorgang */
export const bookedIn = (vorgang_id: string) => ({ vorgang_id, sort: "lfd_nr" as const, limit: 200 })

/**
 * When a Vorgang is booked again, names the lines whose deposit has changed since, as today's is booked. Returns are left
 * out: they are worth what was paid for them.
 */
export function DepositThen({ like, lines }: { like: string; lines: readonly BookingLine[] }) {
  const { data } = useGet("/api/pfandbuchungen", { query: bookedIn(like) }, { enabled: like !== "" })
  const changed = (data?.items ?? []).flatMap(({ art, pfandartikel_id, geraet_id, betrag_cent }) => {
    const now = lines.find(({ id }) => id === (pfandartikel_id ?? geraet_id))
    if (!now || vorzeichen(art) < 0 || now.pfand_cent === betrag_cent) return []
    return `${now.bezeichnung} ${euro(now.pfand_cent)} statt ${euro(betrag_cent)}`
  })
  if (changed.length === 0) return null
  return <p className="remark">{`Gebucht wird zum Pfand von heute: ${[...new Set(changed)].join(", ")}.`}</p>
}
