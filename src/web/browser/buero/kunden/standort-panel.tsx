import { call } from "../../ui/api/call.ts"
import { AskButton } from "../../ui/dialogs/dialog.tsx"
import { useAction } from "../../ui/dialogs/use-action.ts"
import { PrintedField, TextField, Toggle } from "../../ui/fields/field.tsx"
import { EditPanel, FormPanel } from "../../ui/forms/edit-panel.tsx"
import { formOf, labelled, type Values } from "../../ui/forms/form-of.ts"
import { type FormState, useForm } from "../../ui/forms/form.tsx"
import { recordAt } from "../../ui/forms/use-edit.ts"
import { toast } from "../../ui/parts/toast.tsx"
import type { Item } from "../../ui/state/list.ts"
import { country } from "../../ui/values/format.ts"
import { standortfelder } from "../../../../lib/felder/standort.ts"

type Standort = Item<"/api/standorte">

const { kunde_id: _, ...felder } = standortfelder
const declared = formOf(felder)
type StandortValues = Values<typeof felder>

const standortform = {
  ...declared,
  bodyOf: (values: StandortValues) => ({
    ...declared.bodyOf(values),
    land: values.land.toUpperCase() || "DE",
  }),
}

type Props = { kundeId: string; standort: Standort | undefined; onClose: () => void }

/** A place of the customer beside the page: a new one, or one that is there. */
export const StandortPanel = ({ kundeId, standort, onClose }: Props) =>
  standort ? <Edit standort={standort} onClose={onClose} /> : <New kundeId={kundeId} onClose={onClose} />

function New({ kundeId, onClose }: Omit<Props, "standort">) {
  const form = useForm<StandortValues, Standort>({
    draft: `kunden/${kundeId}/standorte/neu`,
    initial: standortform.valuesOf({}),
    save: (values, id) =>
      call("post", "/api/standorte", { body: { id, kunde_id: kundeId, ...standortform.bodyOf(values) } }),
    saved: ({ name }) => {
      toast(`${name} ist angelegt`)
    },
    leave: onClose,
  })
  return (
    <FormPanel title="Neuer Standort" form={form} action="Anlegen" onClose={onClose}>
      <Fields form={form} isNew />
    </FormPanel>
  )
}

function Edit({ standort, onClose }: { standort: Standort; onClose: () => void }) {
  const { busy, run } = useAction()
  const path = { id: standort.id }
  const remove = () =>
    run(
      () => call("delete", "/api/standorte/{id}", { path, ifMatch: standort.version }).then(onClose),
      `${standort.name} ist gelöscht`,
    )
  return (
    <EditPanel
      title="Standort bearbeiten"
      draft={`standorte/${standort.id}`}
      {...recordAt("/api/standorte/{id}", standort, standortform)}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Fields form={form} />
          <p className="buttons">
            <AskButton
              look="quiet"
              title={`${standort.name} löschen`}
              action="Löschen"
              isPending={busy}
              run={remove}
              question="Das geht, solange nichts dorthin geliefert oder geplant ist."
            >
              Löschen
            </AskButton>
          </p>
        </>
      )}
    </EditPanel>
  )
}

function Fields({ form, isNew }: { form: FormState<StandortValues>; isNew?: boolean }) {
  const field = labelled(form, declared.labels)
  const land = form.values.land.toUpperCase()
  return (
    <>
      <PrintedField {...field("name")} isRequired autoFocus={isNew} maxLength={felder.name.max} />
      <PrintedField {...field("strasse")} />
      <div className="pair">
        <TextField {...field("plz")} inputMode="numeric" />
        <PrintedField {...field("ort")} />
        <TextField
          {...field("land")}
          maxLength={2}
          hint={/^[A-Z]{2}$/.test(land) ? country(land) : "z. B. AT"}
        />
      </div>
      <div className="pair">
        <PrintedField {...field("ansprechpartner")} hint="Leer: der des Kunden" />
        <TextField {...field("telefon")} type="tel" hint="Leer: das des Kunden" />
      </div>
      <PrintedField {...field("anlieferungshinweis")} lines={3} hint="Liest der Fahrer als Erstes" />
      {!isNew && <Toggle {...field("aktiv")} label="Aktiv: wird beliefert" />}
    </>
  )
}
