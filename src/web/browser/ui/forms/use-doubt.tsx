import { type ReactNode, useRef, useState } from "react"
import { isRefused } from "../api/fault.ts"
import { later } from "../parts/later.tsx"
import type { FormState } from "./form.tsx"

const Confirm = later(() => import("../dialogs/dialog.tsx").then((part) => part.Confirm))

/** A reason not to send a form yet, as a question: `Es gibt schon Adler GmbH (10012). Trotzdem anlegen?` */
export type Doubt = {
  title: string
  /** Paragraphs. */
  question: string[]
  /** Text of the button that sends nevertheless. */
  action: string
  /** Look of that button; `bad` if left out. */
  look?: "primary" | "bad"
  /** Text of the button that goes back to the form; `Abbrechen` if left out. */
  cancel?: string
  /** Puts the focus on the doubtful field, where it is when the question is closed. */
  goTo?: () => void
}

type Doubted = Doubt | undefined

/** Looks for a doubt about what is going to be sent. @param id of what is created */
export type DoubtOf<V> = (values: V, id: string) => Doubted | Promise<Doubted>

/**
 * Asks before a form is sent, if there is a doubt. A question that somebody has agreed to is not asked again before the
 * form is saved. Looking for a doubt may need the service. If that does not answer, the form is not sent, and says so, as
 * something unusual could be booked unasked. If it refuses, the form is sent all the same: either the service refuses that
 * as well, with the reason, or there was nothing to find.
 *
 * @returns the form with a `send` that asks, and the question, to be drawn beside the form
 */
export function useDoubt<V extends object>(
  form: FormState<V>,
  doubtOf: DoubtOf<V> | undefined,
): { form: FormState<V>; asked: ReactNode } {
  const [doubt, setDoubt] = useState<Doubt>()
  const [busy, setBusy] = useState(false)
  // A ref, as the state would be too late for a double click.
  const looking = useRef(false)
  const agreed = useRef("")
  if (!doubtOf) return { form, asked: null }
  // With the id, which changes when the form is saved.
  const wordsOf = ({ question }: Doubt): string => [form.id, ...question].join("\n")
  const look = async (): Promise<Doubted> => {
    try {
      return await doubtOf(form.values, form.id)
    } catch (error) {
      if (isRefused(error)) return undefined
      throw error
    }
  }
  const send = async (): Promise<void> => {
    if (looking.current) return
    looking.current = true
    setBusy(true)
    try {
      const found = await look()
      if (found && wordsOf(found) !== agreed.current) {
        // Before the question opens, as it will give the focus back there.
        found.goTo?.()
        setDoubt(found)
      } else await form.send()
    } catch (error) {
      form.failed(error)
    }
    setBusy(false)
    looking.current = false
  }
  const close = (): void => setDoubt(undefined)
  const agree = (found: Doubt): void => {
    agreed.current = wordsOf(found)
    close()
    void form.send()
  }
  const asked = doubt && (
    <Confirm {...doubt} isOpen onClose={close} run={() => agree(doubt)}>
      {doubt.question.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </Confirm>
  )
  return { form: { ...form, send, busy: busy || form.busy }, asked }
}
