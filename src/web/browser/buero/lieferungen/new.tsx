import { useQuery } from "@tanstack/react-query"
import { useSearch, useSearchParams } from "wouter"
import { useAccount } from "../../ui/session/account.tsx"
import { isDay, isId, requireFound } from "../../ui/state/address.ts"
import { messageOf } from "../../ui/api/fault.ts"
import { draftsBelow, hasUnsent, moveDraft, readDraft } from "../../ui/forms/draft.ts"
import { mergeOf } from "../../ui/forms/merge.ts"
import { isUnsent } from "../../ui/forms/unsent.ts"
import { NOBODY, useDriverOptions } from "../../ui/state/drivers.ts"
import { date, shifted, today } from "../../ui/values/format.ts"
import { newId } from "../../ui/values/ids.ts"
import { isNamed } from "../../ui/lines/lines.ts"
import { Page } from "../../ui/page/page.tsx"
import { Begun } from "../../ui/records/begun.tsx"
import { useIsThere } from "../../ui/state/is-there.ts"
import { useGet } from "../../ui/state/query.ts"
import { toast } from "../../ui/parts/toast.tsx"
import { useParam } from "../../ui/state/url.ts"
import { merged, offeredLines } from "./lines.ts"
import { NewForm } from "./new-form.tsx"
import { empty, type Kunde, ofKunde, type PlanValues } from "./plan.ts"

const DRAFTS = "lieferungen/neu?"
const draftOf = (search: string): string => `${DRAFTS}${search}`

/**
 * A new delivery. Day, customer and driver may come with the address: `?datum=&kunde=&fahrer=`. Each address has its own
 * draft, which is there again when one comes back.
 */
export default function NewLieferung() {
  const account = useAccount().id
  const search = useSearch()
  const [, setParams] = useSearchParams()
  const isThere = useIsThere()
  const [id] = useParam("kunde", isId)
  const [datum] = useParam("datum", isDay, shifted(today(), 1))
  const [fahrer_id] = useParam("fahrer", isId, NOBODY)
  const kunde = useGet("/api/kunden/{id}", { path: { id } }, { enabled: id !== "" })
  requireFound(kunde, "kunde", id)
  useDriverOptions(fahrer_id, NOBODY)
  const offered = useQuery({
    queryKey: ["angebotene Zeilen", id],
    queryFn: () => offeredLines(id),
    enabled: id !== "",
    // A form begins with the lines of now, not with those that another one was shown before.
    gcTime: 0,
  })
  const isReady = !kunde.isLoading && !offered.isLoading
  const initial = {
    ...empty(datum, fahrer_id),
    ...ofKunde(kunde.data),
    lines: offered.data ?? [],
  }
  const choose = async (chosen: Kunde | undefined, values: PlanValues): Promise<void> => {
    if ((chosen?.id ?? "") === id) return
    const next = new URLSearchParams(search)
    if (chosen) next.set("kunde", chosen.id)
    else next.delete("kunde")
    try {
      if (id === "" && chosen && hasUnsent(account, draftOf(search))) {
        const drafts: [string, string] = [draftOf(search), draftOf(next.toString())]
        await carry(account, drafts, chosen, values, initial)
      }
      if (id !== "" && values.lines.some(isNamed))
        toast(`Was für ${initial.name} eingetragen ist, steht dort weiter bereit`)
      if (isThere.current) setParams(next, { replace: true, state: window.history.state })
    } catch (error) {
      toast(messageOf(error), { bad: true })
    }
  }
  return (
    <Page
      title="Neue Lieferung"
      about={kunde.data?.name}
      back={{ href: "/lieferungen", label: "Lieferungen" }}
    >
      {kunde.error && <p role="alert">{messageOf(kunde.error)}</p>}
      {id === "" && <BegunPlans />}
      {isReady && (
        <NewForm
          key={search}
          draft={draftOf(search)}
          initial={initial}
          choose={(...chosen) => void choose(...chosen)}
        />
      )}
    </Page>
  )
}

/** Customers with plans that were begun and are not sent yet. */
function BegunPlans() {
  const forms = draftsBelow<PlanValues>(useAccount().id, DRAFTS)
    .filter(isUnsent)
    .flatMap(({ name, values }) => {
      const search = name.slice(DRAFTS.length)
      const kunde = new URLSearchParams(search).get("kunde")
      return kunde ? [{ kunde, href: `/lieferungen/neu?${search}`, day: date(values.datum) }] : []
    })
  return <Begun label="Begonnen und noch nicht geplant" forms={forms} />
}

/** Moves entries made before a customer was chosen to that customer's draft, where they override older ones. */
async function carry(
  account: string,
  drafts: [string, string],
  kunde: Kunde,
  values: PlanValues,
  initial: PlanValues,
): Promise<void> {
  const offered = await offeredLines(kunde.id)
  const base = { ...initial, ...ofKunde(kunde), lines: merged(initial.lines, offered) }
  const left = readDraft<PlanValues>(account, drafts[1])
  const there = left && isUnsent(left) ? left : { version: undefined, id: newId(), base, values: base }
  const lines = merged(there.values.lines, values.lines)
  const both = mergeOf({ base: initial, mine: values, theirs: there.values }).values
  moveDraft(account, drafts, { ...there, values: { ...both, lines } })
}
