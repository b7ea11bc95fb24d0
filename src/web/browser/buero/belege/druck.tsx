import { among, isDays, isId } from "../../ui/state/address.ts"
import { messageOf } from "../../ui/api/fault.ts"
import { Button, ButtonLink } from "../../ui/parts/button.tsx"
import { useDriverOptions } from "../../ui/state/drivers.ts"
import { Choice, CountField, DateField, TextField, Toggle } from "../../ui/fields/field.tsx"
import { Form, type FormState, useForm } from "../../ui/forms/form.tsx"
import { plural, today } from "../../ui/values/format.ts"
import { type Auftrag, Job, Jobs, order } from "../../ui/records/job.tsx"
import { lastPeriod } from "../../ui/values/month.ts"
import { Page } from "../../ui/page/page.tsx"
import { refreshAll, useGet } from "../../ui/state/query.ts"
import { HOW_OLD, OLD, tones } from "../../ui/values/reminders.ts"
import { useParam } from "../../ui/state/url.ts"
import { ANYBODY, type Art, kinds, type Values, wantedOf } from "./wanted.ts"

const BACK = { href: "/belege", label: "Briefe" }

/** Statements, confirmations or reminders for many customers: one file for the printer, and a link to each letter. */
export default function DruckPage() {
  const { data, error } = useGet("/api/tenant", {})
  if (data) return <Druck since={data.erstellt_am} />
  return (
    <Page title="Briefe für alle" back={BACK}>
      {error && <p role="alert">{messageOf(error)}</p>}
    </Page>
  )
}

/** @param props.since when the company was created: no proposed period begins before */
function Druck({ since }: { since: string }) {
  const [auftrag, setAuftrag] = useParam("auftrag", isId)
  const [art] = useParam("art", among(kinds), "saldenbestaetigungen")
  const [days] = useParam("tage", isDays)
  const last = lastPeriod(today(), since)
  const form = useForm<Values, Auftrag>({
    draft: ["belege/druck", days && `${art} ${days}`].filter(Boolean).join(" "),
    initial: {
      art,
      ...last,
      ort: "",
      fahrer: ANYBODY,
      ab_tagen: days === "" ? null : Number(days),
      mit_bestand: true,
      nur_aktive: false,
      nur_leergut: false,
      stufe: "1",
      frist: null,
    },
    save: (values, id) => order(values.art, wantedOf(values), id),
    leave: ({ id }) => setAuftrag(id),
  })
  return (
    <Page title="Briefe für alle" back={BACK}>
      <div className="druck">
        {auftrag && (
          <div className="stack">
            <Job key={auftrag} id={auftrag} onOver={() => void refreshAll()} />
            <Single auftrag={auftrag} />
          </div>
        )}
        <Form form={form} label="Briefe für alle">
          <p className="muted">
            Ein PDF für den Drucker, mit einem Brief an jeden Kunden mit einem Pfandkonto, auf den das
            Folgende zutrifft. Verschickt wird nichts von selbst.
          </p>
          <Fields form={form} />
          <HowMany values={form.values} />
          <div className="buttons">
            <Button type="submit" look="primary" icon="download" isPending={form.busy}>
              {`${kinds.find(({ id }) => id === form.values.art)?.label} als PDF erstellen`}
            </Button>
          </div>
        </Form>
        <Jobs arten={kinds.map(({ id }) => id)} href={(id) => `/belege/druck?auftrag=${id}`} />
      </div>
    </Page>
  )
}

/** Link to the single letters of a job; only confirmations are answered. */
function Single({ auftrag }: { auftrag: string }) {
  const { data } = useGet("/api/auftraege/{id}", { path: { id: auftrag } })
  if (!data) return null
  return (
    <p>
      <ButtonLink href={`/belege?auftrag=${auftrag}`}>
        {data.art === "saldenbestaetigungen"
          ? "Einzeln ansehen und Antworten festhalten"
          : "Briefe einzeln ansehen"}
      </ButtonLink>
    </p>
  )
}

const about = {
  saldenbestaetigungen: "Mit einem Teil zum Unterschreiben und Zurücksenden.",
  kontoauszuege: "Mit allen Bewegungen des Zeitraums.",
  erinnerungen: "Ein Brief an jeden, der heute etwas so lange hat, wie unten steht.",
} satisfies Record<Art, string>

/** Hints of the smallest age: reminders list only what is that old, the others everything. */
const asked = {
  saldenbestaetigungen: "Am Stichtag; leer: egal. Im Brief steht immer alles",
  kontoauszuege: "Am Ende des Zeitraums; leer: egal. Im Brief steht immer alles",
  erinnerungen: `Leer: ${OLD} Tage`,
} satisfies Record<Art, string>

/** The number of letters at most. The list of balances knows it, for the ages of today. */
function HowMany({ values: { art, ab_tagen, ort, fahrer, nur_aktive, nur_leergut } }: { values: Values }) {
  const reminds = art === "erinnerungen"
  const over = (ab_tagen ?? OLD) - 1
  const aged = reminds && over >= 0 && { ueber_tagen: over }
  const isAsked = { enabled: !reminds || over >= 0 }
  const { data } = useGet("/api/pfandalter", { query: { limit: 1, total: true, ...aged } }, isAsked)
  if (data?.total === undefined || (reminds && !aged)) return null
  const isNarrowed = ort.trim() !== "" || fahrer !== ANYBODY || nur_aktive || nur_leergut
  const some = plural(data.total, "Kunde", "Kunden")
  return (
    <p role="status">
      {reminds
        ? `${some} ${data.total === 1 ? "hat" : "haben"} heute etwas seit über ${plural(over, "Tag", "Tagen")}.`
        : `Höchstens ${plural(data.total, "Brief", "Briefe")}: so viele Kunden haben ein Pfandkonto.`}
      {reminds && isNarrowed && " Einen Brief bekommt davon, auf wen auch das Übrige zutrifft."}
    </p>
  )
}

/** Whether the letters will carry a link for the answer, and if not, why. */
function LinkStand() {
  const { data } = useGet("/api/belege/linkstand", {})
  if (!data) return null
  return (
    <p className="muted">
      {data.aus === null
        ? "Jede trägt einen Link und einen QR-Code, über den der Kunde ohne Papier antwortet."
        : `Ohne Link zum Antworten. ${data.aus}.`}
    </p>
  )
}

function Fields({ form }: { form: FormState<Values> }) {
  const { art, fahrer } = form.values
  const anyone = [{ id: ANYBODY, label: "Alle" }, ...useDriverOptions(fahrer, ANYBODY)]
  const reminds = art === "erinnerungen"
  return (
    <>
      <Choice label="Was" options={kinds} hint={about[art]} {...form.field("art")} />
      {art === "saldenbestaetigungen" && <LinkStand />}
      {art === "saldenbestaetigungen" && <DateField label="Stichtag" {...form.field("bis")} />}
      {art === "kontoauszuege" && (
        <div className="pair">
          <DateField label="Vom" {...form.field("von")} />
          <DateField label="bis" {...form.field("bis")} />
        </div>
      )}
      {reminds && (
        <div className="pair">
          <Choice label="Ton" options={tones} {...form.field("stufe")} />
          <DateField label="Rückgabe bis" hint="Leer: in 14 Tagen" {...form.field("frist")} />
        </div>
      )}
      <div className="pair">
        <CountField
          label={reminds ? HOW_OLD : "Nur mit Pfand ab diesem Alter (Tage)"}
          hint={asked[art]}
          max={3650}
          {...form.field("ab_tagen")}
        />
        <TextField
          label="Nur Kunden in"
          hint="Ein Ort; leer: überall"
          maxLength={200}
          {...form.field("ort")}
        />
      </div>
      <Choice
        label="Nur Kunden auf der Tour von"
        options={anyone}
        hint={
          fahrer === ANYBODY
            ? undefined
            : reminds
              ? "Die er in den letzten 31 Tagen auf der Tour hatte"
              : "Die er im Zeitraum, oder im Monat des Stichtags, auf der Tour hatte"
        }
        {...form.field("fahrer")}
      />
      {!reminds && (
        <Toggle
          label={
            art === "saldenbestaetigungen"
              ? "Nur Kunden, die am Stichtag etwas hatten"
              : "Nur Kunden, die am Ende des Zeitraums etwas hatten"
          }
          {...form.field("mit_bestand")}
        />
      )}
      {reminds && <Toggle label="Nur an Leergut, nicht an Geräte" {...form.field("nur_leergut")} />}
      <Toggle label="Nur aktive Kunden" {...form.field("nur_aktive")} />
    </>
  )
}
