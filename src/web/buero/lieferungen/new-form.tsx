import { useQuery } from "@tanstack/react-query"
import { useEffect, useEffectEvent } from "react"
import { useLocation } from "wouter"
import { call } from "../../ui/api/call.ts"
import { messageOf } from "../../ui/api/fault.ts"
import { Button, ButtonLink } from "../../ui/button.tsx"
import { Form, useForm } from "../../ui/form.tsx"
import { date } from "../../ui/format.ts"
import { KundeSelect } from "../../ui/kunde-select.tsx"
import { refresh, useGet } from "../../ui/query.ts"
import { toast } from "../../ui/toast.tsx"
import { KundeNote } from "./kunde-note.tsx"
import { lastDelivery, merged, offeredLines } from "./lines.ts"
import { isNamed } from "../../ui/lines/lines.ts"
import { LinesEditor, useLinesFocus } from "../../ui/lines/lines-editor.tsx"
import { bodyOf, type Lieferung, ofKunde, type PlanValues } from "./plan.ts"
import { PlanFields } from "./plan-fields.tsx"

type Props = { draft: string; initial: PlanValues }

/** Customer, day, driver, lines; Strg+Enter plans it. */
export function NewForm({ draft, initial }: Props) {
  const [, navigate] = useLocation()
  const focus = useLinesFocus()
  const form = useForm<PlanValues, Lieferung>({
    draft,
    initial,
    save: (values, id) =>
      call("post", "/api/lieferungen", { body: { id, kunde_id: values.kunde_id, ...bodyOf(values) } }),
    saved: ({ id, datum, fahrer_id }, { name }) => {
      void refresh("/api/lieferungen", "/api/touren", "/api/heute")
      const next = `/lieferungen/neu?datum=${datum}${fahrer_id ? `&fahrer=${fahrer_id}` : ""}`
      toast(`Die Lieferung an ${name} ist für den ${date(datum)} geplant`, {
        action: { label: "Nächste planen", run: () => navigate(next) },
      })
      navigate(`/lieferungen/${id}`)
    },
  })
  const { values, set, change } = form
  const kunde = useGet(
    "/api/kunden/{id}",
    { path: { id: values.kunde_id } },
    { enabled: values.kunde_id !== "" },
  )
  const { data: last } = useQuery({
    queryKey: ["letzte Lieferung", values.kunde_id],
    queryFn: () => lastDelivery(values.kunde_id),
    enabled: values.kunde_id !== "",
  })
  // The customer is known already: one goes on with the pieces.
  const begin = useEffectEvent(() => values.kunde_id !== "" && focus.goTo(values.lines[0]?.id))
  useEffect(() => void begin(), [])
  const choose = async (chosen: Parameters<typeof ofKunde>[0]): Promise<void> => {
    if ((chosen?.id ?? "") === values.kunde_id) return
    const kept = values.lines.filter(isNamed)
    set({ ...ofKunde(chosen), lines: kept })
    if (!chosen) return
    try {
      const offered = await offeredLines(chosen.id)
      change(({ lines }) => ({ lines: merged(lines, offered) }))
      focus.goTo((kept[0] ?? offered[0])?.id)
    } catch (error) {
      toast(messageOf(error), { bad: true })
    }
  }
  return (
    <Form form={form} className="plan" label="Neue Lieferung">
      <div className="plan-fields">
        <KundeSelect
          key={values.kunde_id}
          chosen={values.name}
          onChoose={(chosen) => void choose(chosen)}
          autoFocus={values.kunde_id === ""}
        />
        {kunde.data && <KundeNote kunde={kunde.data} />}
        <PlanFields form={form} />
      </div>
      <section className="plan-lines" aria-labelledby="positionen">
        <div className="section-head">
          <h2 id="positionen">Positionen</h2>
          {last && (
            <Button
              look="quiet"
              icon="transfer"
              onPress={() => set({ lines: merged(values.lines, last.lines) })}
            >
              {`Wie am ${date(last.datum)}`}
            </Button>
          )}
        </div>
        {values.lines.length === 0 && (
          <p className="muted">
            {values.kunde_id === ""
              ? "Zuerst den Kunden wählen: Was er üblicherweise bringt, steht dann hier bereit."
              : "Bitte Artikel oder Geräte dazunehmen. Ohne Positionen ist es eine Abholung: Was zurückkommt, zählt der Fahrer."}
          </p>
        )}
        <LinesEditor
          focus={focus}
          kundeId={values.kunde_id}
          lines={values.lines}
          faults={form.faults}
          set={(lines) => set({ lines })}
          change={(by) => change(({ lines }) => ({ lines: by(lines) }))}
        />
      </section>
      <div className="buttons">
        <Button
          type="submit"
          look="primary"
          icon="check"
          isPending={form.busy}
          isDisabled={values.kunde_id === ""}
        >
          Planen
        </Button>
        <ButtonLink look="quiet" href="/lieferungen">
          Abbrechen
        </ButtonLink>
        <span className="muted keys-hint">Enter: nächste Zeile · Strg+Enter: planen</span>
      </div>
    </Form>
  )
}
