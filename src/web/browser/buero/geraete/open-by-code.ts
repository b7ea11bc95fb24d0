import { useLocation } from "wouter"
import { call } from "../../ui/api/call.ts"
import { ApiFault, messageOf } from "../../ui/api/fault.ts"
import { useScanner } from "../../ui/keys/scanner.ts"
import { toast } from "../../ui/parts/toast.tsx"

/** @returns the id of the device with this code, or of the only one that the search finds; undefined otherwise */
async function findByCode(text: string): Promise<string | undefined> {
  const code = text.trim()
  if (code === "") return undefined
  try {
    return (await call("get", "/api/geraete/code/{code}", { path: { code } })).id
  } catch (error) {
    if (!(error instanceof ApiFault && error.status === 404)) {
      toast(messageOf(error), { bad: true })
      return undefined
    }
  }
  const { items } = await call("get", "/api/geraete", { query: { q: code, limit: 2 } })
  return items.length === 1 ? items[0]?.id : undefined
}

/**
 * Opens the device whose code a scanner types outside of fields.
 *
 * @returns a function that opens the device of a code, and tells whether there is one
 */
export function useOpenByCode(): (text: string) => Promise<boolean> {
  const [, navigate] = useLocation()
  const open = async (text: string): Promise<boolean> => {
    const id = await findByCode(text)
    if (id) navigate(`/geraete/${id}`)
    return id !== undefined
  }
  useScanner((code) => {
    void open(code).then((found) => {
      if (!found) toast(`Kein Gerät hat „${code}“ als Strichcode oder Nummer`, { bad: true })
    })
  })
  return open
}
