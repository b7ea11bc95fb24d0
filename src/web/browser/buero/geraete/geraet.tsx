import { useState } from "react"
import { isGone } from "../../ui/api/fault.ts"
import { State } from "../../ui/parts/badge.tsx"
import { Page, unread } from "../../ui/page/page.tsx"
import { useGet, useList } from "../../ui/state/query.ts"
import { Actions } from "./actions.tsx"
import { Custody } from "./custody.tsx"
import { Edit } from "./edit.tsx"
import { Facts } from "./facts.tsx"
import { useOpenByCode } from "./find.ts"
import { type Move, movesFrom } from "./moves.ts"
import { MovePanel } from "./move-panel.tsx"
import { Pruefungen } from "./pruefungen.tsx"
import { Place } from "./place.tsx"

const BACK = { href: "/geraete", label: "Geräte" }

/** One device: where it is, what can be done with it there, and where it was before. */
export default function GeraetPage({ params }: { params: Record<string, string> }) {
  const id = params["id"] ?? ""
  // Another device's panel is another one.
  const [shown, setShown] = useState<{ id: string; panel: Move | "edit" }>()
  useOpenByCode()
  const { data: geraet, error } = useGet("/api/geraete/{id}", { path: { id } }, { watch: true })
  const custody = useList(
    "/api/geraete/{id}/bewegungen",
    { path: { id }, query: { limit: 20 } },
    { watch: true },
  )
  if (!geraet || isGone(error)) {
    return unread({ error, name: "Gerät", what: "Dieses Gerät gibt es nicht", back: BACK })
  }
  const panel = shown?.id === id ? shown.panel : undefined
  const show = (next: Move | "edit"): void => setShown({ id, panel: next })
  const close = (): void => setShown(undefined)
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
      actions={<Actions status={geraet.status} onMove={show} onEdit={() => show("edit")} />}
    >
      <div className="record">
        <div className="record-main">
          <Place geraet={geraet} last={custody.items[0]} />
          <Pruefungen key={id} geraet={geraet} />
          <Custody list={custody} />
        </div>
        <Facts geraet={geraet} />
      </div>
      {panel === "edit" && <Edit key={id} geraet={geraet} onClose={close} />}
      {panel && panel !== "edit" && movesFrom(geraet.status).includes(panel) && (
        <MovePanel key={`${id} ${panel}`} geraet={geraet} move={panel} onClose={close} />
      )}
    </Page>
  )
}
