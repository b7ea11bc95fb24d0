import {
  type FormEvent,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react"
import { useAway } from "../api/connection.ts"
import { fieldInWords, isExpired, isUnanswered, messageOf } from "../api/fault.ts"
import { Conflict } from "../dialogs/conflict.tsx"
import { WarnsOfUnsaved } from "../dialogs/dialog.tsx"
import { Faults, type Faulty } from "../fields/faults.tsx"
import { isSending } from "../keys/hotkeys.ts"
import { goToUnread, UnreadTexts } from "../values/figure.ts"
import { unbroken } from "../values/format.ts"
import { toast } from "../parts/toast.tsx"
import { Icon } from "../parts/icons.tsx"
import { DraftNotice } from "./draft-notice.tsx"
import { isStoredOtherwise, STORED_OTHERWISE, StoredOtherwise } from "./stored-otherwise.tsx"
import type { FormState } from "./use-form.ts"

export { useForm } from "./use-form.ts"
export type { FormState } from "./use-form.ts"

type FormProps<V extends object> = {
  form: FormState<V>
  children: ReactNode
  className?: string
  label?: string
  /** It books something for good: Enter in a field, which is easily pressed too early, does not send it. */
  books?: boolean
  /** Called when Strg+Enter is pressed while the button is disabled, to say why. */
  barred?: () => void
  /** Instead of the usual notice about a restored draft: for a form that discards it, or says so, in its own way. */
  draftNotice?: ReactNode
}

/** Days and times are typed into parts that are no native fields, so that their Enter would not send the form. */
const isEnterInDay = ({ key, target }: KeyboardEvent): boolean =>
  key === "Enter" && target instanceof Element && target.matches("[role=spinbutton]")

const FIRST = ["[aria-invalid=true]", "[data-invalid] button", "[role=alert]"]

/**
 * Sent with Strg+Enter and, unless it books, with Enter. Faults stand at their fields, and the first one gets the focus.
 * While a figure cannot be read, nothing is sent.
 */
export function Form<V extends object>(props: FormProps<V>) {
  const { form, children, className = "form", label, books = false, barred } = props
  const { draftNotice = <DraftNotice form={form} discards /> } = props
  const element = useRef<HTMLFormElement>(null)
  const [said, setSaid] = useState("")
  const { problem, faults, marked } = form
  const kept = { ...Object.fromEntries(marked.map((name) => [name, ""])), ...faults }
  const goToFirst = useEffectEvent(() => {
    const first = FIRST.map((wrong) => element.current?.querySelector<HTMLElement>(wrong)).find(Boolean)
    first?.focus()
    // So that the fault below it is visible, too, and not behind the buttons at the lower edge.
    first?.closest("[data-field]")?.scrollIntoView({ block: "nearest" })
  })
  useUnsavedWarning(form)
  const away = useAway()
  useLayoutEffect(
    () => setSaid(problem ? inWords(problem, faults, element.current, away) : ""),
    [problem, faults, away],
  )
  useLayoutEffect(() => {
    if (problem) goToFirst()
  }, [problem])
  const press = useEffectEvent((box: HTMLFormElement | null) => {
    if (!box?.querySelector<HTMLButtonElement>("button[type=submit]")?.disabled) box?.requestSubmit()
    else if (!goToUnread(box)) barred?.()
  })
  useEffect(() => {
    const box = element.current
    const listen = (event: KeyboardEvent): void => {
      const isSent = isSending(event) || (!books && isEnterInDay(event))
      if (isSent || (books && event.key === "Enter" && event.target instanceof HTMLInputElement))
        event.preventDefault()
      if (!isSent) return
      // Otherwise a focused button would be pressed as well, such as one that removes a line.
      if ((event.target as Element).closest("button:not([type=submit])")) event.stopPropagation()
      // After the field has read what was typed. The button may be disabled.
      setTimeout(() => press(box))
    }
    box?.addEventListener("keydown", listen)
    return () => box?.removeEventListener("keydown", listen)
  }, [books])
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!goToUnread(element.current)) void form.send()
  }
  return (
    <form ref={element} className={className} aria-label={label} onSubmit={submit} noValidate>
      {problem && (
        <p className="problem" role="alert" tabIndex={-1}>
          <Icon name="warning" />
          <span>{unbroken(said)}</span>
        </p>
      )}
      {/* Keeps the room of the message, so that the button does not move from under the pointer when somebody types. */}
      {!problem && marked.length > 0 && (
        <p className="problem mended" aria-hidden="true">
          &nbsp;
        </p>
      )}
      {draftNotice}
      <UnreadTexts value={form.unread}>
        <Faults value={kept}>{children}</Faults>
      </UnreadTexts>
      {form.conflict && <Conflict {...form.conflict} />}
      {form.storedOtherwise && <StoredOtherwise {...form.storedOtherwise} />}
    </form>
  )
}

/** Closes the message about the last form: beside the next one it would seem to be about that. */
let closeMessage = (): void => {}

/** When a form with input is closed, says that the input is kept, but not saved, or that it is still on its way. */
function useUnsavedWarning({ isKept, busy }: { isKept: () => boolean; busy: boolean }): void {
  const tells = useContext(WarnsOfUnsaved)
  const tell = useEffectEvent(() => {
    if (!tells || !isKept()) return
    closeMessage = busy
      ? toast("Das wird noch gespeichert.")
      : toast("Noch nicht gespeichert. Beim nächsten Öffnen stehen die Eingaben wieder da.", { warns: true })
  })
  useEffect(() => {
    closeMessage()
    return () => tell()
  }, [])
}

const UNSENT =
  "Keine Verbindung zum Server. Ihre Eingaben stehen noch da: Bitte noch einmal senden, sobald der Server wieder antwortet. Es zählt trotzdem nur einmal."
const EXPIRED =
  "Die Anmeldung war abgelaufen, gesendet ist noch nichts. Ihre Eingaben stehen noch da: Bitte noch einmal senden."
const BACK =
  "Eben war keine Verbindung zum Server, jetzt antwortet er wieder. Bitte noch einmal senden; es zählt trotzdem nur einmal."

/**
 * @returns the message above the form: it points to the marked fields, and tells the faults of fields it does not show
 */
function inWords(problem: Error, faults: Faulty, form: HTMLFormElement | null, away: boolean): string {
  if (isUnanswered(problem)) return away ? UNSENT : BACK
  if (isExpired(problem)) return EXPIRED
  if (isStoredOtherwise(problem)) return STORED_OTHERWISE
  const all = Object.entries(faults)
  if (all.length === 0) return messageOf(problem)
  const unshown = all.filter(([path]) => !form?.querySelector(`[data-field="${CSS.escape(path)}"]`))
  const marked = unshown.length < all.length ? ["Bitte die markierten Felder prüfen."] : []
  return [...marked, unshown.map(([path, msg]) => `${fieldInWords(path)} ${msg}`).join(", ")].join(" ")
}
