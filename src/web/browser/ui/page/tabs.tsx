import { Link, useLocation } from "wouter"
import { useInSight } from "./in-sight.ts"
import { usePlaces } from "../state/screens.tsx"

/** The other screens of the place that is shown, each with its address; nothing on a screen of another kind. */
export function Tabs() {
  const [here] = useLocation()
  const place = usePlaces().find(({ tabs }) => tabs.some(({ href }) => href === here))
  const row = useInSight<HTMLElement>(here)
  if (!place || place.tabs.length < 2) return null
  return (
    <nav ref={row} className="tabs sideways no-print" aria-label={place.name}>
      {place.tabs.map(({ href, label }) => (
        <Link key={href} href={href} aria-current={href === here ? "page" : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  )
}
