import type { Einheit } from "../../../../lib/einheit.ts"
import { geraetestandInWords } from "../../../../lib/arten.ts"
import { call } from "../api/call.ts"
import { piecesInWords } from "../values/contents.ts"

/** An article or a device, as the search names it. */
export type Thing = {
  id: string
  isDevice: boolean
  nummer: string
  bezeichnung: string
  /** Unit in which an article is counted. */
  einheit?: Einheit
  /** What a Gebinde consists of, in words; empty where it has no parts. */
  teile?: string
  /** Where a device is, in words. */
  place?: string
}

/**
 * Finds articles and devices by number, barcode or a few letters; exact matches come first.
 *
 * @param kundeId devices at this customer come before others; empty for no customer
 */
export async function findThings(text: string, kundeId = "", signal?: AbortSignal): Promise<Thing[]> {
  if (text.trim() === "") return []
  const query = { q: text, ...(kundeId && { kunde_id: kundeId }) }
  const found = await call("get", "/api/suche", { query, ...(signal && { signal }) })
  const articles = found.pfandartikel
    .filter(({ aktiv }) => aktiv === 1)
    .map(({ id, nummer, bezeichnung, einheit, bestandteile }) => ({
      id,
      isDevice: false,
      nummer,
      bezeichnung,
      einheit,
      teile: piecesInWords(bestandteile),
    }))
  const devices = found.geraete.map(({ id, geraetenummer, bezeichnung, status, kunde_id, kunde_name }) => ({
    id,
    isDevice: true,
    nummer: geraetenummer,
    bezeichnung,
    place:
      kunde_id === null
        ? geraetestandInWords[status]
        : kunde_id === kundeId
          ? "bei diesem Kunden"
          : `bei ${kunde_name}`,
  }))
  const isExact = ({ nummer }: Thing): boolean => nummer.toLowerCase() === text.trim().toLowerCase()
  return [...articles, ...devices].toSorted((a, b) => Number(isExact(b)) - Number(isExact(a)))
}
