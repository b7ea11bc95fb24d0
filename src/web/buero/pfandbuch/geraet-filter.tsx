import { Button } from "../../ui/button.tsx"
import { useGet } from "../../ui/query.ts"

/** One got here from a device's page. */
export function GeraetFilter({ id, clear }: { id: string; clear: () => void }) {
  const { data } = useGet("/api/geraete/{id}", { path: { id } })
  return (
    <Button icon="close" onPress={clear}>
      Gerät {data?.geraetenummer ?? "…"}
    </Button>
  )
}
