import { useState } from "react"
import { call } from "../../ui/api/call.ts"
import { ApiFault, faultBefore } from "../../ui/api/fault.ts"
import { Choice, DateField, PrintedField } from "../../ui/fields/field.tsx"
import { FormPanel } from "../../ui/forms/edit-panel.tsx"
import { useForm } from "../../ui/forms/form.tsx"
import { euro } from "../../ui/values/format.ts"
import { useToday } from "../../ui/values/use-today.ts"
import { refresh, useGet } from "../../ui/state/query.ts"
import { StandortField } from "../../ui/records/standort.tsx"
import { StillOpen } from "../../ui/records/still-open.tsx"
import { issueInWords } from "../../ui/records/words.ts"
import { KundeSelect } from "../../ui/fields/kunde-select.tsx"
import { momentOf } from "../../ui/lines/moment-of.ts"
import { toast } from "../../ui/parts/toast.tsx"
import { type Geraet, geraeteform } from "./fields.tsx"
import { type Move, verbOf } from "./moves.ts"

type Values = {
  kunde_id: string
  kunde: string
  standort_id: string | null
  status: "lager" | "wartung"
  /** Null: now. */
  tag: string | null
  notiz: string
}
type Props = { geraet: Geraet; move: Move; onClose: () => void }

const places = [
  { id: "lager", label: "Ins Lager" },
  { id: "wartung", label: "In die Wartung" },
] as const

type Sent = { geraet: Geraet; move: Move; values: Values; id: string; seen: string | null }

/** @param sent.id makes a second click book nothing @param sent.seen the customer who had it when the panel opened */
async function send({ geraet, move, values, id, seen }: Sent): Promise<Geraet> {
  const path = { id: geraet.id }
  const notiz = values.notiz.trim() ? { notiz: values.notiz } : {}
  const booked = { id, ...momentOf(values.tag), ...notiz }
  if (move === "ausgabe") {
    if (values.kunde_id === "") throw faultBefore("kunde_id", "Bitte einen Kunden wählen")
    const body = { ...booked, kunde_id: values.kunde_id, standort_id: values.standort_id }
    return call("post", "/api/geraete/{id}/ausgabe", { path, body })
  }
  if (move === "ruecknahme") {
    const body = { ...booked, kunde_id: seen, status: values.status }
    return call("post", "/api/geraete/{id}/ruecknahme", { path, body })
  }
  if (move === "umstellung") {
    if (values.standort_id === geraet.standort_id) throw faultBefore("standort_id", "Dort ist es schon")
    const body = { ...booked, kunde_id: seen, standort_id: values.standort_id }
    return call("post", "/api/geraete/{id}/umstellung", { path, body })
  }
  return call("post", "/api/geraete/{id}/status", { path, body: { kunde_id: seen, status: move, ...notiz } })
}

/** Handing out, taking back, repairing, losing: each with what it means, and a remark. */
export function MovePanel({ geraet, move, onClose }: Props) {
  const verb = verbOf(move, geraet.status)
  const isBooked = move === "ausgabe" || move === "ruecknahme"
  const isDated = isBooked || move === "umstellung"
  // As it was when the panel was opened: a colleague may move it meanwhile.
  const [seen, setSeen] = useState(geraet.kunde_id)
  const known = { path: { id: seen ?? "" } }
  const { data: holder } = useGet("/api/kunden/{id}", known, { enabled: seen !== null })
  const konto = useGet("/api/kunden/{id}/pfandkonto", known, { enabled: seen !== null, watch: true }).data
  const open = konto && (konto.geraete.find((one) => one.geraet_id === geraet.id)?.wert_cent ?? 0)
  const today = useToday()
  const form = useForm<Values, Geraet>({
    draft: `geraete/${geraet.id}/${move}`,
    initial: {
      kunde_id: "",
      kunde: "",
      standort_id: move === "umstellung" ? geraet.standort_id : null,
      status: "lager",
      tag: null,
      notiz: "",
    },
    save: async (values, id) => {
      try {
        return await send({ geraet, move, values, id, seen })
      } catch (error) {
        if (error instanceof ApiFault && error.status === 409) setSeen(await readAgain(geraet.id))
        throw error
      }
    },
    saved: (_, values) => {
      toast(doneIn(geraet.geraetenummer, move, values))
    },
    leave: onClose,
  })
  return (
    <FormPanel
      title={`${geraet.geraetenummer}: ${verb}`}
      label={verb}
      form={form}
      action={verb}
      look={move === "verloren" || move === "ausgemustert" ? "bad" : "primary"}
      books={isBooked}
      onClose={onClose}
    >
      {move === "ausgabe" && (
        <>
          <KundeSelect
            chosen={form.values.kunde}
            onChoose={(kunde) =>
              form.set({ kunde_id: kunde?.id ?? "", kunde: kunde?.name ?? "", standort_id: null })
            }
          />
          <StandortField form={form} kunde_id={form.values.kunde_id} />
          <StillOpen geraet_id={geraet.id} kunde={{ id: form.values.kunde_id, name: form.values.kunde }} />
        </>
      )}
      {move === "ruecknahme" && <Choice label="Wohin" options={places} {...form.field("status")} />}
      {move === "umstellung" && <StandortField form={form} kunde_id={geraet.kunde_id ?? ""} />}
      {isDated && (
        <DateField
          label="Geschehen am"
          {...form.field("tag", "erfasst_am")}
          value={form.values.tag ?? today}
        />
      )}
      {move === "lager" && geraet.status === "verloren" && <StaysOpen geraet={geraet} />}
      <p className="muted">{meaningOf(geraet, move, form.values.tag, { name: holder?.name, open })}</p>
      <PrintedField
        label="Bemerkung"
        hint="Steht danach auf der Seite des Geräts unter „Verbleib“"
        lines={2}
        {...form.field("notiz")}
      />
    </FormPanel>
  )
}

/** Says, before a device is found again, what stays open for it with whom: nothing is refunded by that. */
function StaysOpen({ geraet: { id, pfandform } }: { geraet: Geraet }) {
  const { data } = useGet("/api/geraete/{id}/pfand-offen", { path: { id } })
  return data?.items.map(({ kunde_id, kunde_name, wert_cent }) => (
    <p key={kunde_id} className="remark">
      {`Gebucht wird dabei nichts: Auf dem Konto von ${kunde_name} bleiben ${euro(wert_cent)} ${geraeteform.words.pfandform(pfandform)}, bis die Verwaltung sie mit einer Korrektur erstattet.`}
    </p>
  ))
}

/** Reads the device again after a refusal, also for the page. @returns the id of the customer who has it */
async function readAgain(id: string): Promise<string | null> {
  void refresh("/api/geraete", "/api/kunden")
  return (await call("get", "/api/geraete/{id}", { path: { id } })).kunde_id
}

/** The customer who has it. `open`: what of its deposit is on the account, in cents; both are undefined until known. */
type Holder = { name: string | undefined; open: number | undefined }

function meaningOf(geraet: Geraet, move: Move, day: string | null, { name = "…", open }: Holder): string {
  const { status, pfandform } = geraet
  const pfand = pfandform === "kaution" ? "Kaution" : "Pfand"
  const none = `Es ist ${pfandform === "kaution" ? "keine Kaution" : "kein Pfand"} offen`
  switch (move) {
    case "ausgabe":
      return issueInWords(geraet, day)
    case "ruecknahme":
      return open === 0
        ? `${none}: Dem Konto von ${name} wird nichts gutgeschrieben.`
        : `Dem Konto von ${name} wird gutgeschrieben, was bei der Ausgabe gebucht wurde (${pfand}).`
    case "umstellung":
      return `Es bleibt bei ${name}; gebucht wird nichts.`
    case "wartung":
      return "Es kann nicht ausgegeben werden, bis die Wartung beendet ist."
    case "lager":
      return "Es steht dann wieder im Lager und kann ausgegeben werden."
    case "verloren":
      return [...(status === "beim_kunden" ? [lossInWords(name, open, none)] : []), TURNS_UP].join(" ")
    case "ausgemustert":
      return "Es kommt nie wieder in Umlauf; das ist nicht rückgängig zu machen. Sein Verbleib bleibt nachlesbar."
  }
}

const TURNS_UP = "Taucht das Gerät wieder auf, kann es ins Lager zurück."

/** @param none says that nothing is open @returns what becomes of the deposit, which may be waived already */
function lossInWords(name: string, open: number | undefined, none: string): string {
  if (open === 0) return `${none}: Das Gerät verlässt sofort das Konto von ${name}.`
  const what = open === undefined ? "Was davon offen ist," : `Für das Gerät sind ${euro(open)} offen. Das`
  return `${what} bleibt auf dem Konto von ${name}, bis die Verwaltung es erstattet oder als Verlust einbehält.`
}

function doneIn(nummer: string, move: Move, { kunde, status }: Values): string {
  if (move === "ausgabe") return `${nummer} ist an ${kunde} ausgegeben`
  if (move === "umstellung") return `${nummer} ist umgestellt`
  const place = move === "ruecknahme" ? status : move
  // States with their verbs: the end of a sentence.
  const words = {
    lager: "steht im Lager",
    wartung: "ist in der Wartung",
    verloren: "ist verloren gemeldet",
    ausgemustert: "ist ausgemustert",
  }
  return `${nummer} ${words[place]}`
}
