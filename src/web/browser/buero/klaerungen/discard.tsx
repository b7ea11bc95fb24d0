import { klaerungsfelder } from "../../../../lib/felder/klaerung.ts"
import { call } from "../../ui/api/call.ts"
import { Button } from "../../ui/parts/button.tsx"
import { TextField } from "../../ui/fields/field.tsx"
import { Form, useForm } from "../../ui/forms/form.tsx"
import { toast } from "../../ui/parts/toast.tsx"
import type { Klaerung } from "./words.ts"

type Props = { klaerung: Klaerung; onClose: () => void; onBack: (() => void) | undefined }

/** Form that discards an entry, with a reason. */
export function Discard({ klaerung: { id }, onClose, onBack }: Props) {
  const form = useForm<{ grund: string }, Klaerung>({
    draft: `klaerungen/${id}/verwerfen`,
    initial: { grund: "" },
    save: ({ grund }) => call("post", "/api/klaerungen/{id}/verwerfen", { path: { id }, body: { grund } }),
    saved: () => {
      toast("Verworfen")
    },
    leave: onClose,
  })
  return (
    <Form form={form} label="Meldung verwerfen">
      <TextField
        label="Grund"
        hint="Es wird nichts gebucht. Der Grund bleibt dabei stehen."
        isRequired
        autoFocus
        maxLength={klaerungsfelder.entscheidung.max}
        {...form.field("grund")}
      />
      <div className="buttons">
        <Button type="submit" look="bad" isPending={form.busy}>
          Meldung verwerfen
        </Button>
        {onBack && (
          <Button look="quiet" onPress={onBack}>
            Doch buchen
          </Button>
        )}
      </div>
    </Form>
  )
}
