import type { Photo } from "../phone/new-entries.ts"
import type { ChangeDraft } from "../phone/draft.ts"
import type { Geraet } from "../phone/tag.ts"
import { useDay } from "../phone/use.ts"
import { Field } from "../parts/field.tsx"
import { PhotoButton } from "../parts/photo-button.tsx"
import { Sign } from "../parts/signs.tsx"
import { Stepper } from "../parts/stepper.tsx"
import { recognize } from "../scan/recognize.ts"
import { Scan } from "../scan/scanner.tsx"
import { AddArticle } from "./add-article.tsx"
import { Device } from "./device.tsx"
import {
  type Draft,
  elsewhere,
  type GeraetChoice,
  overdue,
  type Stoppzeile,
  withChoice,
  withQuantity,
} from "./form.ts"

type Props = {
  zeilen: Stoppzeile[]
  draft: Draft
  change: ChangeDraft<Draft>
  photograph: (photo: Photo) => Promise<unknown> | unknown
  /** Whether this is a pick-up, where nothing is handed over. */
  pickup?: boolean
}

/** Returns: the usual articles first, others by search or camera, and devices with their state. */
export function Ruecknahme({ zeilen, draft, change, photograph, pickup = false }: Props) {
  const day = useDay()
  const take = (id: string, choice: GeraetChoice): void => change((before) => withChoice(before, id, choice))
  const add = (id: string, menge = 0): void =>
    change((before) => {
      const known = { ...before, mehr: [...new Set([...before.mehr, id])] }
      return withQuantity(known, "ruecknahme", id, (before.ruecknahme[id] ?? 0) + menge)
    })
  /** A device from the yard can only be handed over, not taken back. */
  const isOut = ({ status }: Geraet): boolean => status === "lager" && !pickup
  const scanned = async (code: string): Promise<string> => {
    const found = await recognize(day, draft.gefunden, code)
    if ("told" in found) return found.told
    if ("artikel" in found) add(found.artikel.id, 1)
    else {
      const barred = isOut(found.geraet) ? overdue(day, found.geraet) : undefined
      if (barred) return `${found.name}: ${barred}`
      handle(found.geraet)
      const doubted = isOut(found.geraet) ? undefined : elsewhere(day, found.geraet, draft.gesehen.kunde_id)
      if (doubted) return `${found.name}: erfasst. ${doubted}`
    }
    return `${found.name}: erfasst`
  }
  const handle = (geraet: Geraet): void => {
    const choice = isOut(geraet) ? { ausgabe: true } : { ruecknahme: true }
    change((before) => {
      const isKnown = [...day.geraete.values(), ...before.gefunden].some(({ id }) => id === geraet.id)
      const known = isKnown ? before : { ...before, gefunden: [...before.gefunden, geraet] }
      return withChoice(known, geraet.id, choice)
    })
  }
  return (
    <section className="her">
      <h2>
        <Sign name="her" />
        Zurück
      </h2>
      {zeilen.map((zeile) =>
        zeile.isGeraet ? (
          <Returned
            key={zeile.id}
            zeile={zeile}
            choice={draft.geraete[zeile.id] ?? {}}
            take={(choice) => take(zeile.id, choice)}
            photograph={photograph}
          />
        ) : (
          <Stepper
            key={zeile.id}
            label={zeile.name}
            artikel_id={zeile.id}
            soll={zeile.soll}
            more={moreOf(zeile)}
            value={zeile.menge}
            change={(menge) => change((before) => withQuantity(before, "ruecknahme", zeile.id, menge))}
          />
        ),
      )}
      <div className="reihe">
        <AddArticle add={({ id }) => add(id)} />
        <Scan found={scanned} />
      </div>
    </section>
  )
}

const moreOf = ({ usual, bestand }: Stoppzeile): string =>
  [usual > 0 && `meist ${usual}`, bestand > 0 && `hat ${bestand}`].filter(Boolean).join(" · ")

type ReturnedProps = {
  zeile: Stoppzeile
  choice: GeraetChoice
  take: (choice: GeraetChoice) => void
  photograph: Props["photograph"]
}

/** A device at this customer, which may be taken along, in order or damaged. */
function Returned({ zeile: { id, name, menge, soll, doubted }, choice, take, photograph }: ReturnedProps) {
  const words = `${name} mitnehmen${soll > 0 ? " (geplant)" : ""}`
  return (
    <Device name={words} ticked={menge > 0} tick={(ruecknahme) => take({ ruecknahme })}>
      {menge > 0 && doubted && (
        <p className="verbot" role="note">
          {doubted}
        </p>
      )}
      {menge > 0 && (
        <div className="zustand">
          <label className="haken">
            <input
              type="checkbox"
              checked={choice.beschaedigt ?? false}
              onChange={({ target }) => take({ beschaedigt: target.checked })}
            />
            beschädigt
          </label>
          {choice.beschaedigt && (
            <>
              <Field
                label="Was ist kaputt?"
                most={500}
                value={choice.bemerkung ?? ""}
                change={(bemerkung) => take({ bemerkung })}
              />
              <PhotoButton label="Foto vom Schaden" art="schaden" geraet_id={id} taken={photograph} />
            </>
          )}
        </div>
      )}
    </Device>
  )
}
