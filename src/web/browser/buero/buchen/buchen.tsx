import { useState } from "react"
import { useLocation } from "wouter"
import { isId, requireFound } from "../../ui/state/address.ts"
import { useAccount } from "../../ui/session/account.tsx"
import { messageOf } from "../../ui/api/fault.ts"
import { draftsBelow, forgetDraft, hasUnsent, keepDraft, moveDraft, readDraft } from "../../ui/forms/draft.ts"
import { discarded } from "../../ui/forms/unsent.ts"
import { newId } from "../../ui/values/ids.ts"
import { Page } from "../../ui/page/page.tsx"
import { Begun } from "../../ui/records/begun.tsx"
import { useGet } from "../../ui/state/query.ts"
import { toast } from "../../ui/parts/toast.tsx"
import { useParam } from "../../ui/state/url.ts"
import { Booking } from "./booking.tsx"
import { EMPTY, type Kunde, type Started, type Values } from "./use-booking.ts"
import { isCounted, joinedUnread } from "./lines.ts"
import { type Booked, LastBooked } from "./totals.tsx"

const DRAFTS = "buchen/"
const TAKEN = "Inzwischen ist hier anderes eingetragen. Das Verworfene kommt nicht zurück."

/**
 * Books returned empties, and everything else by hand. The address has the customer; each customer has a draft of their
 * own, which is there again when one comes back.
 */
export default function Buchen() {
  const account = useAccount().id
  const [, navigate] = useLocation()
  const [id, setId] = useParam("kunde", isId)
  const [like, setLike] = useParam("wie", isId)
  const [geraet, setGeraet] = useParam("geraet", isId)
  const [booked, setBooked] = useState<Booked>()
  const [chosen, setChosen] = useState<Kunde>()
  // Part of the key of the form: another number begins a new form, also for the same customer.
  const [round, setRound] = useState(0)
  const draft = `${DRAFTS}${id}`
  const read = useGet("/api/kunden/{id}", { path: { id } }, { enabled: id !== "" && id !== chosen?.id })
  requireFound(read, "kunde", id)
  const kunde = id === chosen?.id ? chosen : read.data
  const goTo = (next: Kunde | undefined): void => {
    setChosen(next)
    setId(next?.id ?? "")
    setLike("")
    setGeraet("")
    setRound((count) => count + 1)
  }
  const choose = (next: Kunde | undefined, entered: Started): void => {
    if ((next?.id ?? "") === id) return
    const isCountedHere = id !== "" && entered.values.lines.some(isCounted)
    // Lines go along if they were counted before a customer was chosen, or if a wrong booking is booked again.
    const isMeant = id === "" ? hasUnsent(account, DRAFTS) : isCountedHere && like !== ""
    // What may be booked here already stays here, with its id.
    const goesAlong = next && isMeant && !entered.isUncertain
    if (goesAlong) carry(account, [draft, `${DRAFTS}${next.id}`], entered)
    if (isCountedHere)
      toast(
        goesAlong
          ? `Die Zeilen stehen jetzt bei ${next.name}`
          : `Was für ${kunde?.name ?? "den anderen Kunden"} gezählt ist, steht dort weiter bereit`,
      )
    goTo(next)
  }
  const discard = (entered: Started): void => {
    const restore = (): void => {
      if (hasUnsent(account, draft)) return void toast(TAKEN, { warns: true })
      // With the same id: if it is booked after all, it is not booked again.
      keepDraft(account, draft, entered)
      // The toast may be used on another screen.
      navigate(id === "" ? "/buchen" : `/buchen?kunde=${id}`)
      setRound((count) => count + 1)
    }
    if (entered.values.lines.some(isCounted))
      toast(discarded("gebucht", entered), { action: { label: "Wiederherstellen", run: restore } })
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
        geraet={geraet}
        choose={choose}
        left={discard}
        booked={(done) => {
          forgetUncounted(account)
          setBooked(done)
        }}
        onNext={() => goTo(undefined)}
      />
    </Page>
  )
}

/**
 * Deletes the draft without a customer if it has no pieces: its day, for instance, is not meant for the next booking.
 */
function forgetUncounted(account: string): void {
  const left = readDraft<Values>(account, DRAFTS)
  if (!left?.values.lines.some(isCounted)) forgetDraft(account, DRAFTS)
}

/** Moves input from one draft to that of another customer, where it has precedence, as it is newer. */
function carry(account: string, [from, to]: [string, string], { values, unread = {} }: Started): void {
  const there = readDraft<Values>(account, to)
  if (!there) {
    // The delivery was the other customer's.
    const own = { ...values, lieferung: null }
    const fresh = { id: newId(), base: EMPTY, values: own, unread, version: undefined }
    return moveDraft(account, [from, to], fresh)
  }
  const { tag, grund, lines } = there.values
  const all = joinedUnread({ lines, unread: there.unread }, { lines: values.lines, unread })
  const both = { tag: values.tag ?? tag, grund: values.grund || grund, lines: all.lines }
  moveDraft(account, [from, to], { ...there, values: { ...there.values, ...both }, unread: all.unread })
}

/** Links to customers with counted lines that are not booked yet. */
function Counted() {
  const forms = draftsBelow<Values>(useAccount().id, DRAFTS)
    .filter(({ name, values }) => name !== DRAFTS && values.lines.some(isCounted))
    .map(({ name }) => name.slice(DRAFTS.length))
    .map((kunde) => ({ kunde, href: `/buchen?kunde=${kunde}` }))
  return <Begun label="Gezählt und noch nicht gebucht" forms={forms} />
}
