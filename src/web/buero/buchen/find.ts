import { call } from "../../ui/api/call.ts"
import { type Art, deviceLineOf, type Line, lineOf } from "./lines.ts"

/** An article or a device, as the search names it. */
export type Hit = { id: string; isDevice: boolean; nummer: string; bezeichnung: string }

/** What a line can be about, found by number, barcode or a few letters; what fits exactly comes first. */
export async function findHits(text: string, signal?: AbortSignal): Promise<Hit[]> {
  if (text.trim() === "") return []
  const found = await call("get", "/api/suche", { query: { q: text }, ...(signal && { signal }) })
  const articles = found.pfandartikel
    .filter(({ aktiv }) => aktiv === 1)
    .map(({ id, nummer, bezeichnung }) => ({ id, isDevice: false, nummer, bezeichnung }))
  const devices = found.geraete.map(({ id, geraetenummer, bezeichnung }) => ({
    id,
    isDevice: true,
    nummer: geraetenummer,
    bezeichnung,
  }))
  const isExact = ({ nummer }: Hit): boolean => nummer.toLowerCase() === text.trim().toLowerCase()
  return [...articles, ...devices].toSorted((a, b) => Number(isExact(b)) - Number(isExact(a)))
}

export async function readLine({ id, isDevice }: Hit, art: Art): Promise<Line> {
  if (isDevice) return deviceLineOf(await call("get", "/api/geraete/{id}", { path: { id } }), art)
  return lineOf(await call("get", "/api/pfandartikel/{id}", { path: { id } }), art)
}

/** Lines with nothing counted yet, of what this customer usually brings. */
export async function usualLines(kundeId: string): Promise<Line[]> {
  const { items } = await call("get", "/api/kunden/{id}/rueckgaben", { path: { id: kundeId } })
  const hits = items.map(({ pfandartikel_id: id, nummer, bezeichnung }) => ({
    id,
    isDevice: false,
    nummer,
    bezeichnung,
  }))
  return Promise.all(hits.map((hit) => readLine(hit, "ruecknahme")))
}
