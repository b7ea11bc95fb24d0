import { gegenart } from "../../../../lib/buchungsart.ts"
import { type Answer, call } from "../../ui/api/call.ts"
import { TextField } from "../../ui/fields/field.tsx"
import { Form, useForm } from "../../ui/forms/form.tsx"
import { FormButtons } from "../../ui/parts/form-buttons.tsx"
import { saldo } from "../../ui/values/format.ts"
import { useGet } from "../../ui/state/query.ts"
import { toast } from "../../ui/parts/toast.tsx"
import type { Buchung } from "./columns.tsx"
import { type BuchungLine, Lines, total } from "./lines.tsx"

type Props = { buchungen: Buchung[]; first: Buchung; onClose: () => void }

/** The exact opposite of a booking. */
const opposite = (buchung: Buchung): BuchungLine => ({
  ...buchung,
  storno_von: buchung.id,
  art: gegenart(buchung.art),
  // Not -0.
  summe_cent: buchung.summe_cent === 0 ? 0 : -buchung.summe_cent,
})

/** Browsers do not scroll to a field that has the focus from the beginning. */
const showAll = (section: HTMLElement | null): void => section?.scrollIntoView({ block: "nearest" })

/** Reverses a Vorgang: shows first what will be booked, as nothing is ever deleted. */
export function Storno({ buchungen, first, onClose }: Props) {
  const konto = useGet("/api/kunden/{id}/pfandkonto", { path: { id: first.kunde_id } })
  const form = useForm<{ grund: string }, Answer<"post", "/api/pfandbuchungen/{vorgang_id}/storno">>({
    draft: `pfandbuch/${first.vorgang_id}`,
    initial: { grund: "" },
    save: ({ grund }, id) =>
      call("post", "/api/pfandbuchungen/{vorgang_id}/storno", {
        path: { vorgang_id: first.vorgang_id },
        body: { id, grund },
      }),
    saved: () => {
      toast("Der Vorgang ist storniert")
    },
    leave: onClose,
  })
  const counter = buchungen.map(opposite)
  const moved = buchungen.filter(({ geraet_id, art }) => geraet_id !== null && !art.startsWith("korrektur"))
  const before = konto.data?.wert_cent
  return (
    <section className="storno" aria-labelledby="storno" ref={showAll}>
      <h3 id="storno">Diesen Vorgang stornieren</h3>
      {/* All of it, so that its buttons stay in sight however long the list is. */}
      <Form form={form} label="Storno" books>
        <p>
          Es wird nichts gelöscht. Gebucht wird ein Storno, das genaue Gegenteil, und zwar nur einmal; beide
          bleiben für immer unter „Buchungen“ stehen.
        </p>
        <p>
          Saldo von {first.kunde_name}:{" "}
          {before === undefined ? (
            "…"
          ) : (
            <>
              {saldo(before)} → <strong>{saldo(before + total(counter))}</strong>
            </>
          )}
        </p>
        {/* Above the lines, which may be more than a screen holds. */}
        <TextField
          label="Grund"
          hint="Steht für immer beim Storno"
          maxLength={500}
          isRequired
          autoFocus
          {...form.field("grund")}
        />
        <Lines lines={counter} label="Zeilen des Stornos" />
        {moved.map(({ id, nummer, art }) => (
          <p key={id} className="remark">
            Gerät {nummer}:{" "}
            {art === "ruecknahme"
              ? "gilt wieder als beim Kunden"
              : "gilt wieder als im Lager, außer wenn es beim Kunden verloren ging"}
          </p>
        ))}
        <FormButtons
          action="Storno buchen"
          look="bad"
          busy={form.busy}
          cancel={onClose}
          keys={{ does: "buchen" }}
        />
      </Form>
    </section>
  )
}
