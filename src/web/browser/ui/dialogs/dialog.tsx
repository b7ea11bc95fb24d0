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
  /** For what must be answered. */
  role?: "dialog" | "alertdialog"
  /** Hides the page behind it, which keeps its state, from view, screen readers and print. */
  hides?: boolean
}

/** Time in ms in which the second click of a double click comes. */
const DOUBLE = 300

/** A window over the page; focus stays in it and goes back where it was. */
export function Dialog({ title, isOpen, onClose, children, actions, role = "dialog", hides }: Props) {
  useEffect(() => {
    if (!isOpen) return
    const { classList } = document.documentElement
    return () => {
      // The second click on a button that closes the window would press what lies behind it.
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

/** A choice has a field of the browser's own behind it, which nobody sees. */
export const firstField = (panel: HTMLElement): HTMLElement | undefined =>
  [...panel.querySelectorAll<HTMLElement>(FIELD)].find((field) => !field.closest("[aria-hidden=true]"))

/** Panels that are open, the uppermost last: one may have opened another. */
const panels: HTMLElement[] = []

/**
 * Escape is for the uppermost panel, also from one below it, where the focus stays while the upper one has no field; from
 * a field of the page beside it, or a window above it, it is for none.
 */
const isMeant = ({ target }: KeyboardEvent, panel: HTMLElement): boolean =>
  panels.at(-1) === panel &&
  target instanceof Element &&
  (target.closest(".panel") !== null || !target.closest(`${FIELD}, [contenteditable], .veil, .popover`))

/** True where a form, going out of sight with a window or screen, says that it keeps what was entered. */
export const WarnsOfUnsaved = createContext(false)

/** At the side, where one goes on looking things up in the page while typing. It is there as long as it is drawn. */
export function Panel({ title, onClose, children }: Pick<Props, "title" | "onClose" | "children">) {
  const element = useRef<HTMLElement>(null)
  const id = useId()
  const subject = use(Subject)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const before = focusTrail()
    const panel = element.current
    if (panel) panels.push(panel)
    // Without a field, the focus stays on the row or button that opened it; opened by an address, the dialog takes it.
    const first = (panel && firstField(panel)) ?? (isNowhere(document.activeElement) ? panel : null)
    first?.focus()
    // At the window, so that an open list or calendar within it has Escape first.
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
  /** The verb of what is done then. */
  action: string
  /** Look of its button; `bad` if left out. */
  look?: "primary" | "bad"
  /** Words of the other button; `Abbrechen` if left out. */
  cancel?: string
  run: () => void
  busy?: boolean
  /** The subject of the question is not known yet. */
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
