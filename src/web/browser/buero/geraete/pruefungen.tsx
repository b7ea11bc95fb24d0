import { pruefartInWords } from "../../../../lib/arten.ts"
import { useState } from "react"
import { Badge } from "../../ui/parts/badge.tsx"
import { call } from "../../ui/api/call.ts"
import { useAction } from "../../ui/dialogs/use-action.ts"
import { Button } from "../../ui/parts/button.tsx"
import { date } from "../../ui/values/format.ts"
import { later } from "../../ui/parts/later.tsx"
import { MenuButton } from "../../ui/parts/menu-button.tsx"
import { daysUntil, Due, type Plan } from "../../ui/records/pruefart.tsx"
import { useList } from "../../ui/state/list.ts"
import { useGet } from "../../ui/state/query.ts"
import type { Geraet } from "./fields.tsx"
import type { Shown } from "./pruefpanel.tsx"
import { Pruefnachweis } from "./pruefnachweis.tsx"

const PruefPanel = later(() => import("./pruefpanel.tsx").then((part) => part.PruefPanel))

const Confirm = later(() => import("../../ui/dialogs/dialog.tsx").then((part) => part.Confirm))

const every = ({ intervall, intervall_in }: Plan): string => {
  const one = intervall_in === "tage" ? "jeden Tag" : "jeden Monat"
  return intervall === 1 ? one : `alle ${intervall} ${intervall_in === "tage" ? "Tage" : "Monate"}`
}

/** @returns what is lost when a test is planned no longer: its dates, and the lock on an overdue device */
function lossOf({ letzte, naechste }: Plan): string {
  const dates = letzte
    ? `Die Termine fallen weg: fällig am ${date(naechste)}, zuletzt am ${date(letzte)}.`
    : `Der Termin am ${date(naechste)} fällt weg.`
  const lock =
    daysUntil(naechste) < 0
      ? "Die Prüfung ist überfällig: Ihre Sperre endet damit, und das Gerät darf ungeprüft ausgegeben werden."
      : ""
  return `${dates} Eingetragene Prüfungen bleiben stehen. ${lock}`.trim()
}

/** Due and done tests of a device, which is not handed out while one is overdue. */
export function Pruefungen({ geraet }: { geraet: Geraet }) {
  const [shown, setShown] = useState<Shown>()
  const [leaving, setLeaving] = useState<Plan>()
  const { busy, run } = useAction()
  const path = { id: geraet.id }
  const plans = useGet("/api/geraete/{id}/pruefplaene", { path }, { watch: true })
  const list = useList("/api/geraete/{id}/pruefungen", { path, query: { limit: 10 } }, { watch: true })
  if (!plans.data) return null
  const { items } = plans.data
  const close = (): void => setLeaving(undefined)
  const remove = ({ art, version }: Plan): void =>
    run(
      () =>
        call("delete", "/api/geraete/{id}/pruefplaene/{art}", {
          path: { ...path, art },
          ifMatch: version,
        }).finally(close),
      `${pruefartInWords[art]} ist nicht mehr vorgesehen`,
    )
  return (
    <section aria-labelledby="pruefungen">
      <h2 id="pruefungen">Prüfungen</h2>
      {items.length === 0 && (
        <p className="muted">
          Keine vorgesehen. TÜV, Druckprüfung, Eichung und Reinigung stehen hier mit dem Tag, an dem sie
          fällig sind. Ist eine überfällig, wird das Gerät nicht ausgegeben.
        </p>
      )}
      <ul className="pruefplaene">
        {items.map((plan) => (
          <PlanRow key={plan.art} plan={plan} show={setShown} remove={() => setLeaving(plan)} />
        ))}
      </ul>
      <div className="buttons">
        <Button icon="plus" onPress={() => setShown({ what: "plan" })}>
          Prüfung vorsehen
        </Button>
      </div>
      <Pruefnachweis list={list} />
      {leaving && (
        <Confirm
          title={`${pruefartInWords[leaving.art]} nicht mehr vorsehen`}
          isOpen
          onClose={close}
          action="Nicht mehr vorsehen"
          run={() => remove(leaving)}
          busy={busy}
        >
          <p>{lossOf(leaving)}</p>
        </Confirm>
      )}
      {shown && (
        <PruefPanel
          key={`${shown.what} ${shown.plan?.art}`}
          geraet={geraet}
          taken={items.map(({ art }) => art)}
          shown={shown}
          onClose={() => setShown(undefined)}
        />
      )}
    </section>
  )
}

type RowProps = { plan: Plan; show: (shown: Shown) => void; remove: () => void }

function PlanRow({ plan, show, remove }: RowProps) {
  const { art, letzte, naechste, freigabe_bis } = plan
  const name = pruefartInWords[art]
  const released = freigabe_bis !== null && daysUntil(freigabe_bis) >= 0
  return (
    <li>
      <div>
        <p>
          <strong>{name}</strong> <span className="muted">{every(plan)}</span>
        </p>
        <p className="muted">
          {`fällig am ${date(naechste)}, ${letzte ? `zuletzt am ${date(letzte)}` : "noch keine Prüfung eingetragen"}`}
        </p>
      </div>
      <span className="pruef-stand">
        <Due tage={daysUntil(naechste)} />
        {released && <Badge tone="info">{`freigegeben bis ${date(freigabe_bis)}`}</Badge>}
      </span>
      <span className="pruef-tun">
        <Button label={`Geprüft: ${name} eintragen`} onPress={() => show({ what: "geprueft", plan })}>
          Geprüft
        </Button>
        <MenuButton
          icon="more"
          look="quiet"
          name={`Mehr zu ${name}`}
          label={`Mehr zu ${name}`}
          entries={[
            { text: "Termin ändern …", run: () => show({ what: "plan", plan }) },
            { text: "Zur Ausgabe freigeben …", run: () => show({ what: "freigabe", plan }) },
            { text: "Nicht mehr vorsehen …", run: remove },
          ]}
        />
      </span>
    </li>
  )
}
