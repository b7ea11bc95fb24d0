import { Link, useLocation } from "wouter"
import { usePlaces } from "../state/screens.tsx"

/** The other screens of the place that is shown, each with its address; nothing on a screen of another kind. */
export function Tabs() {
  const [here] = useLocation()
  const place = usePlaces().find(({ tabs }) => tabs.some(({ href }) => href === here))
  if (!place || place.tabs.length < 2) return null
  return (
    <nav className="tabs no-print" aria-label={place.name}>
      {place.tabs.map(({ href, label }) => (
        <Link key={href} href={href} aria-current={href === here ? "page" : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  )
}
