import { useEffect, useRef, useState } from "react"
import { MOST_IN_YARD } from "../../../../lib/figures.ts"
import { call } from "../../ui/api/call.ts"
import { faultBefore } from "../../ui/api/fault.ts"
import { CountField, TextField } from "../../ui/fields/field.tsx"
import { ThingSelect } from "../../ui/fields/thing-select.tsx"
import { Form, type FormState, useForm } from "../../ui/forms/form.tsx"
import { discarded } from "../../ui/forms/unsent.ts"
import { useKeysForNext } from "../../ui/keys/keys-ahead.ts"
import { Button } from "../../ui/parts/button.tsx"
import { toast } from "../../ui/parts/toast.tsx"
import type { Thing } from "../../ui/state/thing.ts"
import { countOf, unitsInWords } from "../../ui/values/contents.ts"
import { type Line, lineDraft } from "./open-line.ts"

/** An article without parts. */
type Artikel = Pick<Thing, "id" | "nummer" | "bezeichnung"> & { einheit: NonNullable<Thing["einheit"]> }

/** @returns the form of the line being entered, and functions that choose its thing, give it up, or begin an article's */
export function useEntry(id: string) {
  const offer = useRestoreOffer()
  // The next line is mostly counted in the same place.
  const [place, setPlace] = useState("")
  const form = useForm<Line, unknown>({
    draft: lineDraft(id),
    initial: { thing: null, menge: null, ort: place },
    save: ({ thing, menge, ort }, line) => {
      if (!thing?.isDevice && menge === null) throw faultBefore("menge", "Bitte zählen, auch eine 0")
      return call("post", "/api/inventuren/{id}/zaehlungen", {
        path: { id },
        body: {
          id: line,
          ...(ort.trim() && { ort }),
          positionen: [
            thing?.isDevice
              ? { geraet_id: thing.id, menge: 1 }
              : { pfandartikel_id: thing?.id ?? "", menge: menge ?? 0 },
          ],
        },
      })
    },
    saved: (_, { thing, ort }, goesOn) => {
      toast(`${thing?.bezeichnung} ist gezählt`)
      if (!goesOn) form.reset({ thing: null, menge: null, ort })
      setPlace(ort)
    },
  })
  useKeysForNext(form.busy)
  const choose = (found: Thing): void => {
    // Or restoring the line that was given up would overwrite this one.
    offer.withdraw()
    form.set({ thing: found })
  }
  const giveUp = (): void => {
    // A line that is being sent may already be counted.
    if (form.busy) return
    const given = form.draft
    form.reset()
    // With the same id: if it is counted after all, it is not counted again.
    if (given.values.menge !== null || given.isUncertain)
      offer.make(discarded("gezählt", given), () => form.restore(given))
  }
  const begin = ({ id: artikel, nummer, bezeichnung, einheit }: Artikel): void => {
    // Or the new line would take over the pieces of the one in the form.
    const open = form.values.thing
    if (open) toast(`Bitte zuerst ${open.bezeichnung} zählen oder abbrechen`, { warns: true })
    else choose({ id: artikel, isDevice: false, nummer, bezeichnung, einheit })
  }
  return { form, choose, giveUp, begin }
}

/** One line after the other, by keyboard or with a scanner that types. */
export function CountEntry({ entry: { form, choose, giveUp } }: { entry: ReturnType<typeof useEntry> }) {
  const section = useRef<HTMLElement>(null)
  const before = useRef<Thing>(null)
  const { thing } = form.values
  useEffect(() => {
    // Ready for the next line, without the mouse.
    if (before.current && !thing) section.current?.querySelector("input")?.focus()
    before.current = thing
  }, [thing])
  return (
    <section aria-label="Zählen" ref={section}>
      {thing ? (
        <LineForm form={form} thing={thing} giveUp={giveUp} />
      ) : (
        <ThingSelect onFind={choose} autoFocus />
      )}
    </section>
  )
}

/** Offers to restore a line that was given up, until another one is begun or the screen is left. */
function useRestoreOffer(): { make: (said: string, restore: () => void) => void; withdraw: () => void } {
  const withdraw = useRef<() => void>(undefined)
  useEffect(() => () => withdraw.current?.(), [])
  return {
    make: (said, run) => {
      const action = { label: "Wiederherstellen", run }
      withdraw.current = toast(said, { action })
    },
    withdraw: () => withdraw.current?.(),
  }
}

type LineProps = { form: FormState<Line>; thing: Thing; giveUp: () => void }

function LineForm({ form, thing, giveUp }: LineProps) {
  return (
    <Form form={form} label="Zählen" className="form count-line">
      <p>
        <strong>{thing.bezeichnung}</strong>{" "}
        <span className="muted">
          {thing.isDevice ? "Gerät " : ""}
          {thing.nummer}
        </span>
      </p>
      {thing.teile && <p className="muted">{`${countOf(1, thing.bezeichnung)} zählt als ${thing.teile}`}</p>}
      <div className="pair">
        {!thing.isDevice && (
          <CountField
            label={unitsInWords[thing.einheit ?? "stueck"]}
            hint="Kommt zu dem dazu, was schon gezählt ist"
            min={0}
            max={MOST_IN_YARD}
            {...form.field("menge")}
            isRequired
            autoFocus
          />
        )}
        <TextField label="Wo" hint="Etwa Halle 2" maxLength={60} {...form.field("ort")} />
      </div>
      <div className="buttons">
        <Button type="submit" look="primary" isPending={form.busy}>
          Zählen
        </Button>
        <Button look="quiet" onPress={giveUp}>
          Abbrechen
        </Button>
      </div>
    </Form>
  )
}
