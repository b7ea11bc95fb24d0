import { useState } from "react"
import { type Answer, call } from "../../ui/api/call.ts"
import { messageOf } from "../../ui/api/fault.ts"
import { Confirm } from "../../ui/dialogs/dialog.tsx"
import { useAction } from "../../ui/dialogs/use-action.ts"
import { Button } from "../../ui/parts/button.tsx"
import { order } from "../../ui/records/job.tsx"
import type { EndlessList } from "../../ui/state/list.ts"
import { refresh } from "../../ui/state/query.ts"
import { euro, pieces, plural } from "../../ui/values/format.ts"
import { daysOf, monthInWords } from "../../ui/values/month.ts"
import type { Laufzeile } from "./lauf-columns.tsx"

type Preview = Pick<EndlessList<Laufzeile>, "items" | "total" | "hasMore" | "error">

export const obstaclesOf = ({ items }: Pick<Preview, "items">): Laufzeile[] =>
  items.filter(({ hindernis }) => hindernis !== null)

export type Sum = Answer<"get", "/api/abrechnungen/lauf/summe">

/** @returns the number of customers, what they come to, and how many cannot be settled: of those who are here, or of all by `sum` */
export function countOf({ items, total, hasMore }: Preview, sum: Sum | undefined): string {
  if (total === undefined) return ""
  if (hasMore) return sum ? sumInWords(sum) : plural(total, "Kunde", "Kunden")
  const obstacles = obstaclesOf({ items }).length
  const betrag_cent = items.reduce((all, one) => all + one.betrag_cent, 0)
  return total === 0
    ? "0 Kunden"
    : sumInWords({ kunden: total - obstacles, betrag_cent, hindernisse: obstacles })
}

const sumInWords = ({ kunden, betrag_cent, hindernisse }: Sum): string =>
  [
    `${plural(kunden + hindernisse, "Kunde", "Kunden")}, zusammen ${euro(betrag_cent)}`,
    ...(hindernisse > 0 ? [`${pieces(hindernisse)} mit Hindernis`] : []),
  ].join(", ")

/** The preview as it was when the question was asked, and the service's sums once they have been read. */
type Asked = { seen: string; seenSum: Sum | undefined; lines: string; sum?: Sum; fault?: Error }

const linesOf = ({ items, total }: Preview): string =>
  JSON.stringify([total, ...items.map(({ id, betrag_cent, hindernis }) => [id, betrag_cent, hindernis])])

type RunProps = {
  monat: string
  list: Preview
  /** Of all customers, where the list goes on. */
  sum: Sum | undefined
  isDisabled: boolean
  began: (auftrag: string) => void
}

/** The button that settles the month, after a question: it reads the preview again, as others may have booked since. */
export function Run({ monat, list, sum: seenSum, isDisabled, began }: RunProps) {
  const [asked, setAsked] = useState<Asked>()
  const { busy, run } = useAction()
  const { bis } = daysOf(monat)
  const ask = async (): Promise<void> => {
    setAsked({ seen: countOf(list, seenSum), seenSum, lines: linesOf(list) })
    const read = call("get", "/api/abrechnungen/lauf/summe", { query: { bis } }).then(
      (sum) => ({ sum }),
      (fault: Error) => ({ fault }),
    )
    await refresh("/api/abrechnungen/lauf")
    const found = await read
    setAsked((now) => now && { ...now, ...found })
  }
  const settle = ({ kunden, betrag_cent }: Sum): void => {
    setAsked(undefined)
    const what = { ...daysOf(monat), erwartet: { kunden, betrag_cent } }
    run(async () => began((await order("abrechnungslauf", what)).id))
  }
  return (
    <>
      <Button
        look="primary"
        icon="settle"
        isPending={busy}
        isDisabled={isDisabled || list.items.length === 0}
        onPress={() => void ask()}
      >
        {monthInWords(monat)} abrechnen …
      </Button>
      <Confirm
        title={`${monthInWords(monat)} abrechnen?`}
        action="Abrechnen"
        isOpen={asked !== undefined}
        onClose={() => setAsked(undefined)}
        run={() => asked?.sum && settle(asked.sum)}
        isDisabled={!asked?.sum || list.error !== null || list.items.length === 0}
      >
        {asked && <Changed asked={asked} list={list} />}
        <p>
          Für{" "}
          {plural(
            asked?.sum?.kunden ?? list.total ?? 0,
            "Kunden entsteht eine Abrechnung",
            "Kunden entstehen Abrechnungen",
          )}{" "}
          mit fortlaufender Nummer. Sie sind unveränderlich; eine falsche wird später durch ein Storno
          berichtigt. Der Lauf darf wiederholt werden: niemand wird zweimal abgerechnet.
        </p>
      </Confirm>
    </>
  )
}

/** Whether what is to be settled is still what was seen. */
function Changed({ asked, list }: { asked: Asked; list: Preview }) {
  const { seen, seenSum, lines, sum, fault } = asked
  const error = fault ?? list.error
  if (error) return <p role="alert">{messageOf(error)}</p>
  if (!sum) return <p role="status">Die Vorschau wird noch einmal gelesen …</p>
  const isAsSeen = lines === linesOf(list) && (!seenSum || sumInWords(seenSum) === sumInWords(sum))
  if (isAsSeen) return <p>{sumInWords(sum)}.</p>
  return (
    <p className="problem" role="alert">
      Die Vorschau war veraltet, inzwischen hat sich etwas geändert. Sie zeigte: {seen}. Jetzt sind es:{" "}
      {sumInWords(sum)}.
    </p>
  )
}
