import { useState } from "react"
import { Link } from "react-aria-components"
import { type Answer, call } from "../../ui/api/call.ts"
import { Form, useForm } from "../../ui/forms/form.tsx"
import { Button } from "../../ui/parts/button.tsx"
import { FormButtons } from "../../ui/parts/form-buttons.tsx"
import { toast } from "../../ui/parts/toast.tsx"
import { euro } from "../../ui/values/format.ts"
import type { Pruefung } from "./checks.tsx"

type Hint = Pruefung["hinweise"][number]
type Props = { hints: readonly Hint[]; onBooked: () => void }

/** Accounts of earlier versions with a value without pieces, each with what makes it good. */
export const Hints = ({ hints, onBooked }: Props) => (
  <section aria-labelledby="hinweise">
    <h2 id="hinweise">Werte ohne Stücke</h2>
    <p className="muted">
      Kein Fehler: Frühere Versionen ließen auf diesen Konten Stücke zu einem Betrag neben zu viel
      zurückgekommenen zu einem anderen stehen, etwa nach geändertem Pfand. Es bleibt so stehen, bis es
      ausgeglichen wird.
    </p>
    <ul className="found">
      {hints.map((hint) => (
        <li key={`${hint.kunde_id} ${hint.pfandartikel_id}`}>
          <Mixed hint={hint} onBooked={onBooked} />
        </li>
      ))}
    </ul>
  </section>
)

function Mixed({ hint, onBooked }: { hint: Hint; onBooked: () => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <p>
        {hint.msg} <Link href={`/kunden/${hint.kunde_id}`}>Kunde ansehen</Link>
      </p>
      {isOpen ? (
        <Settle hint={hint} onBooked={onBooked} onClose={() => setOpen(false)} />
      ) : (
        <Button onPress={() => setOpen(true)}>Ausgleichen …</Button>
      )}
    </>
  )
}

function Settle({ hint, onBooked, onClose }: { hint: Hint; onBooked: () => void; onClose: () => void }) {
  const { kunde_id, pfandartikel_id, summe_cent } = hint
  const form = useForm<object, Answer<"post", "/api/pfandpruefung/ausgleich">>({
    draft: `pruefung/${kunde_id}/${pfandartikel_id}`,
    initial: {},
    save: (_, id) =>
      call("post", "/api/pfandpruefung/ausgleich", {
        body: { id, kunde_id, pfandartikel_id, erwartet_cent: summe_cent },
      }),
    saved: () => {
      toast("Der Wert ist ausgeglichen")
      onBooked()
    },
    leave: onClose,
  })
  return (
    <Form form={form} label="Ausgleich" books>
      <p>
        Gebucht werden Korrekturen in einem Vorgang: Das Konto ändert sich um{" "}
        <strong>{euro(summe_cent)}</strong>, die Stücke bleiben so viele und so alt, wie sie sind. Der Betrag
        steht in der nächsten Abrechnung.
      </p>
      <FormButtons action="Ausgleichen" busy={form.busy} cancel={onClose} />
    </Form>
  )
}
