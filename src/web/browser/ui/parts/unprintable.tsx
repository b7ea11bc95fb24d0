import { listUnprintable } from "../../../../lib/printed.ts"

type Texts = readonly (string | null | undefined)[]

/** @returns which signs of these texts no document can show, in German; undefined where there are none */
export function unprintableIn(texts: Texts): string | undefined {
  const signs = listUnprintable(texts)
  return signs.length === 0
    ? undefined
    : `Gedruckt erscheint ein leeres Kästchen statt: ${signs.join(" ")}. Bitte in lateinischer, griechischer oder kyrillischer Schrift schreiben.`
}

/** Says the same of a record, before anything is printed. */
export function Unprintable({ texts }: { texts: Texts }) {
  const told = unprintableIn(texts)
  return told === undefined ? null : <p className="remark">{told}</p>
}
