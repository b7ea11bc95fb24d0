import { isText } from "../../ui/state/address.ts"
import { call } from "../../ui/api/call.ts"
import { NewForm } from "../../ui/forms/new-form.tsx"
import type { Doubt } from "../../ui/forms/use-doubt.tsx"
import { Page } from "../../ui/page/page.tsx"
import { useParam } from "../../ui/state/url.ts"
import { address } from "../../ui/values/format.ts"
import { searchText } from "../../../../lib/fold.ts"
import { KundeFields, kundenform } from "./fields.tsx"

type Named = { name: string; plz: string }

/** Asks about a customer of the same name, unless the postcode differs: two colleagues easily enter the same one. */
async function doubtOf({ name, plz }: Named, id: string): Promise<Doubt | undefined> {
  const wanted = searchText([name])
  if (wanted === "") return undefined
  const { items } = await call("get", "/api/kunden", { query: { q: name, limit: 100 } })
  const same = items.find(
    (one) =>
      one.id !== id && searchText([one.name]) === wanted && (!plz || !one.plz || one.plz === plz.trim()),
  )
  if (!same) return undefined
  const where = address(same)
  return {
    title: "Noch einmal anlegen?",
    action: "Trotzdem anlegen",
    question: [
      `Es gibt schon ${same.name} (${same.kundennummer})${where && `, ${where}`}. Trotzdem anlegen?`,
    ],
  }
}

/** A new customer; a name that the search did not find is filled in. */
export default function NewKunde() {
  const [name] = useParam("name", isText)
  return (
    <Page title="Neuer Kunde" back={{ href: "/kunden", label: "Kunden" }}>
      <NewForm
        path="/api/kunden"
        list="/kunden"
        initial={kundenform.valuesOf({ name })}
        bodyOf={kundenform.bodyOf}
        doubtOf={doubtOf}
        done={(kunde) => `${kunde.name} ist angelegt`}
      >
        {(form) => <KundeFields form={form} isNew />}
      </NewForm>
    </Page>
  )
}
