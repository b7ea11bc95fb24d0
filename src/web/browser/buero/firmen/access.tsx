import { useState } from "react"
import { call, type Input } from "../../ui/api/call.ts"
import { Button } from "../../ui/parts/button.tsx"
import { AskButton } from "../../ui/dialogs/dialog.tsx"
import { useAction } from "../../ui/dialogs/use-action.ts"
import { DateField } from "../../ui/fields/field.tsx"
import { shifted, today } from "../../ui/values/format.ts"
import { endOf, isOver, type Tenant } from "./words.tsx"

type Patch = Input<"patch", "/api/tenants/{id}">["body"]

/** Whether its people get in: blocked or not, and until when a demo lasts. */
export function Access({ tenant }: { tenant: Tenant }) {
  const { busy, run } = useAction("/api/tenants")
  const change = (body: Patch, done: string): void => {
    // Based on what is shown: who blocks must not undo what another operator has just done.
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
          key={tenant.version}
          tenant={tenant}
          busy={busy}
          prolong={(end) => change({ demo_expires_at: end }, `Die Demo von ${name} ist verlängert`)}
          convert={() => change({ typ: "standard" }, `${name} ist jetzt eine Standard-Firma`)}
        />
      )}
    </section>
  )
}

type DemoProps = { tenant: Tenant; busy: boolean; prolong: (end: string) => void; convert: () => void }

/** @returns the day 30 days after its end, or from now if it is over */
const inAMonth = ({ demo_expires_at }: Tenant): string =>
  shifted(today(new Date(Math.max(Date.now(), Date.parse(demo_expires_at ?? "") || 0))), 30)

/** Another month is what is mostly wanted, so it stands there. */
function Demo({ tenant, busy, prolong, convert }: DemoProps) {
  const [end, setEnd] = useState<string | null>(() => inAMonth(tenant))
  return (
    <form
      className="demo"
      onSubmit={(event) => {
        event.preventDefault()
        if (end) prolong(endOf(end))
      }}
    >
      <DateField label="Demo soll enden am" value={end} onChange={setEnd} />
      <Button type="submit" isDisabled={!end} isPending={busy}>
        Verlängern
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
    </form>
  )
}
