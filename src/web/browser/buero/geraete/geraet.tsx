import { useState } from "react"
import { isGone } from "../../ui/api/fault.ts"
import { State } from "../../ui/parts/badge.tsx"
import { Page, pageInstead } from "../../ui/page/page.tsx"
import { useList } from "../../ui/state/list.ts"
import { useGet } from "../../ui/state/query.ts"
import { Actions } from "./actions.tsx"
import { Custody } from "./custody.tsx"
import { Facts } from "./facts.tsx"
import { useOpenByCode } from "./open-by-code.ts"
import { type Move, movesFrom } from "./moves.ts"
import { MovePanel } from "./move-panel.tsx"
import { Pruefungen } from "./pruefungen.tsx"
import { Whereabouts } from "./whereabouts.tsx"
import { EditPanel } from "../../ui/forms/edit-panel.tsx"
import { recordAt } from "../../ui/forms/use-edit.ts"
import { type Geraet, geraeteform, GeraetFields } from "./fields.tsx"

const BACK = { href: "/geraete", label: "Geräte" }

/** One device: where it is, what can be done with it there, and where it was before. */
export default function GeraetPage({ params }: { params: Record<string, string> }) {
  const id = params["id"] ?? ""
  const [panel, setPanel] = useState<Move | "edit">()
  useOpenByCode()
  const { data: geraet, error } = useGet("/api/geraete/{id}", { path: { id } }, { watch: true })
  const custody = useList(
    "/api/geraete/{id}/bewegungen",
    { path: { id }, query: { limit: 20 } },
    { watch: true },
  )
  if (!geraet || isGone(error)) {
    return pageInstead({ error, name: "Gerät", what: "Dieses Gerät gibt es nicht", back: BACK })
  }
  const close = (): void => setPanel(undefined)
  const isPossible = !panel || panel === "edit" || movesFrom(geraet.status).includes(panel)
  // Or it would open by itself once somebody else has moved the device back.
  if (!isPossible) close()
  return (
    <Page
      title={geraet.bezeichnung}
      back={BACK}
      beside={
        <>
          <span className="muted">{geraet.geraetenummer}</span>
          <State of="geraet" value={geraet.status} />
        </>
      }
      actions={<Actions geraet={geraet} onMove={setPanel} onEdit={() => setPanel("edit")} />}
    >
      <div className="record">
        <div className="record-main">
          <Whereabouts geraet={geraet} moves={custody.items} />
          <Pruefungen geraet={geraet} />
          <Custody list={custody} />
        </div>
        <Facts geraet={geraet} />
      </div>
      {panel === "edit" && <Edit geraet={geraet} onClose={close} />}
      {panel && panel !== "edit" && isPossible && (
        <MovePanel key={panel} geraet={geraet} move={panel} onClose={close} />
      )}
    </Page>
  )
}

/** Description of the device; what changes where it is has panels of its own. */
function Edit({ geraet, onClose }: { geraet: Geraet; onClose: () => void }) {
  return (
    <EditPanel
      title="Gerät bearbeiten"
      draft={`geraete/${geraet.id}`}
      {...recordAt("/api/geraete/{id}", geraet, geraeteform)}
      onClose={onClose}
    >
      {(form) => <GeraetFields form={form} />}
    </EditPanel>
  )
}
