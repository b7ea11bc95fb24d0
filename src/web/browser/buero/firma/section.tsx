import { type ReactNode, useId, useState } from "react"
import { useAccount } from "../../ui/session/account.tsx"
import { Button } from "../../ui/parts/button.tsx"
import { FactList } from "../../ui/parts/fact-list.tsx"

type Props = {
  title: string
  /** Purpose of these settings. */
  about: ReactNode
  facts: readonly (readonly [label: string, value: ReactNode])[]
  /** Below the facts. */
  children?: ReactNode
  /** Panel that changes them, drawn only while open, so that it reads the latest draft. */
  renderEdit: (close: () => void) => ReactNode
}

/** A group of settings, with a panel beside it for roles that may change them. */
export function Section({ title, about, facts, children, renderEdit }: Props) {
  const id = useId()
  const { rolle } = useAccount()
  const [edits, setEdits] = useState(false)
  const mayEdit = rolle !== "user"
  return (
    <section aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {mayEdit && (
          <Button look="quiet" icon="edit" label={`${title} bearbeiten`} onPress={() => setEdits(true)}>
            Bearbeiten
          </Button>
        )}
      </header>
      <p className="muted">{about}</p>
      <FactList rows={facts} />
      {children}
      {edits && renderEdit(() => setEdits(false))}
    </section>
  )
}
