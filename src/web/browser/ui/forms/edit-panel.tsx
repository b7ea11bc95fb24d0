import type { ReactNode } from "react"
import { Panel } from "../dialogs/dialog.tsx"
import { Form, type FormState, useForm } from "./form.tsx"
import { toast } from "../parts/toast.tsx"
import { FormButtons } from "../parts/form-buttons.tsx"

type FrameProps<V extends object> = {
  title: string
  form: FormState<V>
  onClose: () => void
  children: ReactNode
}

/** A form beside the page: stored with one button, given up with the other. */
export function FormPanel<V extends object>({ title, form, onClose, children }: FrameProps<V>) {
  const discard = (): void => {
    form.reset()
    onClose()
  }
  return (
    <Panel title={title} onClose={onClose}>
      <Form form={form} label={title}>
        {children}
        <FormButtons action="Speichern" busy={form.busy} cancel={discard} cancelLabel="Verwerfen" />
      </Form>
    </Panel>
  )
}

type Props<V extends object, R extends { version: number }> = {
  title: string
  /** Under this name what was entered survives a reload. */
  draft: string
  record: R
  valuesOf: (record: R) => V
  /** Names of the fields and words for their values, for a conflict with another person's change. */
  labels: Partial<Record<keyof V, string>>
  words?: Partial<{ [K in keyof V]: (value: V[K]) => string }>
  /** Reads the record as it is stored now. */
  read: () => Promise<R>
  /** Sends what was entered, for the version that was read. */
  save: (values: V, version: number | undefined) => Promise<R>
  /** Called when the record is stored; the panel closes. */
  saved: () => void
  onClose: () => void
  children: (form: FormState<V>) => ReactNode
}

/** Changes a record beside its page, so that one sees what one asks about. */
export function EditPanel<V extends object, R extends { version: number }>(props: Props<V, R>) {
  const { title, draft, record, valuesOf, labels, words, read, save, saved, onClose, children } = props
  const form = useForm<V, R>({
    draft,
    initial: valuesOf(record),
    save: (values, _id, version) => save(values, version),
    saved: () => {
      saved()
      toast("Gespeichert")
      onClose()
    },
    record: {
      version: record.version,
      labels,
      ...(words && { words }),
      read: async () => {
        const now = await read()
        return { values: valuesOf(now), version: now.version }
      },
    },
  })
  return (
    <FormPanel title={title} form={form} onClose={onClose}>
      {children(form)}
    </FormPanel>
  )
}
