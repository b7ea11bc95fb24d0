import { KundeContact } from "../../ui/kunde-contact.tsx"
import type { Kunde } from "./fields.tsx"

/** What is known of how a customer is reached, and what was noted. */
export function Contact({ kunde }: { kunde: Kunde }) {
  return (
    <section aria-labelledby="kontakt">
      <h2 id="kontakt">Anlieferung und Kontakt</h2>
      <KundeContact kunde={kunde} />
      {kunde.notiz && (
        <>
          <h3>Notiz</h3>
          <p className="note">{kunde.notiz}</p>
        </>
      )}
    </section>
  )
}
