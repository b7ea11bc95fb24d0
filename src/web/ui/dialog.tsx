import type { ReactNode } from "react"
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components"
import { Button } from "./button.tsx"

type Props = {
  title: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
  /** Buttons, the main one last. */
  actions?: ReactNode
  /** `panel`: at the side, over as little as possible, where one looks things up while typing. */
  kind?: "dialog" | "panel"
  /** For what must be answered. */
  role?: "dialog" | "alertdialog"
}

/** A window over the page; focus stays in it and goes back where it was. */
export function Dialog({
  title,
  isOpen,
  onClose,
  children,
  actions,
  kind = "dialog",
  role = "dialog",
}: Props) {
  return (
    <ModalOverlay
      className={kind === "panel" ? "veil beside" : "veil"}
      isOpen={isOpen}
      onOpenChange={(open) => open || onClose()}
      isDismissable={role === "dialog"}
    >
      <Modal className={kind}>
        <AriaDialog role={role} className="window">
          <header>
            <Heading slot="title">{title}</Heading>
            <Button look="quiet" icon="close" label="Schließen" onPress={onClose} />
          </header>
          <div className="window-body">{children}</div>
          {actions && <footer>{actions}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

type Question = {
  title: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
  /** The verb of what is done then. */
  action: string
  run: () => void
  busy?: boolean
}

/** Asks before something that cannot be undone. */
export function Confirm({ action, run, busy, ...props }: Question) {
  return (
    <Dialog
      {...props}
      role="alertdialog"
      actions={
        <>
          <Button onPress={props.onClose}>Abbrechen</Button>
          <Button look="bad" onPress={run} isPending={busy}>
            {action}
          </Button>
        </>
      }
    />
  )
}
