import { useState } from "react"
import { Confirm } from "../../ui/dialogs/dialog.tsx"
import { date, euro, pieces } from "../../ui/values/format.ts"
import { type Konto, type Line, rowOf } from "./lines.ts"
import type { Preview } from "./preview.ts"
import { type Unusual, unusualIn } from "./unusual.ts"

type Props = {
  lines: Line[]
  tag: string | null
  readKonto: () => Promise<Konto | undefined>
  preview: Preview
  goTo: (row: string) => void
  send: () => Promise<void>
}

/** Sends a booking, after a question where it is far beyond anything usual. */
export function useQuestion({ lines, tag, readKonto, preview, goTo, send }: Props) {
  const [asked, setAsked] = useState<Unusual>()
  const close = (): void => setAsked(undefined)
  return {
    send: async (): Promise<void> => {
      const unusual = unusualIn(lines, await readKonto(), preview.isOld ? undefined : preview.sum, tag)
      if (!unusual) return send()
      // Before the question opens, as it gives the focus back to where it was.
      goTo(rowOf(unusual.first))
      setAsked(unusual)
    },
    question: {
      asked,
      onClose: close,
      book: () => {
        close()
        void send()
      },
    },
  }
}

type QuestionProps = { asked: Unusual | undefined; onClose: () => void; book: () => void }

/** Names what is unusual: more may come back than went out, but it may be a mistyped figure, too. */
export const Question = ({ asked, onClose, book }: QuestionProps) => (
  <Confirm
    title="Ungewöhnliche Buchung"
    isOpen={asked !== undefined}
    onClose={onClose}
    action="Trotzdem buchen"
    run={book}
  >
    {asked?.returns.map(({ line, held }) => (
      <p key={rowOf(line)}>
        {pieces(line.menge ?? 0)} × {line.bezeichnung} {line.art === "ruecknahme" ? "zurück" : "weniger"}; der
        Kunde hat {held > 0 ? pieces(held) : "davon nichts"}.
      </p>
    ))}
    {asked?.tag !== undefined && <p>Geschehen am {date(asked.tag)}: Das ist mehr als drei Monate her.</p>}
    {asked?.sum !== undefined && <p>{sumInWords(asked.sum)}</p>}
  </Confirm>
)

const sumInWords = (cent: number): string =>
  cent < 0
    ? `Dem Kunden werden zusammen ${euro(-cent)} gutgeschrieben.`
    : `Dem Kunden werden zusammen ${euro(cent)} berechnet.`
