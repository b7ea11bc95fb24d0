import { useState } from "react"
import { goToUnread } from "../../ui/values/figure.ts"
import { inventurOf, thingOf } from "../phone/new-entries.ts"
import { useDraft } from "../phone/draft.ts"
import { phone } from "../phone/phone.ts"
import { useDay, usePhone } from "../phone/use.ts"
import { recognize } from "../scan/recognize.ts"

export type Line = { id: string; isGeraet: boolean; name: string; menge: number }
type Draft = { zeilen: Line[]; ort: string }
const blank: Draft = { zeilen: [], ort: "" }

export type Counting = NonNullable<ReturnType<typeof useCounting>>

/** @returns the draft of a count, and functions that change it; undefined until it is read */
export function useCounting(inventur_id: string) {
  const day = useDay()
  const handedIn = usePhone().entries.filter(({ art }) => art === "inventur").length
  const { draft, change } = useDraft(`inventur ${inventur_id}`, blank, handedIn)
  const [problem, setProblem] = useState(false)
  const [keeps, setKeeps] = useState(false)
  if (!draft) return undefined
  const changeLines = (by: (lines: Line[]) => Line[]): void =>
    change(({ zeilen }) => ({ zeilen: by(zeilen) }))
  const add = (line: Line): void => changeLines((lines) => withLine(lines, line))
  return {
    draft,
    keeps,
    problem,
    add,
    name: (ort: string): void => change({ ort }),
    set: (id: string, menge: number): void =>
      changeLines((lines) => lines.map((one) => (one.id === id ? { ...one, menge } : one))),
    drop: (id: string): void => changeLines((lines) => lines.filter((one) => one.id !== id)),
    /** @returns what came of a scanned code, in German */
    async scan(code: string): Promise<string> {
      const found = await recognize(day, [], code)
      if ("told" in found) return found.told
      if ("artikel" in found) add({ id: found.artikel.id, isGeraet: false, name: found.name, menge: 1 })
      else add({ id: found.geraet.id, isGeraet: true, name: found.name, menge: 1 })
      return `${found.name}: gezählt`
    },
    async finish(): Promise<void> {
      if (keeps || goToUnread(document)) return
      setKeeps(true)
      const kept = await phone.put([entryOf(inventur_id, draft)])
      setKeeps(false)
      setProblem(!kept)
      if (kept) changeLines((lines) => withoutLines(lines, draft.zeilen))
    },
  }
}

/** @returns the lines with one more. Pieces of an article add up; a device is there only once */
export function withLine(lines: Line[], line: Line): Line[] {
  if (!lines.some(({ id }) => id === line.id)) return [...lines, line]
  return lines.map((one) =>
    one.id === line.id && !one.isGeraet ? { ...one, menge: one.menge + line.menge } : one,
  )
}

/** @returns the lines without what was sent; what was counted meanwhile stays */
export const withoutLines = (lines: Line[], sent: readonly Line[]): Line[] =>
  lines.flatMap((line) => {
    const { menge } = sent.find(({ id }) => id === line.id) ?? {}
    if (menge === undefined) return [line]
    return line.menge > menge ? [{ ...line, menge: line.menge - menge }] : []
  })

/** @returns the entry that will be sent; its title lists the first lines, for the outbox */
export function entryOf(inventur_id: string, { zeilen, ort }: Draft) {
  const words = zeilen.map(({ isGeraet, menge, name }) => (isGeraet ? name : `${menge} × ${name}`))
  const more = words.length > 3 ? ` und ${words.length - 3} weitere` : ""
  return inventurOf(
    inventur_id,
    `Gezählt: ${words.slice(0, 3).join("; ")}${more}`,
    zeilen.map(({ id, isGeraet, menge }) => ({ ...thingOf(id, isGeraet), menge: isGeraet ? 1 : menge })),
    ort.trim(),
  )
}
