import { ButtonLink } from "../parts/button.tsx"
import { useAccount } from "../session/account.tsx"

type Props = {
  /** Step of the setting-up. */
  schritt: "pfandartikel" | "kunden" | "geraete"
  /** Beside what else can be done with a list, not where the first one could be entered. */
  beside?: true
}

/** The way to take over many records from a table. */
export function FromTable({ schritt, beside }: Props) {
  const { rolle } = useAccount()
  if (rolle === "user") return null
  return (
    <ButtonLink href={`/einrichten?schritt=${schritt}`}>
      {beside ? "Aus einer Tabelle …" : "Aus einer Tabelle übernehmen"}
    </ButtonLink>
  )
}
