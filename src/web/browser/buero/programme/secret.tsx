import { Dialog } from "../../ui/dialogs/dialog.tsx"
import { Button } from "../../ui/parts/button.tsx"
import { copyText } from "../../ui/parts/copy-text.ts"

type Props = {
  title: string
  /** Null if the request was repeated: the service tells a secret only once. */
  secret: string | null
  /** What to do with it. */
  advice: string
  /** What to do if it is null. */
  lost: string
  onClose: () => void
}

/** Shows a secret, which is shown only once. */
export function Secret({ title, secret, advice, lost, onClose }: Props) {
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={() => void copyText(secret ?? "", "Es ist kopiert")}>Kopieren</Button>
          <Button look="primary" onPress={onClose}>
            Ist eingetragen
          </Button>
        </>
      }
    >
      {secret ? (
        <>
          <p>{advice}</p>
          <p>
            <code className="key">{secret}</code>
          </p>
        </>
      ) : (
        <p role="alert">{lost}</p>
      )}
    </Dialog>
  )
}
