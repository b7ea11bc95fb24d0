import { call } from "../../ui/api/call.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { NOBODY } from "../../ui/drivers.ts"
import { Form, useForm } from "../../ui/form.tsx"
import { date, shifted, today } from "../../ui/format.ts"
import { toast } from "../../ui/toast.tsx"
import type { Lieferung, PlanValues } from "./plan.ts"
import { WhenFields } from "./plan-fields.tsx"
import { refreshDelivery } from "./refresh.ts"

type Values = Pick<PlanValues, "datum" | "fahrer_id" | "zeit_von" | "zeit_bis">

/** To another day, time or driver; a delivery that failed is planned anew by it. */
export function Move({ lieferung, onClose }: { lieferung: Lieferung; onClose: () => void }) {
  const { id, status, datum, version, versuch } = lieferung
  const isFailed = status === "nicht_zugestellt"
  const tomorrow = shifted(today(), 1)
  const form = useForm<Values, Lieferung>({
    draft: `lieferungen/${id}/tag/${versuch}`,
    initial: {
      datum: datum > today() && !isFailed ? datum : tomorrow,
      fahrer_id: lieferung.fahrer_id ?? NOBODY,
      zeit_von: lieferung.zeit_von,
      zeit_bis: lieferung.zeit_bis,
    },
    save: (values) => {
      const body = { ...values, fahrer_id: values.fahrer_id === NOBODY ? null : values.fahrer_id }
      const path = { id }
      return isFailed
        ? call("post", "/api/lieferungen/{id}/neu-planen", { path, body })
        : call("patch", "/api/lieferungen/{id}", { path, body, ifMatch: version })
    },
    saved: (moved) => {
      void refreshDelivery()
      toast(`Geplant für den ${date(moved.datum)}`)
      onClose()
    },
  })
  return (
    <Dialog title={isFailed ? "Lieferung neu planen" : "Lieferung verschieben"} isOpen onClose={onClose}>
      <Form form={form} label="Tag und Fahrer">
        <WhenFields values={form.values} set={form.set} />
        <div className="buttons">
          <Button type="submit" look="primary" isPending={form.busy}>
            {isFailed ? "Neu planen" : "Verschieben"}
          </Button>
          <Button look="quiet" onPress={onClose}>
            Abbrechen
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
