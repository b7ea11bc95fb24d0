import { call } from "../../ui/api/call.ts"
import { useAction } from "../../ui/dialogs/use-action.ts"
import { Button } from "../../ui/parts/button.tsx"
import type { Abrechnung } from "../../ui/records/words.ts"

type Props = { abrechnung: Pick<Abrechnung, "id" | "versand" | "versand_offen" | "per_post_am"> }

/** Notes that a settlement went out by post, which no program sees, or takes that back. */
export function PostNote({ abrechnung: { id, versand, versand_offen, per_post_am } }: Props) {
  const { busy, run } = useAction()
  const path = { path: { id } }
  if (per_post_am !== null)
    return (
      <Button
        isPending={busy}
        onPress={() =>
          run(() => call("delete", "/api/abrechnungen/{id}/postversand", path), "Zurückgenommen")
        }
      >
        Vermerk zurücknehmen
      </Button>
    )
  if (versand_offen === 0 || versand === "wartet") return null
  return (
    <Button
      isPending={busy}
      onPress={() => run(() => call("put", "/api/abrechnungen/{id}/postversand", path), "Vermerkt")}
    >
      Als per Post versandt vermerken
    </Button>
  )
}
