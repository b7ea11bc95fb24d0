import { requireFound } from "../../ui/state/address.ts"
import { Button } from "../../ui/parts/button.tsx"
import { useGet } from "../../ui/state/query.ts"

/** One got here from a device's page. */
export function GeraetFilter({ id, clear }: { id: string; clear: () => void }) {
  const found = useGet("/api/geraete/{id}", { path: { id } })
  requireFound(found, "geraet", id)
  return (
    <Button icon="close" onPress={clear}>
      Gerät {found.data?.geraetenummer ?? "…"}
    </Button>
  )
}
