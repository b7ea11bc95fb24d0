import { useGet } from "../../ui/state/query.ts"
import { vorzeichen } from "../../../../lib/buchungsart.ts"
import { euro } from "../../ui/values/format.ts"
import type { BookingLine } from "./lines.ts"

/** Asks for the lines of a Vorgang that is booked anew. */
export const bookedIn = (vorgang_id: string) => ({ vorgang_id, sort: "lfd_nr" as const, limit: 200 })

/**
 * Says which lines of a Vorgang that is booked anew have another deposit by now: it is booked at today's. What comes back
 * is worth what was paid for it, whenever it is booked.
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
