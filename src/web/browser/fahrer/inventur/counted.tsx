import { useEffect, useState } from "react"
import { type Entry, idOf } from "../outbox/entry.ts"
import { phone } from "../phone/phone.ts"
import { askCounted, type CountedSums, takeBackZaehlung } from "../phone/remote.ts"
import { usePhone } from "../phone/use.ts"
import { Button } from "../parts/button.tsx"
import { unbroken } from "../../ui/values/format.ts"

const states: Record<Entry["stand"], string> = {
  wartet: "wartet",
  gesendet: "gesendet",
  "braucht dich": "nicht angenommen",
  uebergeben: "beim Büro",
}

/** What this driver has counted, and, with a network, what everybody has counted together. */
export function Counted({ inventur_id }: { inventur_id: string }) {
  const { entries, network } = usePhone()
  const [said, setSaid] = useState("")
  const path = `/api/inventuren/${inventur_id}/zaehlungen`
  const own = entries.filter((entry) => entry.path === path)
  const sent = own.filter(({ stand }) => stand === "gesendet").length
  const [sums, setSums] = useState<CountedSums>()
  const takeBack = async (entry: Entry): Promise<void> => {
    // Once it was sent, it can only be taken back after it has arrived.
    if (entry.stand !== "gesendet") {
      setSaid((await phone.takeBack(entry)) ? "" : "Das wird gerade gesendet; gleich noch einmal versuchen.")
      return
    }
    const answer = await takeBackZaehlung(inventur_id, idOf(entry))
    if (answer === "offline") return setSaid("Zurücknehmen, was gesendet ist, geht nur mit Netz.")
    if (answer.status >= 400 && answer.status !== 404) return setSaid(answer.body?.error ?? "Das ging nicht.")
    setSaid("")
    await phone.discard(entry)
  }
  return (
    <>
      <Ask key={`${sent} ${network}`} inventur_id={inventur_id} tell={setSums} />
      <p role="status" className="bad">
        {said}
      </p>
      {own.length > 0 && (
        <section aria-label="Von mir gezählt">
          <h2>Von mir gezählt</h2>
          <ul className="eintraege">
            {own.toReversed().map((entry) => (
              <li key={entry.nr}>
                <p className="name">{unbroken(entry.titel.replace("Gezählt: ", ""))}</p>
                <p className="muted">{states[entry.stand]}</p>
                {entry.stand === "braucht dich" && entry.antwort && (
                  <p className="bad">{entry.antwort.text}</p>
                )}
                {entry.stand !== "uebergeben" && entry.stand !== "braucht dich" && (
                  <Button kind="leise" label="Zurücknehmen" tap={() => takeBack(entry)} />
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      {sums && <OfAll sums={sums} />}
    </>
  )
}

function OfAll({ sums: { artikel, geraete } }: { sums: CountedSums }) {
  return (
    <section aria-label="Von allen gezählt">
      <h2>Von allen gezählt</h2>
      {artikel.length === 0 && geraete === 0 && <p className="muted">Noch nichts.</p>}
      <ul className="liste">
        {artikel.map(({ pfandartikel_id, bezeichnung, menge }) => (
          <li key={pfandartikel_id}>
            <span>{unbroken(bezeichnung)}</span>
            <strong className="figures">{menge}</strong>
          </li>
        ))}
        {geraete > 0 && (
          <li>
            <span>Geräte</span>
            <strong className="figures">{geraete}</strong>
          </li>
        )}
      </ul>
    </section>
  )
}

/** Asks once each time it is mounted; the old answer is shown until the new one comes. */
function Ask({ inventur_id, tell }: { inventur_id: string; tell: (sums: CountedSums) => void }) {
  useEffect(() => {
    let left = false
    void askCounted(inventur_id).then((answer) => {
      if (!left && answer !== "offline" && answer.status === 200) tell(answer.body)
    })
    return () => {
      left = true
    }
  }, [inventur_id, tell])
  return null
}
