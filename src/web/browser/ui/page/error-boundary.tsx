import { Component, type ReactNode } from "react"
import { tabStore } from "../values/stores.ts"

/** `explain`: content for an error that is no fault of the program; undefined for any other error. */
type Props = { children: ReactNode; at?: string; explain?: (error: Error) => ReactNode }
type State = { error?: Error | undefined; at?: string }

/** Instead of a blank page: for a fault of the program, or a part of it that an upgrade has replaced. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = {}

  static getDerivedStateFromError(error: Error): Partial<State> {
    return { error }
  }

  /** At another address it may work again. */
  static getDerivedStateFromProps({ at }: Props, before: State): State | null {
    return at === before.at ? null : { error: undefined, ...(at !== undefined && { at }) }
  }

  override componentDidCatch(error: Error): void {
    if (isOldPage(error)) reloadOnce()
  }

  override render(): ReactNode {
    const { error } = this.state
    if (!error) return this.props.children
    return (
      this.props.explain?.(error) ?? (
        <div className="empty" role="alert">
          <h1>Da ist etwas schiefgegangen</h1>
          <p>
            Die Seite konnte nicht angezeigt werden.{" "}
            {tabStore.keepsAll()
              ? "Eingaben in Formularen stehen nach dem Neuladen wieder da."
              : "Der Speicher dieses Browsers ist voll: Was zuletzt in Formularen stand, geht mit dem Neuladen verloren."}
          </p>
          <p>
            <a href={window.location.href}>Neu laden</a> · <a href="/">Zur Startseite</a>
          </p>
        </div>
      )
    )
  }
}

/** @returns whether a page from before an upgrade has asked for a part that is gone */
const isOldPage = (error: Error): boolean => /dynamically imported|module script/i.test(error.message)

const KEY = "neu geladen"

/** Reloads the page, at most once a minute, so that it never goes round in circles. */
export function reloadOnce(): void {
  const before = Number(tabStore.get(KEY) ?? 0)
  // If the time cannot be stored, the next page would not know of this reload.
  if (Date.now() - before < 60_000 || !tabStore.set(KEY, String(Date.now()))) return
  window.location.reload()
}
