import { useQuery } from "@tanstack/react-query"
import { useSearch, useSearchParams } from "wouter"
import { messageOf } from "../../ui/api/fault.ts"
import { NOBODY } from "../../ui/drivers.ts"
import { shifted, today } from "../../ui/format.ts"
import { Page } from "../../ui/page.tsx"
import { useGet } from "../../ui/query.ts"
import { offeredLines } from "./lines.ts"
import { NewForm } from "./new-form.tsx"
import { ofKunde } from "./plan.ts"

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** A new delivery; day, customer and driver may come from where one was before: `?datum=&kunde=&fahrer=`. */
export default function NewLieferung() {
  const search = useSearch()
  const [params] = useSearchParams()
  const id = params.get("kunde") ?? ""
  const wanted = params.get("datum") ?? ""
  const kunde = useGet("/api/kunden/{id}", { path: { id } }, { enabled: id !== "" })
  const offered = useQuery({
    queryKey: ["angebotene Zeilen", id],
    queryFn: () => offeredLines(id),
    enabled: id !== "",
  })
  const isReady = !kunde.isLoading && !offered.isLoading
  const initial = {
    ...ofKunde(kunde.data),
    datum: DAY.test(wanted) ? wanted : shifted(today(), 1),
    fahrer_id: params.get("fahrer") ?? NOBODY,
    hinweis: "",
    lines: offered.data ?? [],
  }
  return (
    <Page title="Neue Lieferung" back={{ href: "/lieferungen", label: "Lieferungen" }}>
      {kunde.error && <p role="alert">{messageOf(kunde.error)}</p>}
      {isReady && <NewForm key={search} draft={`lieferungen/neu?${search}`} initial={initial} />}
    </Page>
  )
}
