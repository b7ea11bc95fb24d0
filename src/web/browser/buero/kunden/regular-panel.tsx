import { liefertagfelder } from "../../../../lib/felder/liefertag.ts"
import { type Answer, call } from "../../ui/api/call.ts"
import { faultBefore } from "../../ui/api/fault.ts"
import { DriverChoice } from "../../ui/fields/driver-choice.tsx"
import { CountField, DateField, TextField, TimeField, Toggle } from "../../ui/fields/field.tsx"
import { EditPanel, FormPanel } from "../../ui/forms/edit-panel.tsx"
import { formOf, labelled, type Values } from "../../ui/forms/form-of.ts"
import { type FormState, useForm } from "../../ui/forms/form.tsx"
import { isNamed, type Line, lineField, lineOf, linesInWords, requirePieces } from "../../ui/lines/lines.ts"
import { LinesEditor } from "../../ui/lines/lines-editor.tsx"
import { useLinesFocus } from "../../ui/lines/rows.ts"
import { toast } from "../../ui/parts/toast.tsx"
import { NOBODY, useDrivers } from "../../ui/state/drivers.ts"
import { refresh } from "../../ui/state/query.ts"
import { date, shifted, today } from "../../ui/values/format.ts"
import type { Kunde } from "./fields.tsx"
import { type Liefertag, rhythmInWords } from "./regular-words.ts"

const declared = formOf(liefertagfelder)
const labels = {
  ...declared.labels,
  alle_wochen: "Abstand in Wochen",
  zeit_bis: "bis",
  lines: "Positionen",
}

type RegularValues = Values<typeof liefertagfelder> & { fahrer_id: string; lines: Line[] }

const valuesOf = (liefertag: Liefertag | Answer<"get", "/api/liefertage/{id}">): RegularValues => ({
  ...declared.valuesOf(liefertag),
  fahrer_id: liefertag.fahrer_id ?? NOBODY,
  lines: liefertag.positionen.map((one) =>
    lineOf({ ...one, geraet_id: null }, one.soll_ausgabe, one.soll_ruecknahme),
  ),
})

/** @throws a fault at the line of a device, or of an article without pieces */
function bodyOf({ lines, ...values }: RegularValues) {
  const device = lines.findIndex(({ isDevice }) => isDevice)
  if (device >= 0)
    throw faultBefore(
      lineField(device),
      "Ein Gerät wird bei der einzelnen Lieferung geplant: bitte entfernen",
    )
  requirePieces(lines)
  const { kunde_id: _, ...changed } = declared.bodyOf(values)
  return {
    ...changed,
    fahrer_id: values.fahrer_id === NOBODY ? null : values.fahrer_id,
    positionen: lines.filter(isNamed).map(({ id, out, back }) => ({
      pfandartikel_id: id,
      soll_ausgabe: out ?? 0,
      soll_ruecknahme: back ?? 0,
    })),
  }
}

const readAgain = (): void => void refresh("/api/liefertage", "/api/touren/woche", "/api/protokoll")

type Props = { kunde: Kunde; liefertag: Liefertag | undefined; onClose: () => void }

/** Agrees on a regular day, or changes one. */
export const RegularPanel = ({ kunde, liefertag, onClose }: Props) =>
  liefertag ? (
    <Change kunde={kunde} liefertag={liefertag} onClose={onClose} />
  ) : (
    <Agree kunde={kunde} onClose={onClose} />
  )

function Agree({ kunde, onClose }: Omit<Props, "liefertag">) {
  const form = useForm<RegularValues, Liefertag>({
    draft: `kunden/${kunde.id}/liefertag`,
    initial: {
      ...declared.valuesOf({ kunde_id: kunde.id, ab: shifted(today(), 7) }),
      zeit_von: kunde.lieferzeit_von,
      zeit_bis: kunde.lieferzeit_bis,
      fahrer_id: NOBODY,
      lines: [],
    },
    save: async (values, id) =>
      call("post", "/api/liefertage", { body: { id, kunde_id: kunde.id, ...bodyOf(values) } }),
    saved: (liefertag) => {
      readAgain()
      toast(`Vereinbart: ${rhythmInWords(liefertag)}`)
      onClose()
    },
  })
  return (
    <FormPanel title="Liefertag vereinbaren" action="Vereinbaren" form={form} onClose={onClose}>
      <Fields form={form} />
    </FormPanel>
  )
}

function Change({ liefertag, onClose }: Props & { liefertag: Liefertag }) {
  const path = { id: liefertag.id }
  const { nameOf } = useDrivers()
  return (
    <EditPanel<RegularValues, Liefertag>
      title="Liefertag ändern"
      draft={`liefertage/${liefertag.id}`}
      record={liefertag}
      valuesOf={valuesOf}
      labels={labels}
      words={{
        lines: linesInWords,
        ab: date,
        bis: date,
        fahrer_id: (id) => nameOf(id === NOBODY ? null : id),
      }}
      read={() => call("get", "/api/liefertage/{id}", { path })}
      save={async (values, ifMatch) =>
        call("patch", "/api/liefertage/{id}", { path, body: bodyOf(values), ifMatch })
      }
      saved={readAgain}
      onClose={onClose}
    >
      {(form) => <Fields form={form} />}
    </EditPanel>
  )
}

function Fields({ form }: { form: FormState<RegularValues> }) {
  const focus = useLinesFocus()
  const field = labelled(form, labels)
  const { ab, alle_wochen, kunde_id } = form.values
  return (
    <>
      <DateField {...field("ab")} onChange={(day) => day && form.set({ ab: day })} isRequired autoFocus />
      <CountField
        {...field("alle_wochen")}
        min={1}
        max={8}
        hint={ab && alle_wochen ? rhythmInWords({ ab, alle_wochen }) : undefined}
        isRequired
      />
      <DateField {...field("bis")} hint="Leer: bis auf Weiteres" />
      <DriverChoice {...field("fahrer_id")} />
      <div className="pair">
        <TimeField {...field("zeit_von")} />
        <TimeField {...field("zeit_bis")} />
      </div>
      <Toggle {...field("auch_feiertags")} />
      <TextField
        {...field("hinweis")}
        label="Hinweis für den Fahrer"
        lines={2}
        maxLength={liefertagfelder.hinweis.max}
      />
      <h3>Was gewöhnlich mitgeht</h3>
      <LinesEditor focus={focus} kundeId={kunde_id} form={form} />
    </>
  )
}
