import { useState } from "react"
import { MOST_IN_YARD } from "../../../../lib/figures.ts"
import { type Answer, call } from "../../ui/api/call.ts"
import { CountField, TextField } from "../../ui/fields/field.tsx"
import { FormPanel } from "../../ui/forms/edit-panel.tsx"
import { useForm } from "../../ui/forms/form.tsx"
import { Badge } from "../../ui/parts/badge.tsx"
import { Button } from "../../ui/parts/button.tsx"
import { FigureHead } from "../../ui/parts/figure-head.tsx"
import { toast } from "../../ui/parts/toast.tsx"
import { refresh, useGet } from "../../ui/state/query.ts"
import { date, pieces } from "../../ui/values/format.ts"
import { kinds } from "./count.tsx"

export type Truck = { datum: string; fahrer_id: string; fahrer_name: string }
type Expected = Answer<"get", "/api/feierabend/erwartet">["positionen"]

const keyOf = ({ art, pfandartikel_id, geraet_id }: Expected[number]): string =>
  `${art} ${pfandartikel_id ?? geraet_id}`

/** A truck that nobody counted yet: what should be on it, and who can count. */
export function Uncounted({ truck }: { truck: Truck }) {
  const { datum, fahrer_id, fahrer_name } = truck
  const [counts, setCounts] = useState(false)
  const query = { datum, fahrer_id }
  const { data } = useGet("/api/feierabend/erwartet", { query }, { watch: true })
  const positionen = data?.positionen ?? []
  return (
    <section className="stack tally" aria-label={fahrer_name}>
      <div className="tally-head">
        <h2>{fahrer_name}</h2>
        <Badge tone="warn">Noch nicht gezählt</Badge>
        <span className="no-print">
          <Button isDisabled={!data} onPress={() => setCounts(true)}>
            Hier zählen …
          </Button>
        </span>
      </div>
      <p className="muted">
        {fahrer_name} zählt beim Abladen in der Anwendung für Fahrer, unter „Feierabend“; das Büro kann es
        hier tun.
        {data && positionen.length === 0 && " Nach den Lieferungen müsste der Wagen leer sein."}
      </p>
      {kinds.map(([art, title]) => {
        const lines = positionen.filter((one) => one.art === art)
        return (
          lines.length > 0 && (
            <table key={art} className="plain-table">
              <FigureHead name={title} figures={["Erwartet"]} />
              <tbody>
                {lines.map((one) => (
                  <tr key={keyOf(one)}>
                    <th scope="row">
                      {one.bezeichnung} <span className="muted">{one.nummer}</span>
                    </th>
                    <td className="figures">{pieces(one.erwartet)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )
        )
      })}
      {counts && <CountHere truck={truck} positionen={positionen} onClose={() => setCounts(false)} />}
    </section>
  )
}

type Values = { gezaehlt: Record<string, number | null>; bemerkung: string }
type CountProps = { truck: Truck; positionen: Expected; onClose: () => void }

/** The office counts for a driver: what is expected stands there, and is corrected. */
function CountHere({ truck: { datum, fahrer_id, fahrer_name }, positionen, onClose }: CountProps) {
  // As it was when the panel was opened: what is counted meanwhile elsewhere must not move under the hand.
  const [lines] = useState(positionen)
  const form = useForm<Values, unknown>({
    draft: `feierabend/${datum}/${fahrer_id}`,
    initial: { gezaehlt: Object.fromEntries(lines.map((one) => [keyOf(one), one.erwartet])), bemerkung: "" },
    save: ({ gezaehlt, bemerkung }, id) =>
      call("post", "/api/feierabend", {
        body: {
          id,
          datum,
          fahrer_id,
          ...(bemerkung && { bemerkung }),
          positionen: lines.map((one) => ({
            art: one.art,
            ...(one.pfandartikel_id
              ? { pfandartikel_id: one.pfandartikel_id }
              : { geraet_id: one.geraet_id ?? "" }),
            gezaehlt: gezaehlt[keyOf(one)] ?? 0,
          })),
        },
      }),
    saved: async () => {
      await refresh("/api/feierabend", "/api/heute", "/api/touren")
      toast(`${fahrer_name} ist gezählt`)
      onClose()
    },
  })
  const { gezaehlt } = form.values
  return (
    <FormPanel
      title={`Wagen von ${fahrer_name} am ${date(datum)}`}
      form={form}
      action="Zählung speichern"
      onClose={onClose}
    >
      <p className="muted">
        Es steht da, was erwartet wird. Was anders ist, ändern; was sonst auf dem Wagen war, in die Bemerkung
        schreiben. Gebucht wird dadurch nichts.
      </p>
      {kinds.map(([art, title]) => {
        const some = lines.filter((one) => one.art === art)
        return (
          some.length > 0 && (
            <section key={art} className="stack" aria-label={title}>
              <h3>{title}</h3>
              {some.map((one) => (
                <CountField
                  key={keyOf(one)}
                  label={`${one.bezeichnung} (erwartet ${pieces(one.erwartet)})`}
                  max={MOST_IN_YARD}
                  value={gezaehlt[keyOf(one)] ?? null}
                  onChange={(menge) => form.set({ gezaehlt: { ...gezaehlt, [keyOf(one)]: menge } })}
                  isRequired
                />
              ))}
            </section>
          )
        )
      })}
      <TextField label="Bemerkung" lines={2} maxLength={2000} {...form.field("bemerkung")} />
    </FormPanel>
  )
}
