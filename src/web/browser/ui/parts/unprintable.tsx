import { listUnprintable } from "../../../../lib/printed.ts"

/** Says before anything is printed which signs of a record no document can show. */
export function Unprintable({ texts }: { texts: readonly (string | null | undefined)[] }) {
  const signs = listUnprintable(texts)
  if (signs.length === 0) return null
  return (
    <p className="remark">
      Gedruckt erscheint ein leeres Kästchen statt: {signs.join(" ")}. Bitte in lateinischer, griechischer
      oder kyrillischer Schrift schreiben.
    </p>
  )
}
