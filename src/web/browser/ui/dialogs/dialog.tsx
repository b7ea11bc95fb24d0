import {
  type ComponentProps,
  createContext,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  use,
  useRef,
  useState,
} from "react"
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components"
import { Button } from "../parts/button.tsx"
import { Subject } from "../parts/subject.ts"
import { focusAlong, focusTrail, isNowhere } from "../keys/focus-trail.ts"

type Props = {
  title: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
  /** Buttons, the main one last. */
  actions?: ReactNode
  /** `alertdialog` for a question that must be answered. */
  role?: "dialog" | "alertdialog"
  /** Hides the page behind it from view, screen readers and print; the page keeps its state. */
  hides?: boolean
}

/** Within this time the second click of a double click comes. In ms. */
const DOUBLE = 300

/** A modal window. The focus stays in it, and goes back afterwards. */
export function Dialog({ title, isOpen, onClose, children, actions, role = "dialog", hides }: Props) {
  useEffect(() => {
    if (!isOpen) return
    const { classList } = document.documentElement
    return () => {
      // The second click of a double click on the closing button would press something behind the window.
      classList.add("unpressed")
      setTimeout(() => classList.remove("unpressed"), DOUBLE)
    }
  }, [isOpen])
  return (
    <ModalOverlay
      className={hides ? "veil hiding" : "veil"}
      isOpen={isOpen}
      onOpenChange={(open) => open || onClose()}
      isDismissable={role === "dialog"}
    >
      <Modal className="dialog">
        <AriaDialog role={role} className="window">
          <header>
            <Heading slot="title">{title}</Heading>
            <Button look="quiet" icon="close" label="Schließen" onPress={onClose} />
          </header>
          <div className="window-body">
            <WarnsOfUnsaved value>{children}</WarnsOfUnsaved>
          </div>
          {actions && <footer>{actions}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

const FIELD = "input:not([type=hidden]), textarea, select, button[aria-haspopup=listbox], [role=spinbutton]"

/** @returns the first visible field of a panel: a <Choice> has a hidden field of the browser behind it */
export const firstField = (panel: HTMLElement): HTMLElement | undefined =>
  [...panel.querySelectorAll<HTMLElement>(FIELD)].find((field) => !field.closest("[aria-hidden=true]"))

/** The open panels, the uppermost last: one may have opened another. */
const panels: HTMLElement[] = []

/**
 * Escape closes the uppermost panel, even if the focus is still in one below it, because the upper one has no field. It
 * closes none if the focus is in a field of the page, or in a window above.
 */
const isMeant = ({ target }: KeyboardEvent, panel: HTMLElement): boolean =>
  panels.at(-1) === panel &&
  target instanceof Element &&
  (target.closest(".panel") !== null || !target.closest(`${FIELD}, [contenteditable], .veil, .popover`))

/** Whether a form that is closed with its window or screen says that its input is kept but not saved. */
export const WarnsOfUnsaved = createContext(false)

/** A panel at the side, so that the page stays usable while one types. Open as long as it is drawn. */
export function Panel({ title, onClose, children }: Pick<Props, "title" | "onClose" | "children">) {
  const element = useRef<HTMLElement>(null)
  const id = useId()
  const subject = use(Subject)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const before = focusTrail()
    const panel = element.current
    if (panel) panels.push(panel)
    // Without a field, the focus stays on what opened the panel; opened by an address, the panel itself takes it.
    const first = (panel && firstField(panel)) ?? (isNowhere(document.activeElement) ? panel : null)
    first?.focus()
    // On `window`, so that an open list or calendar in the panel gets Escape first.
    const listen = (event: KeyboardEvent): void => {
      if (event.key !== "Escape" || event.defaultPrevented || !panel || !isMeant(event, panel)) return
      event.preventDefault()
      close()
    }
    window.addEventListener("keydown", listen)
    return () => {
      window.removeEventListener("keydown", listen)
      if (panel) panels.splice(panels.indexOf(panel), 1)
      focusAlong(before)
    }
  }, [])
  return (
    <section className="panel window" ref={element} aria-labelledby={id} tabIndex={-1}>
      <header>
        <h2 id={id}>{title}</h2>
        <Button look="quiet" icon="close" label="Schließen" onPress={onClose} />
      </header>
      {subject && <p className="subject">{subject}</p>}
      <div className="window-body">
        <WarnsOfUnsaved value>{children}</WarnsOfUnsaved>
      </div>
    </section>
  )
}

type Question = {
  title: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
  /** Text of the button: the verb of what is done. */
  action: string
  /** Look of its button; `bad` if left out. */
  look?: "primary" | "bad"
  /** Words of the other button; `Abbrechen` if left out. */
  cancel?: string
  run: () => void
  busy?: boolean
  /** For a question whose subject is not known yet. */
  isDisabled?: boolean
}

/** Asks before something that cannot be undone. */
export function Confirm({ action, look = "bad", cancel = "Abbrechen", run, ...question }: Question) {
  const { busy, isDisabled, ...props } = question
  return (
    <Dialog
      {...props}
      role="alertdialog"
      actions={
        <>
          <Button onPress={props.onClose}>{cancel}</Button>
          <Button look={look} onPress={run} isPending={busy} isDisabled={isDisabled}>
            {action}
          </Button>
        </>
      }
    />
  )
}

type AskProps = Omit<ComponentProps<typeof Button>, "onPress"> &
  Pick<Question, "title" | "action" | "run"> & { question: ReactNode }

/** A button that asks before it does something that cannot be undone. */
export function AskButton({ title, action, run, question, ...button }: AskProps) {
  const [isOpen, setOpen] = useState(false)
  const confirmed = (): void => {
    setOpen(false)
    run()
  }
  return (
    <>
      <Button {...button} onPress={() => setOpen(true)} />
      <Confirm title={title} action={action} isOpen={isOpen} onClose={() => setOpen(false)} run={confirmed}>
        <p>{question}</p>
      </Confirm>
    </>
  )
}
