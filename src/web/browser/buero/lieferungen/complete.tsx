import { quittungsfelder } from "../../../../lib/felder/quittung.ts"
import { call } from "../../ui/api/call.ts"
import { DateField, PrintedField } from "../../ui/fields/field.tsx"
import { textOf } from "../../ui/forms/form-of.ts"
import { FormPanel } from "../../ui/forms/edit-panel.tsx"
import { useForm } from "../../ui/forms/form.tsx"
import { useDoubt } from "../../ui/forms/use-doubt.tsx"
import { date, today } from "../../ui/values/format.ts"
import { toast } from "../../ui/parts/toast.tsx"
import { doubtOfLines } from "../../ui/lines/doubt-of-lines.ts"
import { isNamed, isUnfilled, type Line, requirePieces } from "../../ui/lines/lines.ts"
import { LinesEditor } from "../../ui/lines/lines-editor.tsx"
import { useLinesFocus } from "../../ui/lines/rows.ts"
import { earlyDoubt, otherPlanDoubt, together, uncountedDoubt } from "./doubts.ts"
import { type Lieferung, planInWords, valuesOf } from "./plan.ts"
import { setOff } from "./set-off.ts"
import { momentOf } from "../../ui/lines/moment-of.ts"

const recipient = textOf(quittungsfelder.empfaenger_name)
const note = textOf(quittungsfelder.notiz)

type Values = {
  lines: Line[]
  /** The plan when the form was begun, in words. */
  planned: string
  empfaenger_name: string
  notiz: string
  tag: string
}

/** Records for the driver what was handed over and what came back, and books it. */
export function Complete({ lieferung, onClose }: { lieferung: Lieferung; onClose: () => void }) {
  const { id, versuch, datum, kunde_id } = lieferung
  const focus = useLinesFocus()
  const form = useForm<Values, Lieferung>({
    draft: `lieferungen/${id}/abschluss/${versuch}`,
    initial: {
      lines: valuesOf(lieferung, "").lines.map(withoutReturns),
      planned: planInWords(lieferung),
      empfaenger_name: "",
      notiz: "",
      tag: datum < today() ? datum : today(),
    },
    save: async (values, vorgang) => {
      requirePieces(values.lines)
      const path = { id }
      const when = await setOff(lieferung, momentOf(values.tag))
      return call("post", "/api/lieferungen/{id}/abschluss", {
        path,
        body: { id: vorgang, versuch, ...when, ...quittungOf(values), positionen: positionsOf(values.lines) },
      })
    },
    saved: () => {
      toast("Zustellung erfasst und gebucht")
    },
    leave: onClose,
  })
  const { values, set } = form
  const { form: asking, asked } = useDoubt(form, async ({ lines, planned, tag }) => {
    // The service refuses a day to come, and lines without pieces are refused here.
    if (tag > today() || lines.some(isUnfilled)) return undefined
    const unusual = await doubtOfLines({ kundeId: kunde_id, lines, tag, focus })
    const day = tag === today() ? "Heute" : `Am ${date(tag)}`
    const early = earlyDoubt(datum, "buchen", `${day} als zugestellt buchen?`)
    return together(early, await otherPlanDoubt(id, planned), uncountedDoubt(lines, focus), unusual)
  })
  return (
    <FormPanel
      title="Zustellung erfassen"
      form={asking}
      action="Erfassen und buchen"
      icon="check"
      books
      keys={{ does: "buchen", hasLines: true }}
      onClose={onClose}
    >
      <p className="muted">
        Für den Fahrer, wenn er es nicht selbst meldet. Es wird sofort gebucht und lässt sich danach nur durch
        ein Storno berichtigen.
      </p>
      <LinesEditor focus={focus} kundeId={kunde_id} form={form} />
      <PrintedField {...recipient} label="Wer hat angenommen" {...form.field("empfaenger_name")} />
      <DateField
        label="Geschehen am"
        name="erfasst_am"
        value={values.tag}
        onChange={(tag) => tag && set({ tag }, ["erfasst_am"])}
      />
      <PrintedField {...note} lines={2} {...form.field("notiz")} />
      {asked}
    </FormPanel>
  )
}

/** Returns have to be counted, as on the driver's telephone: the planned number is only shown beside the field. */
const withoutReturns = (line: Line): Line => ({
  ...line,
  back: null,
  ...(line.back && { plannedBack: line.back }),
})

const quittungOf = ({ empfaenger_name, notiz }: Values) => ({
  ...(empfaenger_name.trim() && { empfaenger_name }),
  ...(notiz.trim() && { notiz }),
})

const positionsOf = (lines: Line[]) =>
  lines.filter(isNamed).map(({ id, isDevice, out, back }) => ({
    ...(isDevice ? { geraet_id: id } : { pfandartikel_id: id }),
    ist_ausgabe: out ?? 0,
    ist_ruecknahme: back ?? 0,
  }))
