import { steuerfelder } from "../../../../lib/felder/firma.ts"
import type { Answer } from "../../ui/api/call.ts"
import { Choice, CountField, Toggle } from "../../ui/fields/field.tsx"
import { formOf, labelled, optionsOf, type Values } from "../../ui/forms/form-of.ts"
import type { FormState } from "../../ui/forms/form.tsx"
import { recordAt } from "../../ui/forms/use-edit.ts"
import { TaxAdvice } from "../../ui/parts/tax-advice.tsx"
import { plural } from "../../ui/values/format.ts"
import { Section } from "./section.tsx"

type Tenant = Answer<"get", "/api/tenant">

/** Consequences of each choice. */
const consequences = {
  beleg:
    "Die Rechnung über die Ware entsteht woanders und enthält das Pfand. Abrechnungen zeigen dann die Summe des Pfands wie vereinbart, aber weder Umsatzsteuer noch einen Betrag zu zahlen; an DATEV gehen daraus nur Kautionen.",
  rechnung:
    "Mit der Abrechnung wird das Pfand berechnet. Sie trägt alles, was § 14 Abs. 4 UStG verlangt; fehlt etwas bei Firma oder Kunde, wird vorher danach gefragt. Unternehmen in Deutschland bekommen sie über 250 € als ZUGFeRD, Behörden als XRechnung. An DATEV geht sie ganz. Dann darf das Pfand auf keiner anderen Rechnung stehen: sonst wird die Umsatzsteuer zweimal geschuldet.",
  netto: "Zum Pfand kommt die Umsatzsteuer dazu; üblich unter Geschäftsleuten.",
  brutto: "Im Pfandbetrag ist die Umsatzsteuer schon enthalten.",
  laufend:
    "Jede Abrechnung weist die Umsatzsteuer auf das Pfand aus; zurückgegebenes Pfand mindert sie wieder.",
  jahresausgleich:
    "Nur auf Antrag beim Finanzamt: Pfand bleibt das Jahr über ohne Umsatzsteuer, versteuert wird der Saldo am 31.12. (UStAE 10.1 Abs. 8).",
}

const declared = formOf(steuerfelder)
const { labels, words } = declared
const steuerform = {
  ...declared,
  words: { ...words, kleinunternehmer: (yes: boolean) => (yes ? "Ja" : "Nein") },
}

/** Settings of the tax on settlements. */
export function Steuern({ tenant }: { tenant: Tenant }) {
  const { einspruchsfrist_tage: frist, zahlungsziel_tage: term } = tenant
  return (
    <Section
      at="steuern"
      about="Wie Abrechnungen gerechnet werden. Was schon abgerechnet ist, bleibt, wie es ist. Eine Änderung des Verfahrens oder von § 19 gilt ab dann: Was an einem Tag davor war und später gebucht wird, wird versteuert wie damals."
      facts={[
        [
          labels.abrechnung_ist,
          <Worded
            key="i"
            word={words.abrechnung_ist(tenant.abrechnung_ist)}
            does={consequences[tenant.abrechnung_ist]}
          />,
        ],
        tenant.abrechnung_ist === "rechnung" && [
          "Zahlungsziel",
          `${plural(term, "Tag", "Tage")} nach dem Rechnungsdatum`,
        ],
        [
          labels.preise,
          <Worded key="p" word={words.preise(tenant.preise)} does={consequences[tenant.preise]} />,
        ],
        [
          labels.ust_verfahren,
          <Worded
            key="u"
            word={words.ust_verfahren(tenant.ust_verfahren)}
            does={consequences[tenant.ust_verfahren]}
          />,
        ],
        [
          labels.kleinunternehmer,
          tenant.kleinunternehmer === 1
            ? "Ja: keine Abrechnung weist Umsatzsteuer aus, gleich welcher Artikel."
            : "Nein",
        ],
        [
          "Einspruchsfrist",
          `${plural(frist, "Tag", "Tage")}; so lange kann ein Kunde einem Saldo widersprechen.`,
        ],
      ]}
      edited={{ ...recordAt("/api/tenant", tenant, steuerform), draft: "firma/steuern" }}
      Fields={Fields}
    >
      <TaxAdvice />
    </Section>
  )
}

const Worded = ({ word, does }: { word: string; does: string }) => (
  <>
    <strong>{word}.</strong> {does}
  </>
)

function Fields({ form }: { form: FormState<Values<typeof steuerfelder>> }) {
  const { values } = form
  const field = labelled(form, labels)
  return (
    <>
      <TaxAdvice />
      <Choice
        {...field("abrechnung_ist")}
        options={optionsOf(steuerfelder.abrechnung_ist.words)}
        hint={consequences[values.abrechnung_ist]}
      />
      {values.abrechnung_ist === "rechnung" && (
        <CountField
          {...field("zahlungsziel_tage")}
          max={steuerfelder.zahlungsziel_tage.max}
          hint="So viele Tage nach ihrem Datum ist eine Rechnung fällig."
        />
      )}
      <Choice
        {...field("preise")}
        options={optionsOf(steuerfelder.preise.words)}
        hint={consequences[values.preise]}
      />
      <Choice
        {...field("ust_verfahren")}
        options={optionsOf(steuerfelder.ust_verfahren.words)}
        hint={consequences[values.ust_verfahren]}
      />
      <Toggle {...field("kleinunternehmer")} />
      {values.kleinunternehmer && (
        <p className="muted">
          Abrechnungen weisen ab jetzt keine Umsatzsteuer aus, gleich welcher Artikel; die Einstellungen
          darüber wirken dann nicht.
        </p>
      )}
      <CountField
        {...field("einspruchsfrist_tage")}
        max={steuerfelder.einspruchsfrist_tage.max}
        hint="Steht auf Saldenbestätigungen; üblich sind 8 Tage."
      />
    </>
  )
}
