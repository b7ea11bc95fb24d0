import { useQuery } from "@tanstack/react-query"
import { useEffect, useEffectEvent, useRef } from "react"
import { useLocation } from "wouter"
import { type Answer, call } from "../../ui/api/call.ts"
import { faultBefore } from "../../ui/api/fault.ts"
import { Button, ButtonLink } from "../../ui/parts/button.tsx"
import { KeysHint } from "../../ui/parts/form-buttons.tsx"
import { Form, useForm } from "../../ui/forms/form.tsx"
import { useDoubt } from "../../ui/forms/use-doubt.tsx"
import { useKeysForNext } from "../../ui/keys/keys-ahead.ts"
import { address, date, span, today } from "../../ui/values/format.ts"
import { KundeSelect } from "../../ui/fields/kunde-select.tsx"
import { useGet } from "../../ui/state/query.ts"
import { toast } from "../../ui/parts/toast.tsx"
import { AlreadyPlanned, StillPlanned } from "../../ui/records/already-planned.tsx"
import { rhythmInWords } from "../../ui/records/regular-words.ts"
import { useList } from "../../ui/state/list.ts"
import { Link } from "react-aria-components"
import { lastDelivery, merged } from "./lines.ts"
import { LinesEditor } from "../../ui/lines/lines-editor.tsx"
import { LINES, requirePieces } from "../../ui/lines/lines.ts"
import { useLinesFocus } from "../../ui/lines/rows.ts"
import { bodyOf, type Kunde, type Lieferung, type PlanValues } from "./plan.ts"
import { pickupDoubt, PickupRemark } from "./pickup.tsx"
import { PlanFields } from "./plan-fields.tsx"
import { Badge } from "../../ui/parts/badge.tsx"

type Props = {
  draft: string
  initial: PlanValues
  choose: (kunde: Kunde | undefined, values: PlanValues) => void
}

/** The form for another stop of the same day and driver. */
const nextStop = (datum: string, fahrer_id: string | null): string =>
  `/lieferungen/neu?datum=${datum}${fahrer_id ? `&fahrer=${fahrer_id}` : ""}`

/** One customer's form: day, driver, lines; Strg+Enter plans it. */
export function NewForm({ draft, initial, choose }: Props) {
  const { kunde_id, name } = initial
  const [, navigate] = useLocation()
  // The state keeps where one came from, such as the board: "back" leads there however many were planned meanwhile.
  const goOn = (href: string): void => navigate(href, { state: window.history.state })
  const focus = useLinesFocus()
  const goesOn = useRef(false)
  const form = useForm<PlanValues, Lieferung>({
    draft,
    initial,
    save: async (values, id) => {
      if (kunde_id === "") throw faultBefore("kunde_id", "Bitte einen Kunden wählen")
      requirePieces(values.lines)
      return call("post", "/api/lieferungen", { body: { id, kunde_id, ...bodyOf(values) } })
    },
    saved: ({ id, datum, fahrer_id }) => {
      toast(`Die Lieferung an ${name} ist für den ${date(datum)} geplant`, {
        action: goesOn.current
          ? { label: "Ansehen", run: () => goOn(`/lieferungen/${id}`) }
          : { label: "Nächste planen", run: () => goOn(nextStop(datum, fahrer_id)) },
      })
    },
    leave: ({ id, datum, fahrer_id }) =>
      goOn(goesOn.current ? nextStop(datum, fahrer_id) : `/lieferungen/${id}`),
  })
  const { values, set } = form
  const { form: asking, asked } = useDoubt(form, pickupDoubt)
  useKeysForNext(asking.busy, () => goesOn.current)
  const kunde = useGet("/api/kunden/{id}", { path: { id: kunde_id } }, { enabled: kunde_id !== "" })
  const { data: last } = useQuery({
    queryKey: ["letzte Lieferung", kunde_id],
    queryFn: () => lastDelivery(kunde_id),
    enabled: kunde_id !== "",
  })
  // With a customer chosen, the pieces come next.
  const begin = useEffectEvent(() => kunde_id !== "" && focus.goTo(values.lines[0]?.id))
  useEffect(() => void begin(), [])
  return (
    <Form form={asking} className="plan" label="Neue Lieferung" books>
      <div className="plan-fields">
        <KundeSelect
          key={kunde_id}
          chosen={name}
          onChoose={(chosen) => choose(chosen, values)}
          autoFocus={kunde_id === ""}
        />
        {kunde.data && <KundeNote kunde={kunde.data} />}
        <PlanFields form={form} />
        {kunde_id !== "" && (
          <div>
            <AlreadyPlanned kunde_id={kunde_id} datum={values.datum} />
            <StillPlanned kunde_id={kunde_id} datum={values.datum} />
          </div>
        )}
      </div>
      <section className="plan-lines" aria-labelledby="positionen">
        <div className="section-head">
          <h2 id="positionen">Positionen</h2>
          {last && (
            <Button
              look="quiet"
              icon="copy"
              onPress={() => set({ lines: merged(values.lines, last.lines) }, LINES)}
            >
              {`Wie am ${date(last.datum)}`}
            </Button>
          )}
        </div>
        {kunde_id === "" && values.lines.length === 0 && (
          <p className="muted">
            Zuerst den Kunden wählen: Was er üblicherweise bekommt und zurückgibt, steht dann hier bereit.
          </p>
        )}
        <LinesEditor focus={focus} kundeId={kunde_id} day={values.datum} form={form} />
        {kunde_id !== "" && <PickupRemark lines={values.lines} />}
      </section>
      <PlanButtons begins={(next) => (goesOn.current = next)} isPending={asking.busy} />
      {asked}
    </Form>
  )
}

type PlanProps = {
  /** Called before it is sent, with whether the next stop is planned after it. */
  begins: (goesOn: boolean) => void
  isPending: boolean
}

const PlanButtons = ({ begins, isPending }: PlanProps) => (
  <div className="buttons">
    <Button
      type="submit"
      look="primary"
      icon="check"
      isPending={isPending}
      onPressStart={() => begins(false)}
    >
      Planen
    </Button>
    <Button type="submit" icon="plus" isPending={isPending} onPressStart={() => begins(true)}>
      Planen und nächster Stopp
    </Button>
    <ButtonLink look="quiet" href="/lieferungen">
      Abbrechen
    </ButtonLink>
    <KeysHint does="planen" hasLines />
  </div>
)

/** The customer's address, delivery times and notes. */
function KundeNote({ kunde }: { kunde: Answer<"get", "/api/kunden/{id}"> }) {
  const times = span(kunde.lieferzeit_von, kunde.lieferzeit_bis)
  return (
    <div className="kunde-note">
      <p className="muted">
        {[address(kunde), times && `${times} Uhr`].filter(Boolean).join(" · ")}{" "}
        {kunde.aktiv === 0 && <Badge tone="warn">Inaktiv</Badge>}
      </p>
      <Regular kunde={kunde} />
      {kunde.anlieferungshinweis && <p className="remark">{kunde.anlieferungshinweis}</p>}
    </div>
  )
}

/** The customer's Liefertage; without any, a link to agree on one. */
function Regular({ kunde: { id, aktiv } }: { kunde: { id: string; aktiv: number } }) {
  const { items, isLoading, error } = useList("/api/liefertage", { query: { kunde_id: id } }, { watch: true })
  // Keeps the room of the line, so that nothing below it moves.
  if (isLoading) return <p>{"\u{a0}"}</p>
  if (error) return null
  const agreed = items.filter(({ bis }) => bis === null || bis >= today())
  if (agreed.length > 0)
    return (
      <p>
        Wird regelmäßig beliefert:{" "}
        <Link href={`/kunden/${id}#liefertage`}>{agreed.map(rhythmInWords).join(", ")}</Link>
      </p>
    )
  if (aktiv === 0) return null
  return (
    <p>
      <Link href={`/kunden/${id}?panel=liefertag`}>Regelmäßig liefern …</Link>
    </p>
  )
}
