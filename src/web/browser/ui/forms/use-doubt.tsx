import { type ReactNode, useRef, useState } from "react"
import { later } from "../parts/later.tsx"
import type { FormState } from "./form.tsx"

const Confirm = later(() => import("../dialogs/dialog.tsx").then((part) => part.Confirm))

/** A reason not to send a form yet, as a question: `Es gibt schon Adler GmbH (10012). Trotzdem anlegen?` */
export type Doubt = { title: string; question: string; action: string }

/** @returns a doubt about what is going to be sent, or nothing. @param id of what is made */
export type DoubtOf<V> = (values: V, id: string) => Promise<Doubt | undefined>

/**
 * Asks before a form is sent, where there is a doubt. What somebody has agreed to is not asked again. Without an answer
 * of the service it sends: the form says then what is the matter.
 *
 * @returns the form that asks, and the question, which is drawn beside the form
 */
export function useDoubt<V extends object>(
  form: FormState<V>,
  doubtOf: DoubtOf<V> | undefined,
): { form: FormState<V>; asked: ReactNode } {
  const [doubt, setDoubt] = useState<Doubt>()
  const [busy, setBusy] = useState(false)
  // The state would be too late for a second click in the same moment.
  const looking = useRef(false)
  const agreed = useRef("")
  if (!doubtOf) return { form, asked: null }
  const send = async (): Promise<void> => {
    if (looking.current) return
    looking.current = true
    setBusy(true)
    const found = await doubtOf(form.values, form.id).catch(() => undefined)
    if (found && found.question !== agreed.current) setDoubt(found)
    else await form.send()
    setBusy(false)
    looking.current = false
  }
  const agree = ({ question }: Doubt): void => {
    agreed.current = question
    setDoubt(undefined)
    void form.send()
  }
  const asked = doubt && (
    <Confirm
      title={doubt.title}
      action={doubt.action}
      isOpen
      onClose={() => setDoubt(undefined)}
      run={() => agree(doubt)}
    >
      <p>{doubt.question}</p>
    </Confirm>
  )
  return { form: { ...form, send, busy: busy || form.busy }, asked }
}
