import { useState } from "react"
import { call } from "../../ui/api/call.ts"
import { faultBefore, messageOf } from "../../ui/api/fault.ts"
import { readFile, saveFile } from "../../ui/api/file.ts"
import { DateField, PrintedField } from "../../ui/fields/field.tsx"
import { FormPanel } from "../../ui/forms/edit-panel.tsx"
import { useForm } from "../../ui/forms/form.tsx"
import { useToday } from "../../ui/values/use-today.ts"
import { StandortField } from "../../ui/records/standort.tsx"
import { StillOpen } from "../../ui/records/still-open.tsx"
import { issueInWords } from "../../ui/records/words.ts"
import { useGet } from "../../ui/state/query.ts"
import { type Item, useList } from "../../ui/state/list.ts"
import { SearchSelect } from "../../ui/fields/search-select.tsx"
import { momentOf } from "../../ui/lines/moment-of.ts"
import { toast } from "../../ui/parts/toast.tsx"
import type { Kunde } from "./fields.tsx"

type Geraet = Item<"/api/geraete">
type Values = Pick<Geraet, "pfand_cent" | "pfandform"> & {
  geraet_id: string
  geraet: string
  standort_id: string | null
  /** `YYYY-MM-DD`; null for now. */
  tag: string | null
  notiz: string
}

const NONE = { geraet_id: "", geraet: "", pfand_cent: 0, pfandform: "kaution" } as const

const inStock = { status: "lager", limit: 20 } as const

/** Hands a device in stock out to this customer; its barcode or number and Enter are enough. */
export function HandOut({ kunde, onClose }: { kunde: Kunde; onClose: () => void }) {
  const today = useToday()
  const form = useForm<Values, unknown>({
    draft: `kunden/${kunde.id}/ausgabe`,
    initial: { ...NONE, standort_id: null, tag: null, notiz: "" },
    save: async ({ geraet_id, standort_id, tag, notiz }, id) => {
      if (geraet_id === "") throw faultBefore("id", "Bitte ein Gerät wählen")
      return call("post", "/api/geraete/{id}/ausgabe", {
        path: { id: geraet_id },
        body: { id, kunde_id: kunde.id, standort_id, ...momentOf(tag), ...(notiz.trim() && { notiz }) },
      })
    },
    saved: (_, { geraet, geraet_id }) => {
      const action = { label: "Ausgabeschein", run: () => void saveSlip(geraet_id) }
      toast(`${geraet} ist an ${kunde.name} ausgegeben`, { action })
    },
    leave: onClose,
  })
  const { geraet_id, geraet, pfand_cent, pfandform, tag } = form.values
  // A restored draft may be a week old, and the deposit have changed.
  const now = useGet(
    "/api/geraete/{id}",
    { path: { id: geraet_id } },
    { enabled: geraet_id !== "", watch: true },
  )
  return (
    <FormPanel
      title={`Gerät ausgeben an ${kunde.name}`}
      label="Gerät ausgeben"
      form={form}
      action="Ausgeben"
      books
      onClose={onClose}
    >
      <GeraetSelect
        chosen={geraet}
        onChoose={(one) =>
          form.set(
            one
              ? {
                  geraet_id: one.id,
                  geraet: nameOf(one),
                  pfand_cent: one.pfand_cent,
                  pfandform: one.pfandform,
                }
              : NONE,
            ["id"],
          )
        }
      />
      <StillOpen geraet_id={geraet_id} kunde={kunde} />
      {/* Also shown without a device, so that the fields below do not move when one is chosen. */}
      <p className="muted">
        {geraet_id === ""
          ? "Auf dem Konto des Kunden wird gebucht: Ausgabe, mit Kaution."
          : issueInWords(now.data ?? { pfand_cent, pfandform }, tag)}{" "}
        Danach gibt es den Ausgabeschein zum Unterschreiben.
      </p>
      <StandortField form={form} kunde_id={kunde.id} />
      <DateField label="Geschehen am" {...form.field("tag", "erfasst_am")} value={form.values.tag ?? today} />
      <PrintedField
        label="Bemerkung"
        hint="Steht danach auf der Seite des Geräts unter „Verbleib“"
        lines={2}
        {...form.field("notiz")}
      />
    </FormPanel>
  )
}

/** Saves the paper that the customer signs, or says why there is none. */
async function saveSlip(id: string): Promise<void> {
  try {
    saveFile(await readFile("/api/geraete/{id}/ausgabeschein.pdf", { path: { id } }))
  } catch (error) {
    toast(messageOf(error), { bad: true })
  }
}

const nameOf = ({ bezeichnung, geraetenummer }: Geraet): string => `${bezeichnung} ${geraetenummer}`

type SelectProps = { chosen: string; onChoose: (geraet: Geraet | undefined) => void }

/** Chooses a device that is in stock: others cannot be handed out. */
function GeraetSelect({ chosen, onChoose }: SelectProps) {
  const [q, setQ] = useState("")
  const found = useList("/api/geraete", { query: { ...inStock, q: q || undefined } })
  return (
    <SearchSelect<Geraet>
      label="Gerät"
      name="id"
      chosen={chosen}
      onChoose={onChoose}
      onSearch={setQ}
      found={found}
      take={async (text) =>
        (await call("get", "/api/geraete", { query: { ...inStock, q: text, limit: 1 } })).items[0]
      }
      show={(geraet) => ({
        text: nameOf(geraet),
        more: [geraet.typ, geraet.barcode].filter(Boolean).join(" · "),
      })}
      placeholder="Nummer, Strichcode oder Name"
      isRequired
    />
  )
}
