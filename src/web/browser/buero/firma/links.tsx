import { linkfelder } from "../../../../lib/felder/firma.ts"
import type { Answer } from "../../ui/api/call.ts"
import { CountField } from "../../ui/fields/field.tsx"
import { formOf, labelled, type Values } from "../../ui/forms/form-of.ts"
import type { FormState } from "../../ui/forms/form.tsx"
import { recordAt } from "../../ui/forms/use-edit.ts"
import { plural } from "../../ui/values/format.ts"
import { useGet } from "../../ui/state/query.ts"
import { Section } from "./section.tsx"

type Tenant = Answer<"get", "/api/tenant">

const declared = formOf(linkfelder)

/** Links by which customers see a document and answer it: how long they work, or why there are none. */
export function Links({ tenant }: { tenant: Tenant }) {
  const { data: stand } = useGet("/api/belege/linkstand", {})
  const { antwortlink_tage: tage } = tenant
  return (
    <Section
      at="links"
      about="Auf jeder Saldenbestätigung stehen ein Link und ein QR-Code: Der Kunde sieht sie ohne Anmeldung und bestätigt oder bestreitet den Saldo. Auch seinen Lieferschein kann er so bekommen."
      facts={[
        ["Sie gelten", tage === 0 ? "Keine Links" : plural(tage, "Tag", "Tage")],
        stand && ["Sie beginnen mit", stand.adresse && `${stand.adresse}/antwort/`],
        stand?.aus && tage > 0 && ["Gerade gibt es keine", stand.aus],
      ]}
      edited={{ ...recordAt("/api/tenant", tenant, declared), draft: "firma/links" }}
      Fields={Fields}
    />
  )
}

function Fields({ form }: { form: FormState<Values<typeof linkfelder>> }) {
  return (
    <CountField
      {...labelled(form, declared.labels)("antwortlink_tage")}
      max={linkfelder.antwortlink_tage.max}
      hint="Von dem Tag an, an dem der Brief erstellt wird; 0: keine Links"
    />
  )
}
