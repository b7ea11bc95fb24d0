import { Button, ButtonLink } from "../../ui/button.tsx"
import { Choice, DateField, TextField, Toggle } from "../../ui/field.tsx"
import { Form, useForm } from "../../ui/form.tsx"
import { today } from "../../ui/format.ts"
import { type Auftrag, Job, Jobs, order } from "../../ui/job.tsx"
import { daysOf, monthBefore } from "../../ui/month.ts"
import { Page } from "../../ui/page.tsx"
import { refresh } from "../../ui/query.ts"
import { useParam } from "../../ui/url.ts"

type Values = {
  art: "kontoauszuege" | "saldenbestaetigungen"
  von: string | null
  bis: string | null
  ort: string
  mit_bestand: boolean
}

const kinds = [
  { id: "saldenbestaetigungen", label: "Saldenbestätigungen" },
  { id: "kontoauszuege", label: "Kontoauszüge" },
] as const

/** Statements or confirmations for all customers at once: as one file for the printer, and each by itself. */
export default function DruckPage() {
  const [auftrag, setAuftrag] = useParam("auftrag")
  const last = daysOf(monthBefore(today()))
  const form = useForm<Values, Auftrag>({
    draft: "belege/druck",
    initial: { art: "saldenbestaetigungen", ...last, ort: "", mit_bestand: true },
    save: ({ art, von, bis, ort, mit_bestand }, id) =>
      order(
        art,
        {
          bis: bis ?? today(),
          ...(art === "kontoauszuege" && von !== null && { von }),
          ...(ort.trim() !== "" && { ort }),
          ...(mit_bestand && { mit_bestand }),
        },
        id,
      ),
    saved: ({ id }) => {
      setAuftrag(id)
      void refresh("/api/auftraege")
    },
  })
  const { art } = form.values
  const isDay = art === "saldenbestaetigungen"
  return (
    <Page title="Für alle drucken" back={{ href: "/belege", label: "Belege" }}>
      <div className="druck">
        {auftrag && (
          <div className="stack">
            <Job key={auftrag} id={auftrag} onOver={() => void refresh("/api/belege", "/api/auftraege")} />
            <p>
              <ButtonLink href={`/belege?auftrag=${auftrag}`}>
                Einzeln ansehen und Antworten festhalten
              </ButtonLink>
            </p>
          </div>
        )}
        <Form form={form} label="Für alle drucken">
          <p className="muted">
            Gedruckt wird für alle Kunden mit einem Pfandkonto, auf die das Folgende zutrifft.
            Saldenbestätigungen haben einen Teil zum Unterschreiben und Zurücksenden. Verschickt wird nichts
            von selbst.
          </p>
          <Choice label="Was" options={kinds} {...form.field("art")} />
          {isDay ? (
            <DateField label="Stichtag" {...form.field("bis")} />
          ) : (
            <div className="pair">
              <DateField label="Vom" {...form.field("von")} />
              <DateField label="bis" {...form.field("bis")} />
            </div>
          )}
          <TextField
            label="Nur Kunden in"
            hint="Ein Ort; leer: überall"
            maxLength={200}
            {...form.field("ort")}
          />
          <Toggle label="Nur Kunden, bei denen etwas offen ist" {...form.field("mit_bestand")} />
          <div className="buttons">
            <Button type="submit" look="primary" icon="print" isPending={form.busy}>
              {isDay ? "Saldenbestätigungen drucken" : "Kontoauszüge drucken"}
            </Button>
          </div>
        </Form>
        <Jobs
          arten={["kontoauszuege", "saldenbestaetigungen"]}
          href={(id) => `/belege/druck?auftrag=${id}`}
        />
      </div>
    </Page>
  )
}
