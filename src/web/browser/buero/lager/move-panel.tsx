import { lagerartInWords } from "../../../../lib/arten.ts"
import { MOST_IN_YARD } from "../../../../lib/figures.ts"
import { useQuery } from "@tanstack/react-query"
import { useRef, useState } from "react"
import { type Answer, call } from "../../ui/api/call.ts"
import { faultBefore } from "../../ui/api/fault.ts"
import { FormPanel } from "../../ui/forms/edit-panel.tsx"
import { Choice, CountField, DateField, TextField } from "../../ui/fields/field.tsx"
import { optionsOf } from "../../ui/forms/form-of.ts"
import { useForm } from "../../ui/forms/form.tsx"
import { type Doubt, useDoubt } from "../../ui/forms/use-doubt.tsx"
import { pieces } from "../../ui/values/format.ts"
import { useToday } from "../../ui/values/use-today.ts"
import { useFocusLater } from "../../ui/keys/focus-trail.ts"
import { momentOf } from "../../ui/lines/moment-of.ts"
import { findThings, type Thing } from "../../ui/state/thing.ts"
import { SearchSelect } from "../../ui/fields/search-select.tsx"
import { toast } from "../../ui/parts/toast.tsx"
import { type Missing, missingAfter } from "./missing.ts"

type Values = {
  art: keyof typeof lagerartInWords
  artikel: { id: string; bezeichnung: string } | null
  menge: number | null
  /** Null: now, shown as today even if the panel stays open over midnight. */
  datum: string | null
  bemerkung: string
}

const articles = async (text: string, signal?: AbortSignal): Promise<Thing[]> =>
  (await findThings(text, "", signal)).filter(({ isDevice }) => !isDevice)

type Props = {
  /** While somebody counts, the service does not tell the stock, and nothing can be compared. */
  isCounting: boolean
  onClose: () => void
}

/** Panel that books a purchase, a sale or a scrapping of the company's own stock. */
export function MovePanel({ isCounting, onClose }: Props) {
  const today = useToday()
  const form = useForm<Values, Answer<"post", "/api/lager/bewegungen">>({
    draft: "lager/bewegung",
    initial: { art: "zukauf", artikel: null, menge: null, datum: null, bemerkung: "" },
    save: async ({ art, artikel, menge, datum, bemerkung }, id) => {
      if (!artikel) throw faultBefore("pfandartikel_id", "Bitte einen Artikel wählen")
      const body = { id, art, pfandartikel_id: artikel.id, menge: menge ?? 0, ...momentOf(datum) }
      return call("post", "/api/lager/bewegungen", {
        body: { ...body, ...(bemerkung.trim() && { bemerkung }) },
      })
    },
    saved: (_, { art, artikel }) => {
      toast(`${lagerartInWords[art]} von ${artikel?.bezeichnung} ist gebucht`)
    },
    leave: onClose,
  })
  const { art, artikel } = form.values
  const [q, setQ] = useState("")
  const figures = useRef<HTMLDivElement>(null)
  const goTo = useFocusLater(figures)
  const { form: asking, asked } = useDoubt(form, (values) => shortageOf(values, () => goTo("[name=menge]")))
  const choose = (one: Thing | undefined): void => {
    form.set({ artikel: one ? { id: one.id, bezeichnung: one.bezeichnung } : null }, ["pfandartikel_id"])
    // The number of pieces is typed next.
    if (one) goTo("[name=menge]")
  }
  const { data, isLoading } = useQuery({
    queryKey: ["lagerartikel", q],
    queryFn: ({ signal }) => articles(q, signal),
    placeholderData: (before) => before,
  })
  return (
    <FormPanel title="Zukauf oder Abgang" form={asking} action="Buchen" books onClose={onClose}>
      <p className="muted">Kein Kundenkonto ändert sich. Ein Gebinde wird als seine Teile gebucht.</p>
      <Choice label="Art" options={optionsOf(lagerartInWords)} {...form.field("art")} />
      <SearchSelect<Thing>
        label="Artikel"
        name="pfandartikel_id"
        chosen={artikel?.bezeichnung ?? ""}
        onChoose={choose}
        onSearch={setQ}
        found={{ items: data ?? [], isLoading }}
        take={async (text) => (await articles(text))[0]}
        show={({ nummer, bezeichnung }) => ({ text: bezeichnung, more: nummer })}
        placeholder="Nummer, Strichcode oder Name"
        isRequired
      />
      <div className="pair" ref={figures}>
        <CountField label="Stück" min={1} max={MOST_IN_YARD} {...form.field("menge")} isRequired />
        <DateField label="Tag" {...form.field("datum", "erfasst_am")} value={form.values.datum ?? today} />
      </div>
      {isCounting && art !== "zukauf" && (
        <p className="remark">Solange eine Inventur läuft, wird nicht geprüft, ob so viel auf dem Hof ist.</p>
      )}
      <TextField
        label={art === "verschrottung" ? "Grund" : "Bemerkung"}
        hint={art === "zukauf" ? "Etwa der Lieferant" : undefined}
        maxLength={500}
        {...form.field("bemerkung")}
      />
      {asked}
    </FormPanel>
  )
}

/** @returns a question where more would leave the yard than is there: a figure may be mistyped, or a count wrong */
async function shortageOf(
  { art, artikel, menge, datum }: Values,
  goTo: () => void,
): Promise<Doubt | undefined> {
  if (art === "zukauf" || !artikel || !menge) return undefined
  const { erfasst_am = new Date().toISOString() } = momentOf(datum)
  const missing = await missingAfter(artikel.id, menge, erfasst_am)
  if (missing.length === 0) return undefined
  return {
    title: "Mehr als auf dem Hof ist",
    action: "Trotzdem buchen",
    question: missing.map(shortageInWords),
    goTo,
  }
}

const shortageInWords = ({ bezeichnung, bestand, menge }: Missing): string =>
  `${bezeichnung}: ${
    bestand < 0 ? `schon jetzt fehlen ${pieces(-bestand)}` : `${pieces(bestand)} auf dem Hof`
  }, ${pieces(menge)} gehen ab. Danach fehlen ${pieces(menge - bestand)}.`
