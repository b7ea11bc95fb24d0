import { useState } from "react"
import type { Aufnahme } from "../phone/deeds.ts"
import type { Change } from "../phone/draft.ts"
import { findGeraet } from "../phone/remote.ts"
import type { Geraet, KundeKurz } from "../phone/tag.ts"
import { type Day, useDay } from "../phone/use.ts"
import { PhotoButton } from "../teile/photo-button.tsx"
import { Stepper } from "../teile/stepper.tsx"
import { Scanner } from "../scan/scanner.tsx"
import { AddArticle } from "./add-article.tsx"
import type { Draft, Geraetewahl, Zeile } from "./form.ts"

type Props = {
  kunde: KundeKurz
  zeilen: Zeile[]
  draft: Draft
  change: Change<Draft>
  photograph: (foto: Aufnahme) => Promise<unknown> | unknown
  /** Nothing is handed over here. */
  pickup?: boolean
}

/** What comes back: the usual first, others by search or camera, devices with their state. */
export function Ruecknahme({ kunde, zeilen, draft, change, photograph, pickup = false }: Props) {
  const day = useDay()
  const [scans, setScans] = useState(false)
  const [told, setTold] = useState("")
  const known = [...day.geraete.values(), ...draft.gefunden]
  // Those that stand here, and those that were found here although they should be elsewhere.
  const hier = known.filter(
    ({ id, kunde_id }) => kunde_id === kunde.id || draft.geraete[id]?.ruecknahme !== undefined,
  )
  const take = (id: string, wahl: Geraetewahl): void =>
    change({ ...draft, geraete: { ...draft.geraete, [id]: { ...draft.geraete[id], ...wahl } } })
  const add = (id: string, menge = 0): void =>
    change((before) => ({
      ...before,
      mehr:
        before.mehr.includes(id) || zeilen.some(({ artikel }) => artikel.id === id)
          ? before.mehr
          : [...before.mehr, id],
      ruecknahme: { ...before.ruecknahme, [id]: (before.ruecknahme[id] ?? 0) + menge },
    }))
  const scanned = async (code: string): Promise<void> => {
    const found = await recognize(day, draft, code)
    if ("artikel" in found) add(found.artikel.id, 1)
    if ("geraet" in found) handle(found.geraet)
    setTold("told" in found ? found.told : `${found.name}: erfasst`)
  }
  const handle = (geraet: Geraet): void => {
    const isKnown = known.some(({ id }) => id === geraet.id)
    const wahl = geraet.status === "lager" && !pickup ? { ausgabe: true } : { ruecknahme: true }
    change((before) => ({
      ...before,
      gefunden: isKnown ? before.gefunden : [...before.gefunden.filter(({ id }) => id !== geraet.id), geraet],
      geraete: { ...before.geraete, [geraet.id]: { ...before.geraete[geraet.id], ...wahl } },
    }))
  }
  return (
    <section>
      <h2>Zurück</h2>
      {zeilen.map(({ artikel, soll, ueblich, bestand }) => (
        <Stepper
          key={artikel.id}
          label={artikel.bezeichnung}
          hint={hintOf(soll, ueblich, bestand)}
          value={draft.ruecknahme[artikel.id] ?? 0}
          change={(menge) => change({ ...draft, ruecknahme: { ...draft.ruecknahme, [artikel.id]: menge } })}
        />
      ))}
      {hier.map((geraet) => (
        <Device
          key={geraet.id}
          geraet={geraet}
          wahl={draft.geraete[geraet.id] ?? {}}
          take={(wahl) => take(geraet.id, wahl)}
          photograph={photograph}
        />
      ))}
      <div className="reihe">
        <AddArticle add={({ id }) => add(id)} />
        <button type="button" className="taste" onClick={() => setScans(true)}>
          Scannen
        </button>
      </div>
      {scans && <Scanner close={() => setScans(false)} told={told} found={(code) => void scanned(code)} />}
    </section>
  )
}

const hintOf = (soll: number, ueblich: number, bestand: number): string =>
  [soll > 0 && `geplant ${soll}`, ueblich > 0 && `meist ${ueblich}`, bestand > 0 && `hat ${bestand}`]
    .filter(Boolean)
    .join(" · ")

type Found = { artikel: { id: string }; name: string } | { geraet: Geraet; name: string } | { told: string }

/** By what is on the telephone; of what is not, the service is asked, if it can be reached. */
async function recognize(day: Day, { gefunden }: Draft, code: string): Promise<Found> {
  const wanted = code.trim()
  const artikel = day.tag.artikel.find((one) => one.barcode === wanted || one.nummer === wanted)
  if (artikel) return { artikel, name: artikel.bezeichnung }
  const geraet = [...day.geraete.values(), ...gefunden].find(
    (one) => one.barcode === wanted || one.geraetenummer === wanted,
  )
  if (geraet) return { geraet, name: `${geraet.bezeichnung} ${geraet.geraetenummer}` }
  const answer = await findGeraet(wanted)
  if (answer === "offline")
    return { told: `${wanted} ist auf diesem Telefon nicht bekannt, und es gibt kein Netz.` }
  if (answer.status !== 200) return { told: `${wanted} kennt niemand.` }
  return { geraet: answer.body, name: `${answer.body.bezeichnung} ${answer.body.geraetenummer}` }
}

type DeviceProps = {
  geraet: Geraet
  wahl: Geraetewahl
  take: (wahl: Geraetewahl) => void
  photograph: Props["photograph"]
}

/** A device that stands here, or was found here: it may be taken along, in order or damaged. */
function Device({ geraet, wahl, take, photograph }: DeviceProps) {
  const name = `${geraet.bezeichnung} ${geraet.geraetenummer}`
  return (
    <div className="geraet">
      <label className="haken">
        <input
          type="checkbox"
          checked={wahl.ruecknahme ?? false}
          onChange={({ target }) => take({ ruecknahme: target.checked })}
        />
        {name} mitnehmen
      </label>
      {wahl.ruecknahme && (
        <div className="zustand">
          <label className="haken">
            <input
              type="checkbox"
              checked={wahl.beschaedigt ?? false}
              onChange={({ target }) => take({ beschaedigt: target.checked })}
            />
            beschädigt
          </label>
          {wahl.beschaedigt && (
            <>
              <label className="feld">
                Was ist kaputt?
                <input
                  maxLength={500}
                  value={wahl.bemerkung ?? ""}
                  onChange={({ target }) => take({ bemerkung: target.value })}
                />
              </label>
              <PhotoButton
                label="Foto vom Schaden"
                taken={(foto) => photograph({ ...foto, art: "schaden", geraet_id: geraet.id })}
              />
            </>
          )}
        </div>
      )}
    </div>
  )
}
