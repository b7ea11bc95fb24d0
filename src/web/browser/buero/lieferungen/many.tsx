import { lieferfelder } from "../../../../lib/felder/lieferung.ts"
import { call } from "../../ui/api/call.ts"
import { Choice, DateField, PrintedField } from "../../ui/fields/field.tsx"
import { textOf } from "../../ui/forms/form-of.ts"
import type { BulkActions } from "../../ui/lists/use-bulk.ts"
import { stateInWords } from "../../ui/parts/badge.tsx"
import { TwiceThere } from "../../ui/records/already-planned.tsx"
import { FROM_TODAY, isPast, labels, remarkOnDay } from "../../ui/records/when-fields.tsx"
import { NOBODY, useDrivers } from "../../ui/state/drivers.ts"
import type { Item } from "../../ui/state/list.ts"
import { date, shifted, today } from "../../ui/values/format.ts"

type Lieferung = Item<"/api/lieferungen">

const change = ({ id, version }: Lieferung, body: { datum: string } | { fahrer_id: string | null }) =>
  // Refused if somebody else has changed it since.
  call("patch", "/api/lieferungen/{id}", { path: { id }, body, ifMatch: version })

const against = ({ status }: Lieferung): string | undefined =>
  status === "geplant" ? undefined : `ihr Stand ist „${stateInWords("lieferung", status)}“`

type Field = { value: string; onChange: (value: string) => void }

function OtherDay({ value, onChange, rows }: Field & { rows: readonly Lieferung[] }) {
  const remark = remarkOnDay(value)
  return (
    <>
      <DateField
        label={labels.datum}
        value={value}
        onChange={(day) => onChange(day ?? "")}
        hint={remark && <strong role="status">{isPast(value) ? `${remark}: ${FROM_TODAY}` : remark}</strong>}
        isRequired
        autoFocus
      />
      <TwiceThere lieferungen={rows} datum={value} />
    </>
  )
}

/** Begins without a driver chosen. */
function OtherDriver(field: Field) {
  const { drivers } = useDrivers()
  const options = [
    ...(field.value === "" ? [{ id: "", label: "Bitte wählen" }] : []),
    { id: NOBODY, label: "Ohne Fahrer" },
    ...drivers.map(({ id, name }) => ({ id, label: name })),
  ]
  return <Choice label={labels.fahrer_id} options={options} {...field} />
}

/** What can be done to several deliveries at once, as long as they are planned. */
export const many: BulkActions<Lieferung> = {
  one: "Lieferung",
  many: "Lieferungen",
  nameOf: ({ kunde_name, datum }) => `${kunde_name ?? ""} am ${date(datum)}`,
  actions: [
    {
      name: "Anderer Tag",
      verb: "verschieben",
      done: "verschoben",
      question: "Fahrer und Zeiten bleiben. Auf der Tour stehen sie am Ende, in der Reihenfolge von hier.",
      against,
      input: {
        initial: () => shifted(today(), 1),
        fits: (day) => !isPast(day),
        Show: OtherDay,
      },
      run: (lieferung, datum) => change(lieferung, { datum }),
    },
    {
      name: "Anderer Fahrer",
      verb: "umteilen",
      done: "umgeteilt",
      question: "Auf seiner Tour stehen sie am Ende, in der Reihenfolge von hier.",
      against,
      input: { initial: "", Show: OtherDriver },
      run: (lieferung, fahrer) => change(lieferung, { fahrer_id: fahrer === NOBODY ? null : fahrer }),
    },
    {
      name: "Absagen",
      verb: "absagen",
      done: "abgesagt",
      question:
        "Sie verschwinden von der Tour und bleiben als storniert in der Liste. Das ist nicht rückgängig zu machen.",
      look: "bad",
      against,
      input: {
        initial: "",
        isOptional: true,
        Show: (field) => (
          <PrintedField {...textOf(lieferfelder.grund)} hint="Freiwillig" name="grund" autoFocus {...field} />
        ),
      },
      run: ({ id }, grund) =>
        call("post", "/api/lieferungen/{id}/storno", { path: { id }, body: grund.trim() ? { grund } : {} }),
    },
  ],
}
