import { ButtonLink } from "../parts/button.tsx"
import { useAccount } from "../session/account.tsx"

/** The way to take over many records from a table, where the first one could be entered. @param props.schritt step of the setting-up */
export function FromTable({ schritt }: { schritt: "pfandartikel" | "kunden" | "geraete" }) {
  const { rolle } = useAccount()
  if (rolle === "user") return null
  return <ButtonLink href={`/einrichten?schritt=${schritt}`}>Aus einer Tabelle übernehmen</ButtonLink>
}
