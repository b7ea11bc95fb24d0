import type { Lieferung } from "./plan.ts"

/** Recipient, signature, and the driver's notes. */
export function Outcome({ lieferung }: { lieferung: Lieferung }) {
  const { status, empfaenger_name, unterschrift, notiz } = lieferung
  if (status !== "zugestellt") return null
  return (
    <section aria-labelledby="uebergabe">
      <h2 id="uebergabe">Übergabe</h2>
      {unterschrift ? (
        <figure className="signature">
          <img src={unterschrift} alt={`Unterschrift von ${empfaenger_name ?? "unbekannt"}`} />
          <figcaption>{empfaenger_name ?? "Name nicht angegeben"}</figcaption>
        </figure>
      ) : (
        <p>{empfaenger_name ? `${empfaenger_name}, ohne Unterschrift` : "Ohne Name und Unterschrift"}</p>
      )}
      {notiz && <p className="note">{notiz}</p>}
    </section>
  )
}
