import { call } from "../../ui/api/call.ts"
import type { Sache } from "../../ui/sache.ts"

/** One line: an article or one device, how many go out and how many come back. */
export type Line = Sache & {
  out: number | null
  back: number | null
  /** Where a device is, when it is neither in stock nor with this customer. */
  elsewhere?: string
}

export const emptyLine = ({ id, isDevice, nummer, bezeichnung }: Sache): Line => ({
  id,
  isDevice,
  nummer,
  bezeichnung,
  out: null,
  back: null,
})

/** A device that is with this customer comes back, any other one goes out. */
export async function readLine(sache: Sache, kundeId: string): Promise<Line> {
  const line = emptyLine(sache)
  if (!sache.isDevice) return line
  const geraet = await call("get", "/api/geraete/{id}", { path: { id: sache.id } })
  if (geraet.status === "beim_kunden" && geraet.kunde_id === kundeId) return { ...line, back: 1 }
  return { ...line, out: 1, ...(geraet.status !== "lager" && { elsewhere: geraet.status }) }
}

/** What this customer usually brings, and the devices that are there: offered, with nothing planned yet. */
export async function offeredLines(kundeId: string): Promise<Line[]> {
  const path = { id: kundeId }
  const [usual, konto] = await Promise.all([
    call("get", "/api/kunden/{id}/rueckgaben", { path }),
    call("get", "/api/kunden/{id}/pfandkonto", { path }),
  ])
  const articles = usual.items.map(({ pfandartikel_id: id, nummer, bezeichnung }) =>
    emptyLine({ id, isDevice: false, nummer, bezeichnung }),
  )
  const devices = konto.geraete
    .filter(({ beim_kunden }) => beim_kunden)
    .map(({ geraet_id: id, geraetenummer: nummer, bezeichnung }) =>
      emptyLine({ id, isDevice: true, nummer, bezeichnung }),
    )
  return [...articles, ...devices]
}

/** The last delivery that arrived there, as lines; undefined where there was none. */
export async function lastDelivery(kundeId: string): Promise<{ datum: string; lines: Line[] } | undefined> {
  const { items } = await call("get", "/api/lieferungen", {
    query: { kunde_id: kundeId, status: "zugestellt", sort: "-datum", limit: 1 },
  })
  const [last] = items
  // Devices are elsewhere by now: they are named anew.
  const lines = last?.positionen
    .filter(({ pfandartikel_id }) => pfandartikel_id !== null)
    .map(({ pfandartikel_id, nummer, bezeichnung, soll_ausgabe, soll_ruecknahme }) => ({
      ...emptyLine({ id: pfandartikel_id ?? "", isDevice: false, nummer, bezeichnung }),
      out: soll_ausgabe || null,
      back: soll_ruecknahme || null,
    }))
    .filter(({ out, back }) => out !== null || back !== null)
  return last && lines && lines.length > 0 ? { datum: last.datum, lines } : undefined
}

/** Lines that are there already take over the numbers of the added ones of the same thing. */
export function merged(lines: Line[], added: Line[]): Line[] {
  const known = new Set(lines.map(({ id }) => id))
  return [
    ...lines.map((line) => {
      const one = added.find(({ id }) => id === line.id)
      return one ? { ...line, out: one.out ?? line.out, back: one.back ?? line.back } : line
    }),
    ...added.filter(({ id }) => !known.has(id)),
  ]
}
