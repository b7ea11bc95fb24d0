import type { ComponentProps, ReactNode } from "react"
import { Panel } from "../dialogs/dialog.tsx"
import { FormButtons } from "../parts/form-buttons.tsx"
import { Form, type FormState } from "./form.tsx"
import { LeftOver } from "./left-over.tsx"
import { type Edited, useEdit } from "./use-edit.ts"

type Buttons = Omit<ComponentProps<typeof FormButtons>, "busy" | "cancel">
type PanelProps<V extends object> = Partial<Buttons> & {
  title: string
  /** Name of the form, where it is not the title. */
  label?: string
  form: FormState<V>
  /** Sends what is booked: only with its button or Strg+Enter. */
  books?: boolean
  onClose: () => void
  children: ReactNode
}

/** A form beside the page: stored with one button, given up with the other. */
export function FormPanel<V extends object>(props: PanelProps<V>) {
  const { title, label = title, form, books, onClose, children, ...buttons } = props
  const discard = (): void => {
    form.reset()
    onClose()
  }
  return (
    <Panel title={title} onClose={onClose}>
      <Form form={form} label={label} books={books} leftOver={<LeftOver form={form} />}>
        {children}
        <FormButtons
          action="Speichern"
          cancelLabel="Verwerfen"
          {...(books && { keys: { does: "buchen" } })}
          {...buttons}
          busy={form.busy}
          cancel={discard}
        />
      </Form>
    </Panel>
  )
}

type EditProps<V extends object, R> = Edited<V, R> & {
  title: string
  onClose: () => void
  children: (form: FormState<V>) => ReactNode
}

/** Changes a record beside its page, so that one sees what one asks about; closes when it is stored. */
export function EditPanel<V extends object, R extends { version: number }>(props: EditProps<V, R>) {
  const { title, onClose, children, ...edited } = props
  const saved = (): void => {
    edited.saved()
    onClose()
  }
  const form = useEdit({ ...edited, saved })
  return (
    <FormPanel title={title} form={form} onClose={onClose}>
      {children(form)}
    </FormPanel>
  )
}
