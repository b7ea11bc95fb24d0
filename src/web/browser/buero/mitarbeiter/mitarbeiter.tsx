import { Link } from "react-aria-components"
import { readSitzungAgain, useAccount } from "../../ui/session/account.tsx"
import { TextField } from "../../ui/fields/field.tsx"
import { WarnsOfUnsaved } from "../../ui/dialogs/dialog.tsx"
import { isGone } from "../../ui/api/fault.ts"
import { Badge } from "../../ui/parts/badge.tsx"
import { Form } from "../../ui/forms/form.tsx"
import { DraftNotice } from "../../ui/forms/draft-notice.tsx"
import { recordAt, useEdit } from "../../ui/forms/use-edit.ts"
import { useSecret } from "../../ui/forms/use-secret.ts"
import { Page, pageInstead } from "../../ui/page/page.tsx"
import { isActiveDriver } from "../../ui/state/people.ts"
import { useGet } from "../../ui/state/query.ts"
import { plannedInWords, startedInWords } from "../../ui/records/words.ts"
import { FormButtons } from "../../ui/parts/form-buttons.tsx"
import { type Mitarbeiter, StaffFields, staffForm } from "./fields.tsx"
import { SeenKeys } from "./seen-keys.tsx"
import { Everywhere, Password } from "./sessions.tsx"

const BACK = { href: "/mitarbeiter", label: "Mitarbeiter" }

/** One account: name, role, whether it may log in; another password; an end to its log-ins. */
export default function MitarbeiterPage({ params }: { params: Record<string, string> }) {
  const id = params["id"] ?? ""
  const { data, error } = useGet("/api/mitarbeiter/{id}", { path: { id } })
  const own = useAccount().id === id
  if (!data || isGone(error)) {
    return pageInstead({ error, name: "Mitarbeiter", what: "Diesen Mitarbeiter gibt es nicht", back: BACK })
  }
  return (
    <Page
      title={data.name}
      back={BACK}
      beside={data.aktiv === 0 ? <Badge tone="warn">Gesperrt</Badge> : undefined}
    >
      <div className="forms">
        <Open mitarbeiter={data} />
        <SeenKeys mitarbeiter={data} />
        <WarnsOfUnsaved value>
          <Edit mitarbeiter={data} own={own} />
        </WarnsOfUnsaved>
        {own ? (
          <p className="muted">Das eigene Passwort ändern Sie unter „Eigenes Konto“.</p>
        ) : (
          <>
            <Password id={id} name={data.name} email={data.email} />
            <Everywhere id={id} name={data.name} />
          </>
        )}
      </div>
    </Page>
  )
}

/** Links to open deliveries of somebody who drives no more: they have to be given to another driver. */
function Open({ mitarbeiter }: { mitarbeiter: Mitarbeiter }) {
  const planned = useCount(mitarbeiter, "geplant")
  const started = useCount(mitarbeiter, "unterwegs")
  if (isActiveDriver(mitarbeiter) || planned + started === 0) return null
  const listOf = (status: string): string => `/lieferungen?status=${status}&fahrer=${mitarbeiter.id}`
  return (
    <p className="remark">
      {planned > 0 && <Link href={listOf("geplant")}>{plannedInWords(planned)}</Link>}
      {planned > 0 && started > 0 && " und "}
      {started > 0 && <Link href={listOf("unterwegs")}>{startedInWords(started)}</Link>}{" "}
      {planned + started === 1 ? "steht" : "stehen"} noch bei dieser Person.
    </p>
  )
}

/** @returns the number of deliveries in this state; 0 for an active driver, whose deliveries are not counted */
function useCount(mitarbeiter: Mitarbeiter, status: "geplant" | "unterwegs"): number {
  const { data } = useGet(
    "/api/lieferungen",
    { query: { fahrer_id: mitarbeiter.id, status, limit: 1, total: true } },
    { watch: true, enabled: !isActiveDriver(mitarbeiter) },
  )
  return data?.total ?? 0
}

function Edit({ mitarbeiter, own }: { mitarbeiter: Mitarbeiter; own: boolean }) {
  // Beside the form: passwords are never kept as a draft.
  const [password, setPassword] = useSecret("")
  const isAsked = ({ email }: { email: string }): boolean => own && email !== mitarbeiter.email
  const record = recordAt("/api/mitarbeiter/{id}", mitarbeiter, {
    ...staffForm,
    bodyOf: (values) => ({
      ...staffForm.bodyOf(values),
      ...(isAsked(values) && { currentPassword: password }),
    }),
  })
  const form = useEdit({
    draft: `mitarbeiter/${mitarbeiter.id}`,
    ...record,
    saved: () => {
      setPassword("")
      if (own) readSitzungAgain()
    },
  })
  return (
    <Form form={form} label="Konto" draftNotice={<DraftNotice form={form} />}>
      <StaffFields form={form} />
      {isAsked(form.values) && (
        <TextField
          label="Ihr Passwort"
          name="currentPassword"
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={(next) => {
            setPassword(next)
            form.set({}, ["currentPassword"])
          }}
          hint="Mit der neuen Adresse melden Sie sich künftig an"
          isRequired
        />
      )}
      {!form.values.aktiv && mitarbeiter.aktiv === 1 && (
        <p className="muted">Beim Speichern enden alle Anmeldungen dieses Kontos sofort.</p>
      )}
      <FormButtons
        action="Speichern"
        busy={form.busy}
        cancel={() => form.reset()}
        cancelLabel="Änderungen verwerfen"
      />
    </Form>
  )
}
