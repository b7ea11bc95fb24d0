import { address, telephone } from "../../ui/values/format.ts"
import { LinkButton } from "./button.tsx"
import type { Kunde } from "../phone/tag.ts"

/** Links to call the customer, and to navigate there with the telephone's own application. */
export function Links({ kunde }: { kunde: Kunde }) {
  const way = wayTo(kunde)
  return (
    <div className="reihe">
      {kunde.telefon && <LinkButton sign="anrufen" label="Anrufen" href={telephone(kunde.telefon)} leaves />}
      {way && <LinkButton sign="weg" label="Navigieren" href={way} leaves />}
    </div>
  )
}

function wayTo(kunde: Kunde): string | undefined {
  const { breitengrad, laengengrad } = kunde
  const words = address(kunde)
  const point = breitengrad != null && laengengrad != null ? `${breitengrad},${laengengrad}` : undefined
  if (!point && !words) return undefined
  if (/iPhone|iPad|Macintosh/.test(navigator.userAgent))
    return `maps:?daddr=${encodeURIComponent(point ?? words)}`
  return `geo:${point ?? "0,0"}?q=${encodeURIComponent(point ?? words)}`
}
