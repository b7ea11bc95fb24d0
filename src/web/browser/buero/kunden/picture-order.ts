import { useRef, useState } from "react"
import { call } from "../../ui/api/call.ts"
import { messageOf } from "../../ui/api/fault.ts"
import type { Item } from "../../ui/state/list.ts"
import { refreshAll } from "../../ui/state/query.ts"
import { toast } from "../../ui/parts/toast.tsx"

export type Bild = Item<"/api/kunden/{id}/bilder">

/** @returns the pictures with some of them taken out and put before or after another one */
export function reordered(
  all: Bild[],
  keys: ReadonlySet<unknown>,
  at: unknown,
  position: "before" | "after",
): Bild[] {
  if (keys.has(at)) return all
  const moved = all.filter(({ id }) => keys.has(id))
  const rest = all.filter(({ id }) => !keys.has(id))
  const place = rest.findIndex(({ id }) => id === at) + (position === "after" ? 1 : 0)
  return rest.toSpliced(place, 0, ...moved)
}

/** Stores the new index of each picture that has moved. */
async function store(kunde: string, order: string[]): Promise<void> {
  const before = await call("get", "/api/kunden/{id}/bilder", { path: { id: kunde }, query: { limit: 200 } })
  const places = new Map(before.items.map(({ id, sortierung }) => [id, sortierung]))
  for (const [sortierung, id] of order.entries()) {
    if (!places.has(id) || places.get(id) === sortierung) continue
    const path = { id: kunde, bild_id: id }
    await call("patch", "/api/kunden/{id}/bilder/{bild_id}", { path, body: { sortierung } })
  }
}

/** The pictures in their order. A new order is shown at once, and undone if it cannot be stored. */
export function usePictureOrder(kunde: string, stored: Bild[]) {
  const [wanted, setWanted] = useState<string[]>()
  const stores = useRef(Promise.resolve())
  const rank = new Map(wanted?.map((id, place) => [id, place]))
  const place = ({ id }: Bild): number => rank.get(id) ?? stored.length
  const arrange = (order: Bild[]): void => {
    const ids = order.map(({ id }) => id)
    setWanted(ids)
    // One request after the other, however fast pictures are moved.
    stores.current = stores.current
      .then(() => store(kunde, ids))
      .catch((error: unknown) => toast(messageOf(error), { bad: true }))
      .then(() => refreshAll())
      .then(() => setWanted((now) => (now === ids ? undefined : now)))
  }
  return {
    pictures: wanted ? stored.toSorted((one, other) => place(one) - place(other)) : stored,
    arrange,
  }
}
