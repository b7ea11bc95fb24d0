import type { ComponentProps, ReactNode } from "react"
import { Panel } from "../dialogs/dialog.tsx"
import { FormButtons } from "../parts/form-buttons.tsx"
import { Form, type FormState } from "./form.tsx"
import { DraftNotice } from "./draft-notice.tsx"
import { type Edited, useEdit } from "./use-edit.ts"

type Buttons = Omit<ComponentProps<typeof FormButtons>, "busy" | "cancel" | "cancelLabel">
type PanelProps<V extends object> = Partial<Buttons> & {
  title: string
  /** Name of the form, where it is not the title. */
  label?: string
  form: FormState<V>
  /** It books something: sent only by its button or Strg+Enter. */
  books?: boolean
  onClose: () => void
  children: ReactNode
}

/**
 * A form beside the page. When it is closed, the input is kept, and a message says so. Changes of a record can be
 * discarded at any time.
 */
export function FormPanel<V extends object>(props: PanelProps<V>) {
  const { title, label = title, form, books, onClose, children, ...buttons } = props
  const discard = (): void => {
    form.reset()
    onClose()
  }
  return (
    <Panel title={title} onClose={onClose}>
      <Form
        form={form}
        label={label}
        books={books}
        draftNotice={<DraftNotice form={form} discards={!form.changes} />}
      >
        {children}
        <FormButtons
          action="Speichern"
          {...(form.changes && { cancelLabel: "Änderungen verwerfen" })}
          {...(books && { keys: { does: "buchen" } })}
          {...buttons}
          busy={form.busy}
          cancel={form.changes ? discard : onClose}
        />
      </Form>
    </Panel>
  )
}

type EditProps<V extends object, R> = Edited<V, R> & {
  title: string
  /** Text of the button, if saving does more than to save. */
  actionOf?: (values: V) => string
  onClose: () => void
  children: (form: FormState<V>) => ReactNode
}

/** Changes a record beside its page, so that one sees what one talks about; closes when it is saved. */
export function EditPanel<V extends object, R extends { version: number }>(props: EditProps<V, R>) {
  const { title, actionOf, onClose, children, ...edited } = props
  const form = useEdit({ ...edited, leave: onClose })
  return (
    <FormPanel
      title={title}
      {...(actionOf && { action: actionOf(form.values) })}
      form={form}
      onClose={onClose}
    >
      {children(form)}
    </FormPanel>
  )
}
