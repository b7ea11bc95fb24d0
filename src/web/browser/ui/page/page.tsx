import { type ReactNode, useEffect } from "react"
import { Link } from "react-aria-components"
import { Link as PlainLink, useLocation } from "wouter"
import { isGone, messageOf } from "../api/fault.ts"
import { helpOf } from "./help.ts"
import { Icon } from "../parts/icons.tsx"
import { Subject } from "../parts/subject.ts"
import { giveKeys } from "../keys/keys-ahead.ts"
import { useTitle } from "../state/url.ts"
import { useCameFrom, type BackLink } from "./came-from.ts"
import { useInSight } from "./in-sight.ts"
import { usePlaces } from "../state/screens.tsx"

type Props = {
  title: string
  /** Its subject, for the tab and the history, if the title does not name it. */
  about?: string | undefined
  /** Link to the list of the record; if one came from another list or a board, the link leads there. */
  back?: BackLink
  /** Beside the title: states, a number. */
  beside?: ReactNode
  /** Actions; the main one last. */
  actions?: ReactNode
  /** `full`: the content fills the window and scrolls inside, as a table does. */
  kind?: "full" | "scroll"
  children: ReactNode
}

/** The frame of every screen: its title, what can be done, and the content below. */
export function Page({ title, about, back, beside, actions, kind = "scroll", children }: Props) {
  useTitle(about ? `${title}: ${about}` : title)
  const from = useCameFrom()
  const way = back && (from ?? back)
  return (
    <Subject value={back && title}>
      <header className="page-head">
        <div className="page-title">
          {way && (
            <Link href={way.href} className="back">
              <Icon name="left" />
              {way.label}
            </Link>
          )}
          <h1 className="cut" title={title}>
            {title}
          </h1>
          {beside}
        </div>
        <div className="page-actions no-print">
          {actions}
          <Help />
        </div>
        <Tabs />
      </header>
      <div className={kind === "full" ? "page full" : "page"}>{children}</div>
    </Subject>
  )
}

/** The handbook's text on this screen, shown beside it. */
function Help() {
  const [here] = useLocation()
  return (
    // A page of its own, which is no part of this application.
    <a href={helpOf(here)} target="_blank" rel="noopener" className="button quiet help">
      <Icon name="help" />
      <span>Hilfe</span>
    </a>
  )
}

const HOME = { href: "/", label: "Zur Übersicht" }

type NothingProps = { title: string; back?: BackLink; children: ReactNode }

/** Instead of a page that cannot be shown: why, and a way back. */
function Nothing({ title, back = HOME, children }: NothingProps) {
  useEffect(giveKeys, [])
  return (
    <Page title={title}>
      <div className="empty">
        <p>{children}</p>
        <Link href={back.href} className="button">
          <Icon name="left" />
          {back.label}
        </Link>
      </div>
    </Page>
  )
}

type NotFoundProps = { what?: string; back?: BackLink }

/** For something that does not exist. @param props.back the list of what there is */
export const NotFound = ({ what = "Diese Seite gibt es nicht", ...props }: NotFoundProps) => (
  <Nothing title={what} {...props}>
    Vielleicht wurde etwas gelöscht, oder die Adresse hat einen Tippfehler.
  </Nothing>
)

type WithoutProps = Required<NotFoundProps> & { error: Error | null; name: string }

/**
 * The page while a record is not here: gone, not readable, or not loaded yet. A function and not a component, so that React
 * keeps the same <Page> when the record comes.
 */
export const pageInstead = ({ error, name, ...gone }: WithoutProps): ReactNode =>
  isGone(error) ? (
    <NotFound {...gone} />
  ) : (
    <Page title={error ? name : " "} back={gone.back}>
      {error && <p role="alert">{messageOf(error)}</p>}
    </Page>
  )

/** For a screen that this role may not open. */
export const NotAllowed = ({ what }: { what: string }) => (
  <Nothing title="Keine Berechtigung">
    „{what}“ ist für Ihr Konto nicht freigegeben. Wer in Ihrer Firma die Konten führt, kann Ihnen eine andere
    Rolle geben.
  </Nothing>
)

/** Tabs to the screens that belong together with the one shown; nothing on a screen that is not among them. */
function Tabs() {
  const [here] = useLocation()
  const place = usePlaces().find(({ tabs }) => tabs.some(({ href }) => href === here))
  const row = useInSight<HTMLElement>(here)
  if (!place || place.tabs.length < 2) return null
  return (
    <nav ref={row} className="tabs sideways no-print" aria-label={place.name}>
      {place.tabs.map(({ href, label }) => (
        <PlainLink key={href} href={href} aria-current={href === here ? "page" : undefined}>
          {label}
        </PlainLink>
      ))}
    </nav>
  )
}
