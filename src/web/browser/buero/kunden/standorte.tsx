import { useState } from "react"
import { useList } from "../../ui/state/list.ts"
import { useSettled } from "../../ui/page/in-order.tsx"
import { Badge } from "../../ui/parts/badge.tsx"
import { Button } from "../../ui/parts/button.tsx"
import { later } from "../../ui/parts/later.tsx"
import { LoadMore } from "../../ui/parts/load-more.tsx"
import { address } from "../../ui/values/format.ts"

const Panel = later(() => import("./standort-panel.tsx").then((part) => part.StandortPanel))

/** Places that are delivered to beside the customer's own address. */
export function Standorte({ id }: { id: string }) {
  const list = useList("/api/standorte", { query: { kunde_id: id, limit: 20 } }, { watch: true })
  const [shown, setShown] = useState<string>()
  useSettled(!list.isLoading)
  if (list.isLoading) return null
  const standort = list.items.find((one) => one.id === shown)
  return (
    <section aria-labelledby="standorte">
      <div className="section-head">
        <h2 id="standorte">Standorte</h2>
        <Button look="quiet" icon="plus" onPress={() => setShown("neu")}>
          Standort anlegen
        </Button>
      </div>
      {list.items.length === 0 && (
        <p className="muted">Geliefert wird an die Anschrift oben. Weitere Orte stehen dann hier.</p>
      )}
      <ul className="standorte">
        {list.items.map((one) => (
          <li key={one.id}>
            <div>
              <p>
                <strong>{one.name}</strong> {one.aktiv === 0 && <Badge tone="warn">Inaktiv</Badge>}
              </p>
              <p className="muted">{address(one)}</p>
            </div>
            <Button
              look="quiet"
              icon="edit"
              label={`${one.name} bearbeiten`}
              onPress={() => setShown(one.id)}
            />
          </li>
        ))}
      </ul>
      <LoadMore list={list} />
      {(standort || shown === "neu") && (
        <Panel key={shown} kundeId={id} standort={standort} onClose={() => setShown(undefined)} />
      )}
    </section>
  )
}
