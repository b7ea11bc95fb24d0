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
  /** Words of the button that sends nevertheless. */
  action: string
  /** Look of that button; `bad` if left out. */
  look?: "primary" | "bad"
  /** Words of the button that goes back to the form; `Abbrechen` if left out. */
  cancel?: string
  /** Puts the focus where the doubt is about: it is there when the question has gone. */
  goTo?: () => void
}

type Doubted = Doubt | undefined

/** @returns a doubt about what is going to be sent, or nothing. @param id of what is made */
export type DoubtOf<V> = (values: V, id: string) => Doubted | Promise<Doubted>

/**
 * Asks before a form is sent, where there is a doubt. What somebody has agreed to is not asked again in the same words
 * until the form is stored. Finding a doubt may take a question to the service. Is that not answered, the form is not
 * sent, and says so: what is unusual could be booked unasked. Is it refused, the form is sent all the same: the service
 * will refuse that too, with the reason, or there was nothing to find.
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
  // With the id, which is another one as soon as the form is stored.
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
        // Before the question opens, as it gives the focus back to where it was.
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
