import { call } from "../../ui/api/call.ts"
import type { Thing } from "../../ui/state/thing.ts"
import type { Art } from "../../ui/lines/unusual.ts"
import { deviceLineOf, type Line, lineOf } from "./lines.ts"

export async function readLine({ id, isDevice }: Pick<Thing, "id" | "isDevice">, art: Art): Promise<Line> {
  if (isDevice) return deviceLineOf(await call("get", "/api/geraete/{id}", { path: { id } }), art)
  return lineOf(await call("get", "/api/pfandartikel/{id}", { path: { id } }), art)
}

/** Lines with nothing counted yet, of what this customer usually brings. */
export async function usualLines(kundeId: string, art: Art): Promise<Line[]> {
  const { items } = await call("get", "/api/kunden/{id}/rueckgaben", { path: { id: kundeId } })
  return Promise.all(items.map(({ pfandartikel_id: id }) => readLine({ id, isDevice: false }, art)))
}
