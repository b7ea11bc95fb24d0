import { Component, type ReactNode } from "react"

type Props = { children: ReactNode; at?: string }
type State = { failed: boolean; at?: string }

/** Instead of a blank page when a program fault shows, and for a part that an upgrade has replaced. */
export class Crash extends Component<Props, State> {
  override state: State = { failed: false }

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true }
  }

  /** Somewhere else, it may work. */
  static getDerivedStateFromProps({ at }: Props, before: State): State | null {
    return at === before.at ? null : { failed: false, ...(at !== undefined && { at }) }
  }

  override componentDidCatch(error: Error): void {
    if (isOldPage(error)) reloadOnce()
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      <div className="empty" role="alert">
        <h1>Da ist etwas schiefgegangen</h1>
        <p>Die Seite konnte nicht angezeigt werden. Eingaben in Formularen sind gespeichert.</p>
        <p>
          <a href={window.location.href}>Neu laden</a> · <a href="/">Zur Startseite</a>
        </p>
      </div>
    )
  }
}

/** A page from before an upgrade asks for a part that is gone. */
const isOldPage = (error: Error): boolean => /dynamically imported|module script/i.test(error.message)

const KEY = "neu geladen"

/** Gets the parts of the new one; at most once a minute, so that it never goes round in circles. */
export function reloadOnce(): void {
  const before = Number(sessionStorage.getItem(KEY) ?? 0)
  if (Date.now() - before < 60_000) return
  sessionStorage.setItem(KEY, String(Date.now()))
  window.location.reload()
}
