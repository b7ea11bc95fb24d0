import { useState } from "react"
import { Link } from "react-aria-components"
import { browserStore } from "../../ui/values/stores.ts"
import { useAccount } from "../../ui/session/account.tsx"
import { Button } from "../../ui/parts/button.tsx"
import { Icon } from "../../ui/parts/icons.tsx"
import { useHasScreen } from "../../ui/state/screens.tsx"
import type { Today } from "./model.ts"

type Step = keyof NonNullable<Today["erste_schritte"]>

/** In the order that is easiest: what comes later needs what was before. */
const steps: readonly { id: Step; text: string; why: string; href: string; screen: string }[] = [
  {
    id: "briefkopf",
    text: "Anschrift und Steuernummer eintragen",
    why: "Sie stehen auf jedem Lieferschein und jeder Abrechnung.",
    href: "/firma",
    // Everybody in the office reads the company; who may not add people may not change it either.
    screen: "/mitarbeiter/neu",
  },
  {
    id: "artikel",
    text: "Pfandartikel übernehmen oder anlegen",
    why: "Flaschen, Kästen, Fässer, mit ihrem Pfand. Aus einer Tabelle, oder einzeln unter „Artikel“.",
    href: "/einrichten?schritt=pfandartikel",
    screen: "/artikel/neu",
  },
  {
    id: "kunde",
    text: "Kunden übernehmen oder anlegen",
    why: "Aus einer Tabelle, mit Geräten und Anfangsbeständen, oder einzeln unter „Kunden“.",
    href: "/einrichten?schritt=kunden",
    screen: "/einrichten",
  },
  {
    id: "mitarbeiter",
    text: "Konten für Fahrer und Büro anlegen",
    why: "Fahrer bekommen damit ihre Tour auf das Telefon.",
    href: "/mitarbeiter/neu",
    screen: "/mitarbeiter/neu",
  },
  {
    id: "lieferung",
    text: "Erste Lieferung planen",
    why: "Mit Tag und Fahrer steht sie auf der Tour.",
    href: "/lieferungen/neu",
    screen: "/lieferungen/neu",
  },
]

/** First steps of a new company: each ticks itself when done, and the list disappears with the last one. */
export function FirstSteps({ done }: { done: Today["erste_schritte"] }) {
  const { tenant_id } = useAccount()
  const has = useHasScreen()
  const key = `erste schritte ${tenant_id}`
  const [isHidden, setHidden] = useState(() => localStorage.getItem(key) === "ausgeblendet")
  if (!done || isHidden) return null
  const hide = (): void => {
    browserStore.set(key, "ausgeblendet")
    setHidden(true)
  }
  const next = steps.find(({ id, screen }) => !done[id] && has(screen))
  return (
    <section className="first-steps" aria-labelledby="erste-schritte">
      <div className="section-head">
        <h2 id="erste-schritte">Erste Schritte</h2>
        <Button look="quiet" icon="close" onPress={hide}>
          Ausblenden
        </Button>
      </div>
      <ol>
        {steps.map(({ id, text, why, href, screen }) => (
          <li key={id} className={done[id] ? "done" : id === next?.id ? "next" : ""}>
            <span className="tick">{done[id] && <Icon name="check" />}</span>
            <span>
              {done[id] || !has(screen) ? <strong>{text}</strong> : <Link href={href}>{text}</Link>}
              {done[id] ? (
                <span className="muted"> Erledigt</span>
              ) : (
                <span className="muted">{has(screen) ? why : `${why} Das macht die Verwaltung.`}</span>
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
