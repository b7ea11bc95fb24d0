import { address, telephone } from "../../ui/values/format.ts"
import { Sign } from "./sign.tsx"
import type { Kunde, KundeKurz } from "../phone/tag.ts"

type Place = KundeKurz & Partial<Kunde>

/** To ring up, and to find the way: the telephone knows itself with which application. */
export function Links({ kunde }: { kunde: Place }) {
  const way = wayTo(kunde)
  return (
    <div className="reihe">
      {kunde.telefon && (
        <a className="taste" href={telephone(kunde.telefon)}>
          <Sign name="anrufen" />
          Anrufen
        </a>
      )}
      {way && (
        <a className="taste" href={way}>
          <Sign name="weg" />
          Navigieren
        </a>
      )}
    </div>
  )
}

function wayTo(kunde: Place): string | undefined {
  const { breitengrad, laengengrad } = kunde
  const words = address(kunde)
  const point = breitengrad != null && laengengrad != null ? `${breitengrad},${laengengrad}` : undefined
  if (!point && !words) return undefined
  if (/iPhone|iPad|Macintosh/.test(navigator.userAgent))
    return `maps:?daddr=${encodeURIComponent(point ?? words)}`
  return `geo:${point ?? "0,0"}?q=${encodeURIComponent(point ?? words)}`
}
