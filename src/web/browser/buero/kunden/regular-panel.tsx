import { useLocation } from "wouter"
import { liefertagfelder } from "../../../../lib/felder/liefertag.ts"
import { type Answer, call } from "../../ui/api/call.ts"
import { faultBefore } from "../../ui/api/fault.ts"
import { DriverChoice } from "../../ui/fields/driver-choice.tsx"
import { CountField, DateField, PrintedField, TimeField, Toggle } from "../../ui/fields/field.tsx"
import { EditPanel, FormPanel } from "../../ui/forms/edit-panel.tsx"
import { formOf, labelled, type Values } from "../../ui/forms/form-of.ts"
import { type FormState, useForm } from "../../ui/forms/form.tsx"
import { isNamed, type Line, lineField, lineOf, linesInWords, requirePieces } from "../../ui/lines/lines.ts"
import { LinesEditor } from "../../ui/lines/lines-editor.tsx"
import { useLinesFocus } from "../../ui/lines/rows.ts"
import { toast } from "../../ui/parts/toast.tsx"
import { NOBODY, useDrivers } from "../../ui/state/drivers.ts"
import { date, shifted, today } from "../../ui/values/format.ts"
import type { Kunde } from "./fields.tsx"
import { type Liefertag, rhythmInWords } from "../../ui/records/regular-words.ts"

const declared = formOf(liefertagfelder)
const labels = {
  ...declared.labels,
  zeit_bis: "bis",
  lines: "Positionen",
}

type Lieferung = Answer<"get", "/api/lieferungen/{id}">
type RegularValues = Values<typeof liefertagfelder> & { fahrer_id: string; lines: Line[] }

const valuesOf = (liefertag: Liefertag | Answer<"get", "/api/liefertage/{id}">): RegularValues => ({
  ...declared.valuesOf(liefertag),
  fahrer_id: liefertag.fahrer_id ?? NOBODY,
  lines: liefertag.positionen.map((one) =>
    lineOf({ ...one, geraet_id: null }, one.soll_ausgabe, one.soll_ruecknahme),
  ),
})

/** @throws ApiFault at the line of a device, or of an article without pieces */
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

/** @returns the articles of a delivery, without devices, which go out once and not each time */
const linesOf = ({ positionen }: Pick<Lieferung, "positionen">): Line[] =>
  positionen
    .filter(({ geraet_id }) => geraet_id === null)
    .map((one) => lineOf(one, one.soll_ausgabe, one.soll_ruecknahme))

/** @returns the same weekday in the first week in which it is still to come */
function nextDay(datum: string): string {
  const next = shifted(datum, WEEK)
  return next > today() ? next : nextDay(next)
}
const WEEK = 7

type Props = {
  kunde: Kunde
  liefertag: Liefertag | undefined
  /** A delivery to copy into a new one. */
  like: Lieferung | undefined
  onClose: () => void
}

/** Adds a regular delivery day, or changes one. */
export const RegularPanel = ({ kunde, liefertag, like, onClose }: Props) =>
  liefertag ? (
    <Change liefertag={liefertag} onClose={onClose} />
  ) : (
    <Agree kunde={kunde} like={like?.kunde_id === kunde.id ? like : undefined} onClose={onClose} />
  )

function Agree({ kunde, like, onClose }: Omit<Props, "liefertag">) {
  const [, navigate] = useLocation()
  const form = useForm<RegularValues, Liefertag>({
    draft: `kunden/${kunde.id}/liefertag${like ? `/${like.id}` : ""}`,
    initial: {
      ...declared.valuesOf({ kunde_id: kunde.id, ab: like ? nextDay(like.datum) : shifted(today(), 7) }),
      zeit_von: like ? like.zeit_von : kunde.lieferzeit_von,
      zeit_bis: like ? like.zeit_bis : kunde.lieferzeit_bis,
      fahrer_id: like?.fahrer_id ?? NOBODY,
      lines: like ? linesOf(like) : [],
    },
    save: async (values, id) =>
      call("post", "/api/liefertage", { body: { id, kunde_id: kunde.id, ...bodyOf(values) } }),
    saved: (liefertag) => {
      toast(
        `Vereinbart: ${rhythmInWords(liefertag)}. Geplant ist es, wenn der Vorschlag der Woche übernommen ist`,
        {
          action: { label: "Zur Woche", run: () => navigate(`/touren/woche?woche=${liefertag.ab}`) },
        },
      )
    },
    leave: onClose,
  })
  return (
    <FormPanel title="Liefertag vereinbaren" action="Vereinbaren" form={form} onClose={onClose}>
      <Fields form={form} />
    </FormPanel>
  )
}

function Change({ liefertag, onClose }: { liefertag: Liefertag; onClose: () => void }) {
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
        hint={ab && alle_wochen ? rhythmInWords({ ab, alle_wochen }) : "1 ist jede Woche, 2 jede zweite"}
        isRequired
      />
      <DateField {...field("bis")} hint="Leer: bis auf Weiteres" />
      <DriverChoice {...field("fahrer_id")} />
      <div className="pair">
        <TimeField {...field("zeit_von")} />
        <TimeField {...field("zeit_bis")} />
      </div>
      <Toggle {...field("auch_feiertags")} />
      <PrintedField
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
