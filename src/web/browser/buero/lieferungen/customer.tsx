import { Link } from "react-aria-components"
import type { Answer } from "../../ui/api/call.ts"
import { KundeContact } from "../../ui/records/kunde-contact.tsx"

/** Address of the delivery, and the person to call. */
export const Customer = ({ kunde }: { kunde: Answer<"get", "/api/kunden/{id}"> }) => (
  <section aria-labelledby="kunde">
    <h2 id="kunde">Kunde</h2>
    <p>
      <Link href={`/kunden/${kunde.id}`}>{kunde.name}</Link>
    </p>
    <KundeContact kunde={kunde} />
  </section>
)
