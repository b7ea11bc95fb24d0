import { type ReactNode, useId, useState } from "react"
import { useAccount } from "../../ui/account.tsx"
import { Button } from "../../ui/button.tsx"
import { FactList } from "../../ui/fact-list.tsx"

type Props = {
  title: string
  /** What these settings are for. */
  about: ReactNode
  facts: readonly (readonly [label: string, value: ReactNode])[]
  /** Below the facts. */
  children?: ReactNode
  /** What changes them. It is drawn while it is needed, so that a draft is read when it begins. */
  renderEdit: (close: () => void) => ReactNode
}

/** Settings that belong together: what is set is read here, and changed beside it by whoever may. */
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
