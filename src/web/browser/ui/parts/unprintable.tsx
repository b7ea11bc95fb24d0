import { listUnprintable } from "../../../../lib/printed.ts"

type Texts = readonly (string | null | undefined)[]

/** @returns a sentence about the characters in these texts that no document can show; undefined if there are none */
export function unprintableIn(texts: Texts): string | undefined {
  const signs = listUnprintable(texts)
  return signs.length === 0
    ? undefined
    : `Gedruckt erscheint ein leeres Kästchen statt: ${signs.join(" ")}. Bitte in lateinischer, griechischer oder kyrillischer Schrift schreiben.`
}

/** The same sentence on the page of a record, before anything is printed. */
export function Unprintable({ texts }: { texts: Texts }) {
  const told = unprintableIn(texts)
  return told === undefined ? null : <p className="remark">{told}</p>
}
