import type { ReactNode } from "react"
import { useLocation } from "wouter"
import { type Answer, callUntyped, type Input, type PathWith } from "../api/call.ts"
import { WarnsOfUnsaved } from "../dialogs/dialog.tsx"
import { FormButtons } from "../parts/form-buttons.tsx"
import { toast } from "../parts/toast.tsx"
import { Form, type FormState, useForm } from "./form.tsx"
import { type DoubtOf, useDoubt } from "./use-doubt.tsx"

type Created = PathWith<"get"> & PathWith<"post">

type Props<P extends Created, V extends object> = {
  path: P
  /** Address of the list's screen; that of a record lies below it. */
  list: string
  initial: V
  bodyOf: (values: V) => Omit<Input<"post", P>["body" & keyof Input<"post", P>], "id">
  /** The message of success. */
  done: (made: Answer<"post", P>) => string
  /** Called when it is saved, before the form is closed. */
  stored?: () => void
  /** What comes afterwards, instead of the page of the new record. */
  next?: (made: Answer<"post", P>) => void
  /** Asks before it is created, if there is a doubt. */
  doubtOf?: DoubtOf<V>
  children: (form: FormState<V>) => ReactNode
}

/** Creates a record, and goes to its page. */
export function NewForm<P extends Created, V extends object>(props: Props<P, V>) {
  const { path, list, initial, bodyOf, done, stored, next, doubtOf, children } = props
  const [, navigate] = useLocation()
  const show = (made: Answer<"post", P>): void => navigate(`${list}/${(made as { id: string }).id}`)
  const unasked = useForm<V, Answer<"post", P>>({
    draft: `${list.slice(1)}/neu`,
    initial,
    save: async (values, id) =>
      (await callUntyped("post", path, { body: { id, ...bodyOf(values) } })).body as Answer<"post", P>,
    saved: (made, _, goesOn) => {
      stored?.()
      // A form that stays, as something was entered meanwhile, still shows what is stored by now.
      toast(done(made), goesOn ? { action: { label: "Öffnen", run: () => show(made) } } : {})
    },
    leave: (made) => (next ? next(made) : show(made)),
  })
  const { form, asked } = useDoubt(unasked, doubtOf)
  return (
    <WarnsOfUnsaved value>
      <Form form={form}>
        {children(form)}
        <FormButtons action="Anlegen" busy={form.busy} cancel={list} />
      </Form>
      {asked}
    </WarnsOfUnsaved>
  )
}
