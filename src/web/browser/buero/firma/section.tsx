import {
  type ComponentProps,
  type ComponentType,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from "react"
import { useAccount } from "../../ui/session/account.tsx"
import { EditPanel } from "../../ui/forms/edit-panel.tsx"
import type { FormState } from "../../ui/forms/form.tsx"
import type { Edited } from "../../ui/forms/use-edit.ts"
import { Button } from "../../ui/parts/button.tsx"
import { FactList } from "../../ui/parts/fact-list.tsx"
import { among } from "../../ui/state/address.ts"
import { useParam } from "../../ui/state/url.ts"
import { type SectionId, sections } from "./sections.ts"

const titleOf = (at: SectionId): string => sections.find(({ id }) => id === at)?.label ?? ""

type Props<V extends object, R> = {
  at: SectionId
  /** Purpose of these settings. */
  about: ReactNode
  facts: ComponentProps<typeof FactList>["rows"]
  /** Below the facts. */
  children?: ReactNode
  /** The record that they belong to, and how it is changed. */
  edited: Edited<V, R>
  /** Fields of the panel that changes them. */
  Fields: ComponentType<{ form: FormState<V> }>
}

/** A group of settings, with a panel beside it for roles that may change them. */
export function Section<V extends object, R extends { version: number }>(props: Props<V, R>) {
  const { at, about, facts, children, edited, Fields } = props
  const id = useId()
  const title = titleOf(at)
  const box = useRef<HTMLElement>(null)
  const [asked] = useParam("abschnitt", among(sections))
  useEffect(() => {
    if (asked === at) box.current?.scrollIntoView()
  }, [asked, at])
  const { rolle } = useAccount()
  const [edits, setEdits] = useState(false)
  const mayEdit = rolle !== "user"
  return (
    <section aria-labelledby={id} ref={box}>
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
      {edits && (
        <EditPanel title={`${title} bearbeiten`} {...edited} onClose={() => setEdits(false)}>
          {(form) => <Fields form={form} />}
        </EditPanel>
      )}
    </section>
  )
}
