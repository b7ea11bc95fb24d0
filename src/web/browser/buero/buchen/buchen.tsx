import { useState } from "react"
import { useLocation } from "wouter"
import { isId, requireFound } from "../../ui/state/address.ts"
import { useAccount } from "../../ui/session/account.tsx"
import { messageOf } from "../../ui/api/fault.ts"
import { draftsBelow, forgetDraft, hasUnsent, keepDraft, moveDraft, readDraft } from "../../ui/forms/draft.ts"
import { newId } from "../../ui/values/ids.ts"
import { Page } from "../../ui/page/page.tsx"
import { Begun } from "../../ui/records/begun.tsx"
import { useGet } from "../../ui/state/query.ts"
import { toast } from "../../ui/parts/toast.tsx"
import { useParam } from "../../ui/state/url.ts"
import { Booking } from "./booking.tsx"
import { EMPTY, type Kunde, type Values } from "./use-booking.ts"
import { isCounted, joined } from "./lines.ts"
import { type Booked, LastBooked } from "./totals.tsx"

const DRAFTS = "buchen/"
const TAKEN = "Inzwischen ist hier anderes eingetragen. Das Verworfene kommt nicht zurück."

/**
 * Returned empties and all else that is booked by hand. The address says for whom; what was counted belongs to that
 * customer, and stands there again when one comes back.
 */
export default function Buchen() {
  const account = useAccount().id
  const [, navigate] = useLocation()
  const [id, setId] = useParam("kunde", isId)
  const [like, setLike] = useParam("wie", isId)
  const [booked, setBooked] = useState<Booked>()
  const [chosen, setChosen] = useState<Kunde>()
  // Another form, also for the same customer: its fields begin anew.
  const [round, setRound] = useState(0)
  const draft = `${DRAFTS}${id}`
  const read = useGet("/api/kunden/{id}", { path: { id } }, { enabled: id !== "" && id !== chosen?.id })
  requireFound(read, "kunde", id)
  const kunde = id === chosen?.id ? chosen : read.data
  const goTo = (next: Kunde | undefined): void => {
    setChosen(next)
    setId(next?.id ?? "")
    setLike("")
    setRound((count) => count + 1)
  }
  const choose = (next: Kunde | undefined, values: Values): void => {
    if ((next?.id ?? "") === id) return
    const isCountedHere = id !== "" && values.lines.some(isCounted)
    // What nobody was named for yet goes along; and what was booked for the wrong one, reversed, and is booked anew.
    const goesAlong = next && (id === "" ? hasUnsent(account, DRAFTS) : isCountedHere && like !== "")
    if (goesAlong) carry(account, [draft, `${DRAFTS}${next.id}`], values)
    if (isCountedHere)
      toast(
        goesAlong
          ? `Die Zeilen stehen jetzt bei ${next.name}`
          : `Was für ${kunde?.name ?? "den anderen Kunden"} gezählt ist, steht dort weiter bereit`,
      )
    goTo(next)
  }
  const discard = (values: Values): void => {
    const restore = (): void => {
      if (hasUnsent(account, draft)) return void toast(TAKEN, { warns: true })
      keepDraft(account, draft, { id: newId(), values, version: undefined })
      // Also from another screen, as the offer outlives this one.
      navigate(id === "" ? "/buchen" : `/buchen?kunde=${id}`)
      setRound((count) => count + 1)
    }
    if (values.lines.some(isCounted))
      toast("Verworfen, nichts davon ist gebucht", { action: { label: "Wiederherstellen", run: restore } })
    goTo(undefined)
  }
  return (
    <Page title="Rückgabe buchen" about={kunde?.name}>
      {booked && <LastBooked {...booked} />}
      {read.error && <p role="alert">{messageOf(read.error)}</p>}
      {id === "" && <Counted />}
      <Booking
        key={`${round} ${id}`}
        draft={draft}
        kunde={{ id, name: kunde?.name ?? "" }}
        like={like}
        choose={choose}
        left={discard}
        booked={(done, goesOn) => {
          forgetUncounted(account)
          setBooked(done)
          if (!goesOn) goTo(undefined)
        }}
      />
    </Page>
  )
}

/** Forgets entries without a customer that count nothing, such as a day: they are not meant for the next one. */
function forgetUncounted(account: string): void {
  const left = readDraft<Values>(account, DRAFTS)
  if (!left?.values.lines.some(isCounted)) forgetDraft(account, DRAFTS)
}

/** Moves what was entered from one draft to that of another customer. It is newer than what stands there. */
function carry(account: string, [from, to]: [string, string], values: Values): void {
  const there = readDraft<Values>(account, to)
  const both = there && {
    ...there.values,
    tag: values.tag ?? there.values.tag,
    grund: values.grund || there.values.grund,
    lines: joined(there.values.lines, values.lines),
  }
  const draft = { version: undefined, id: newId(), base: EMPTY, ...there, values: both ?? values }
  moveDraft(account, [from, to], draft)
}

/** Customers with counted lines that are not booked yet. */
function Counted() {
  const forms = draftsBelow<Values>(useAccount().id, DRAFTS)
    .filter(({ name, values }) => name !== DRAFTS && values.lines.some(isCounted))
    .map(({ name }) => name.slice(DRAFTS.length))
    .map((kunde) => ({ kunde, href: `/buchen?kunde=${kunde}` }))
  return <Begun label="Gezählt und noch nicht gebucht" forms={forms} />
}
