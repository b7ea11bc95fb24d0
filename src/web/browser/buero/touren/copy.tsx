import { useState } from "react"
import { call } from "../../ui/api/call.ts"
import { Button } from "../../ui/parts/button.tsx"
import { Dialog } from "../../ui/dialogs/dialog.tsx"
import { Choice, DateField } from "../../ui/fields/field.tsx"
import { Form, useForm } from "../../ui/forms/form.tsx"
import { date, plural, shifted } from "../../ui/values/format.ts"
import { FormButtons } from "../../ui/parts/form-buttons.tsx"
import type { Column } from "./tour.ts"

type Result = { items: unknown[]; ausgelassen: { kunde_id: string; kunde_name: string; grund: string }[] }
const ALL = "alle"

type Day = { datum: string; columns: Column[] }

/** The button that copies the tours of another day, usually of a week before. */
export function CopyTour(day: Day) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon="copy" onPress={() => setOpen(true)}>
        Tour übernehmen
      </Button>
      {isOpen && <Copy {...day} onClose={() => setOpen(false)} />}
    </>
  )
}

function Copy({ datum, columns, onClose }: Day & { onClose: () => void }) {
  const [result, setResult] = useState<Result>()
  const form = useForm<{ von: string; fahrer: string }, Result>({
    draft: `touren/${datum}/kopie`,
    initial: { von: shifted(datum, -7), fahrer: ALL },
    save: ({ von, fahrer }, id) =>
      call("post", "/api/touren/{datum}/kopie", {
        path: { datum },
        body: { id, von, ...(fahrer !== ALL && { fahrer_id: fahrer || null }) },
      }),
    saved: setResult,
  })
  return (
    <Dialog title={`Tour für den ${date(datum)} übernehmen`} isOpen onClose={onClose}>
      {result ? (
        <Copied result={result} onClose={onClose} />
      ) : (
        <Form form={form} label="Tour übernehmen">
          <DateField
            label="Von welchem Tag"
            name="von"
            value={form.values.von}
            onChange={(von) => von && form.set({ von })}
          />
          <Choice
            label="Welche Tour"
            value={form.values.fahrer}
            onChange={(fahrer) => form.set({ fahrer })}
            options={[
              { id: ALL, label: "Alle Touren des Tages" },
              ...columns.map(({ id, name }) => ({ id, label: name })),
            ]}
          />
          <p className="muted">
            Kunden, Zeiten und Artikel werden übernommen. Geräte nicht: Sie sind inzwischen woanders. Wer an
            diesem Tag schon eine Lieferung hat, wird ausgelassen.
          </p>
          <FormButtons action="Übernehmen" busy={form.busy} cancel={onClose} />
        </Form>
      )}
    </Dialog>
  )
}

function Copied({ result: { items, ausgelassen }, onClose }: { result: Result; onClose: () => void }) {
  return (
    <>
      <p>
        {plural(items.length, "Lieferung ist geplant.", "Lieferungen sind geplant.")}
        {ausgelassen.length > 0 && " Ausgelassen:"}
      </p>
      <ul className="left-out">
        {ausgelassen.map(({ kunde_id, kunde_name, grund }) => (
          <li key={kunde_id}>
            {kunde_name} <span className="muted">{grund}</span>
          </li>
        ))}
      </ul>
      <div className="buttons">
        <Button look="primary" onPress={onClose} autoFocus>
          Zur Tour
        </Button>
      </div>
    </>
  )
}
