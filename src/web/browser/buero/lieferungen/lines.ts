import { call } from "../../ui/api/call.ts"
import { emptyLine, isNamed, type Line, lineOf } from "../../ui/lines/lines.ts"

/** @returns lines without numbers to begin with: the customer's usual returns, and the devices there */
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

/** @returns the planned lines of the customer's last completed delivery, without devices; undefined without any */
export async function lastDelivery(kundeId: string): Promise<{ datum: string; lines: Line[] } | undefined> {
  const { items } = await call("get", "/api/lieferungen", {
    query: { kunde_id: kundeId, status: "zugestellt", sort: "-datum", limit: 1 },
  })
  const [last] = items
  // The same devices cannot be delivered again.
  const lines = last?.positionen
    .filter(({ pfandartikel_id }) => pfandartikel_id !== null)
    .map((one) => lineOf(one, one.soll_ausgabe, one.soll_ruecknahme))
    .filter(isNamed)
  return last && lines && lines.length > 0 ? { datum: last.datum, lines } : undefined
}

/** @returns the lines and the added ones; where both have the same thing, one line with the added numbers */
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
