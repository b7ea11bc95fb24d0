import { useEffect, useState } from "react"
import { klaerungOf } from "../phone/new-entries.ts"
import { type StoppDraft, listStoppDrafts } from "../phone/draft.ts"
import { type Ended, isEnded } from "../phone/ended.ts"
import { keep } from "../phone/keep.ts"
import { useOnce } from "../phone/once.ts"
import { phone } from "../phone/phone.ts"
import { type Day, isAhead, type Stopp, thingId } from "../phone/tag.ts"
import { useDay, usePhone } from "../phone/use.ts"
import { Button, LinkButton } from "../parts/button.tsx"
import { Discard } from "../parts/discard.tsx"
import { Warning } from "../parts/warning.tsx"
import { stopLinesOf, type Draft, positionenOf, quittungOf } from "./form.ts"
import { countsInWords } from "./in-words.ts"

type ForOfficeProps = { id: string; why: string; booked?: Stopp }

/**
 * The input at a stop that the driver can no longer finish, which can be given to the office or discarded.
 *
 * @param booked the stop, if it is completed: input that equals what is booked is not shown
 */
export function UnsentForOffice({ id, why, booked }: ForOfficeProps) {
  const day = useDay()
  const give = ({ key, draft, versuch }: Found): Promise<boolean> => {
    const { gesehen } = draft
    const stopLines = stopLinesOf(day, gesehen, draft)
    const place = { ...gesehen, id, versuch, name: gesehen.angaben["Kunde"] ?? "" }
    return phone.put([klaerungOf(place, key, why, positionenOf(stopLines, draft), quittungOf(draft))])
  }
  const isBooked = ({ draft }: Found): boolean => isBookedSo(day, draft, booked)
  return (
    <UnsentDraft
      id={id}
      label="Ans Büro geben"
      use={give}
      isNeedless={isBooked}
      {...(booked && { stand: "Dieses Telefon hat das nicht gesendet. Was gebucht ist, steht darunter:" })}
    />
  )
}

type Counted = Partial<Record<"ist_ausgabe" | "ist_ruecknahme", number | null>> &
  Parameters<typeof thingId>[0]

/** @returns the pieces of each thing in each direction, as a text to compare, whatever their order */
const figuresOf = (positionen: Counted[]): string =>
  positionen
    .filter(({ ist_ausgabe, ist_ruecknahme }) => (ist_ausgabe ?? 0) + (ist_ruecknahme ?? 0) > 0)
    .map((one) => [thingId(one), one.ist_ausgabe ?? 0, one.ist_ruecknahme ?? 0].join(" "))
    .toSorted()
    .join()

/** @returns whether a completed stop contains everything that was entered here, so that nobody needs it any more */
const isBookedSo = (day: Day, draft: Draft, stopp: Stopp | undefined): boolean =>
  stopp?.status === "zugestellt" &&
  (stopp.unterschrieben || draft.unterschrift === "") &&
  figuresOf(positionenOf(stopLinesOf(day, draft.gesehen, draft), draft)) === figuresOf(stopp.positionen)

type Props = {
  id: string
  /** Only input of attempts before this one. */
  before?: number
  label: string
  /** Called when the button is tapped. @returns whether the input is stored elsewhere now */
  use: (found: Found) => Promise<boolean>
  /** @returns whether nobody needs it any more */
  isNeedless?: (found: Found) => boolean
  /** The sentence above the input. */
  stand?: string
}

/** The telephone can only speak for itself: another one, or the office, may have booked the stop. */
const UNSENT = "Dieses Telefon hat das nicht gesendet:"

/** Input of an earlier attempt at a stop, which the driver can use or discard. */
export function UnsentDraft({ id, before = Infinity, label, use, isNeedless, stand = UNSENT }: Props) {
  const day = useDay()
  const known = usePhone()
  const { ended } = known
  const [found, setFound] = useState<Found>()
  useEffect(() => {
    const isHere = (left: Found): boolean => left.id === id && left.versuch < before
    findUnended(ended).then(
      (all) => setFound(all.find(isHere)),
      () => {},
    )
  }, [id, before, ended])
  const forget = async (): Promise<void> => {
    if (found) await keep.remove(found.key).catch(() => {})
    setFound(undefined)
  }
  const useIt = useOnce(async (left: Found) => {
    const kept = await use(left)
    if (kept) await forget()
    return kept
  })
  if (!found || isEnded(known, found.key) || isNeedless?.(found)) return null
  const { draft } = found
  const lines = countsInWords(stopLinesOf(day, draft.gesehen, draft))
  return (
    <Warning title="Hier war schon etwas eingetragen" label="Nicht gesendet">
      <p>{stand}</p>
      <ul className="liste">
        {lines.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      <div className="reihe">
        <Discard discard={forget}>Das bekommt dann niemand. Besser ist „{label}“.</Discard>
        <Button kind="haupt" label={label} tap={() => useIt(found)} />
      </div>
    </Warning>
  )
}

type Found = StoppDraft<Draft>

/**
 * @returns all drafts of stops that have not ended. Marks are removed together with their drafts, so that old ones do
 *   no harm
 */
async function findUnended(ended: Ended[]): Promise<Found[]> {
  const all = await listStoppDrafts<Draft>()
  return all.filter(({ key }) => !isEnded({ entries: [], ended }, key))
}

/** On the screen of the day: stops that the driver can no longer finish, with input that is nowhere else. */
export function UnsentDrafts() {
  const day = useDay()
  const { stopps } = day
  const known = usePhone()
  const { ended } = known
  const [left, setLeft] = useState<Found[]>([])
  useEffect(() => {
    findUnended(ended).then(setLeft, () => {})
  }, [ended])
  const ahead = new Set(stopps.filter(isAhead).map(({ id }) => id))
  const lost = left.filter(
    ({ key, id, draft }) =>
      !ahead.has(id) &&
      !isEnded(known, key) &&
      !isBookedSo(
        day,
        draft,
        stopps.find((one) => one.id === id),
      ),
  )
  if (lost.length === 0) return null
  return (
    <Warning title="Gezählt, aber nicht gesendet">
      <p>
        Diese Stopps sind bei dir nicht mehr offen. Was dort eingetragen ist, hat dieses Telefon nicht
        gesendet:
      </p>
      {lost.map(({ key, id, draft }) => (
        <LinkButton key={key} label={draft.gesehen.angaben["Kunde"] ?? ""} href={`/stopp/${id}`} />
      ))}
    </Warning>
  )
}
