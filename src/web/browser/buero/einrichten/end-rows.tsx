import { useState } from "react"
import { call } from "../../ui/api/call.ts"
import { messageOf } from "../../ui/api/fault.ts"
import { AskButton } from "../../ui/dialogs/dialog.tsx"
import { refresh } from "../../ui/state/query.ts"
import { plural } from "../../ui/values/format.ts"
import type { Words } from "./kinds.ts"
import type { Row } from "./rows.tsx"

/** A way to be rid of a record. */
type Way = {
  name: string
  /** In a sentence: `12 Kunden löschen?` */
  question: string
  run: (id: string) => Promise<unknown>
}

const inactive = { aktiv: 0 }

const ways: Partial<Record<Words["id"], readonly Way[]>> = {
  kunden: [
    {
      name: "Löschen",
      question: "Gelöscht wird, worauf sich noch nichts bezieht; alles andere bleibt und wird genannt.",
      run: (id) => call("delete", "/api/kunden/{id}", { path: { id } }),
    },
    {
      name: "Deaktivieren",
      question: "Sie bleiben stehen, und werden nirgends mehr vorgeschlagen.",
      run: (id) => call("patch", "/api/kunden/{id}", { path: { id }, body: inactive }),
    },
  ],
  pfandartikel: [
    {
      name: "Deaktivieren",
      question: "Sie bleiben stehen, und werden nirgends mehr vorgeschlagen.",
      run: (id) => call("patch", "/api/pfandartikel/{id}", { path: { id }, body: inactive }),
    },
  ],
  geraete: [
    {
      name: "Ausmustern",
      question: "Ein Gerät, das bei einem Kunden ist, wird erst zurückgenommen: es bleibt und wird genannt.",
      run: (id) =>
        call("post", "/api/geraete/{id}/status", { path: { id }, body: { status: "ausgemustert" } }),
    },
  ],
  mitarbeiter: [
    {
      name: "Abmelden und sperren",
      question: "Sie können sich nicht mehr anmelden; die Konten bleiben stehen.",
      run: (id) => call("patch", "/api/mitarbeiter/{id}", { path: { id }, body: inactive }),
    },
  ],
}

export const canEnd = ({ id }: Words): boolean => ways[id] !== undefined

type Props = { words: Words; rows: readonly Row[]; done: (ids: string[]) => void }

/** Ends the records of ticked rows, each by itself as on its own page; those that stay are named. */
export function EndRows({ words, rows, done }: Props) {
  const [busy, setBusy] = useState(false)
  const [left, setLeft] = useState<string[]>([])
  const [gone, setGone] = useState<string>()
  const end = async ({ name, run }: Way): Promise<void> => {
    setBusy(true)
    const kept: string[] = []
    const ended: string[] = []
    for (const row of rows) {
      try {
        await run(row.id ?? "")
        ended.push(row.id ?? "")
      } catch (error) {
        kept.push(`${[row.nummer, row.name].filter(Boolean).join(" ")}: ${messageOf(error)}`)
      }
    }
    await refresh(`/api/${words.id}`, "/api/protokoll", "/api/heute")
    setLeft(kept)
    setGone(`${name}: ${plural(ended.length, words.one, words.many)}`)
    done(ended)
    setBusy(false)
  }
  return (
    <div className="stack">
      <div className="answers">
        {(ways[words.id] ?? []).map((way) => (
          <AskButton
            key={way.name}
            isPending={busy}
            isDisabled={rows.length === 0}
            title={`${plural(rows.length, words.one, words.many)}: ${way.name}?`}
            action={way.name}
            question={way.question}
            run={() => void end(way)}
          >
            {`Gewählte (${rows.length}): ${way.name}`}
          </AskButton>
        ))}
      </div>
      {gone && <p role="status">{`${gone}.`}</p>}
      {left.length > 0 && (
        <ul className="remark">
          {left.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
