import { useLocation } from "wouter"
import { type Entry, endings, isDue } from "../outbox/entry.ts"
import { phone } from "../phone/phone.ts"
import { useNow, usePhone } from "../phone/use.ts"
import { Button } from "./button.tsx"
import { unbroken } from "../../ui/values/format.ts"

/** @returns the last entry that ended a stop on this telephone */
export const endOf = (entries: Entry[], sequence: string): Entry | undefined =>
  entries.findLast((entry) => entry.folge === sequence && endings.has(entry.art))

/** @returns whether an entry can be taken back: only if it was never sent, as it may have arrived else */
export const isRevocable = ({ stand, gesendet }: Entry): boolean => stand === "wartet" && gesendet === 0

/** @returns a function that takes back the end of a stop, and goes to the stop */
export function useTakeBack(): (last: Entry) => Promise<void> {
  const [, go] = useLocation()
  return async (last) => {
    if (await phone.takeBack(last)) go(`/${last.art === "ungeplant" ? "ungeplant" : "stopp"}/${last.folge}`)
  }
}

/** On every screen, for ten seconds: takes back the end of a stop. The page of the stop itself has its own button. */
export function TakeBack({ entries }: { entries: Entry[] }) {
  const takeBack = useTakeBack()
  const { network } = usePhone()
  const candidates = entries.filter((entry) => endings.has(entry.art) && isRevocable(entry))
  const now = useNow(candidates.length > 0)
  const [location] = useLocation()
  const last = candidates.findLast((entry) => !isDue(entry, now))
  if (!last || location === `/stopp/${last.folge}`) return null
  return (
    <div className="zurueck">
      <div>
        <p className="kurz">{unbroken(last.titel)}</p>
        <p className="muted">
          {network === "nein"
            ? "Danach am Stopp, bis wieder Netz da ist"
            : "Danach kann es nur noch das Büro ändern"}
        </p>
      </div>
      <Button
        sign="rueckgaengig"
        label={`Zurücknehmen (${Math.max(1, Math.ceil((last.ab - now) / 1000))})`}
        tap={() => takeBack(last)}
      />
    </div>
  )
}
