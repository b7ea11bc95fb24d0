import { useState } from "react"
import { call, type Input } from "../../ui/api/call.ts"
import { faultBefore } from "../../ui/api/fault.ts"
import { Button } from "../../ui/parts/button.tsx"
import { AskButton } from "../../ui/dialogs/dialog.tsx"
import { useAction } from "../../ui/dialogs/use-action.ts"
import { DateField } from "../../ui/fields/field.tsx"
import { FormPanel } from "../../ui/forms/edit-panel.tsx"
import { useForm } from "../../ui/forms/form.tsx"
import { toast } from "../../ui/parts/toast.tsx"
import { shifted, today } from "../../ui/values/format.ts"
import { endOf, isOver, type Tenant } from "./words.tsx"

type Patch = Input<"patch", "/api/tenants/{id}">["body"]

/** Whether its people get in: blocked or not, and until when a demo lasts. */
export function Access({ tenant }: { tenant: Tenant }) {
  const { busy, run } = useAction()
  const change = (body: Patch, done: string): void => {
    // Refused if another operator has changed the company since it was shown.
    const based = { path: { id: tenant.id }, ifMatch: tenant.version }
    run(() => call("patch", "/api/tenants/{id}", { ...based, body }), done)
  }
  const { name } = tenant
  return (
    <section aria-labelledby="zugang">
      <h2 id="zugang">Zugang</h2>
      {tenant.status === "gesperrt" ? (
        <>
          <p>Gesperrt: Niemand aus dieser Firma kann sich anmelden. Die Daten bleiben, wie sie sind.</p>
          <Button isPending={busy} onPress={() => change({ status: "aktiv" }, `${name} ist freigegeben`)}>
            Freigeben
          </Button>
        </>
      ) : (
        <>
          <p className="muted">
            {isOver(tenant)
              ? "Die Demo ist abgelaufen: Niemand aus dieser Firma kommt hinein, bis sie verlängert oder umgewandelt wird."
              : "Die Konten dieser Firma können sich anmelden."}
          </p>
          <AskButton
            look="bad"
            isPending={busy}
            title={`${name} sperren?`}
            action="Sperren"
            question="Alle ihre Konten sind beim nächsten Klick draußen, auch Fahrer unterwegs. Was auf Telefonen noch nicht gesendet war, wird gesendet, wenn die Firma wieder freigegeben ist."
            run={() => change({ status: "gesperrt" }, `${name} ist gesperrt`)}
          >
            Sperren …
          </AskButton>
        </>
      )}
      {tenant.typ === "demo" && (
        <Demo
          tenant={tenant}
          busy={busy}
          convert={() => change({ typ: "standard" }, `${name} ist jetzt eine Standard-Firma`)}
        />
      )}
    </section>
  )
}

type DemoProps = { tenant: Tenant; busy: boolean; convert: () => void }

/** @returns the day 30 days after its end, or from now if it is over */
const inAMonth = ({ demo_expires_at }: Tenant): string =>
  shifted(today(new Date(Math.max(Date.now(), Date.parse(demo_expires_at ?? "") || 0))), 30)

function Demo({ tenant, busy, convert }: DemoProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <p className="buttons">
      <Button isPending={busy} onPress={() => setOpen(true)}>
        Verlängern …
      </Button>
      <AskButton
        isPending={busy}
        title={`${tenant.name} in eine Standard-Firma umwandeln?`}
        action="Umwandeln"
        question="Sie läuft dann nicht mehr ab. Was eingegeben wurde, bleibt."
        run={convert}
      >
        In Standard umwandeln …
      </AskButton>
      {isOpen && <Prolong tenant={tenant} onClose={() => setOpen(false)} />}
    </p>
  )
}

/** Proposes another month, which is mostly wanted. */
function Prolong({ tenant, onClose }: { tenant: Tenant; onClose: () => void }) {
  const form = useForm<{ end: string | null }, unknown>({
    draft: `firmen/${tenant.id}/demo`,
    initial: { end: inAMonth(tenant) },
    save: async ({ end }) => {
      if (!end) throw faultBefore("demo_expires_at", "Bitte einen Tag eingeben")
      const demo = { path: { id: tenant.id }, body: { demo_expires_at: endOf(end) }, ifMatch: tenant.version }
      return call("patch", "/api/tenants/{id}", demo)
    },
    saved: () => {
      toast(`Die Demo von ${tenant.name} ist verlängert`)
    },
    leave: onClose,
  })
  return (
    <FormPanel title="Demo verlängern" form={form} action="Verlängern" onClose={onClose}>
      <DateField label="Demo soll enden am" {...form.field("end", "demo_expires_at")} />
    </FormPanel>
  )
}
