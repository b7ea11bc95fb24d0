import { bildartInWords } from "../../../../lib/arten.ts"
import { useGet } from "../../ui/state/query.ts"

/** Photos of the delivery; a click enlarges one. */
export function Pictures({ lieferung }: { lieferung: string }) {
  const { data } = useGet("/api/lieferungen/{id}/bilder", { path: { id: lieferung } })
  if (!data || data.items.length === 0) return null
  return (
    <div className="given-pictures">
      {data.items.map(({ id, url, vorschau_url, titel, art }) => (
        <a key={id} href={url} target="_blank" rel="noreferrer">
          <img src={vorschau_url} alt={titel ?? `Bild: ${bildartInWords[art]}`} />
        </a>
      ))}
    </div>
  )
}
