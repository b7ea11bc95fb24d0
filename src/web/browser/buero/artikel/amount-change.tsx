import { pfandfelder } from "../../../../lib/felder/artikel.ts"
import { type Answer, call } from "../../ui/api/call.ts"
import { faultBefore, messageOf } from "../../ui/api/fault.ts"
import { Button } from "../../ui/parts/button.tsx"
import { Choice } from "../../ui/fields/field.tsx"
import { optionsOf } from "../../ui/forms/form-of.ts"
import { firstNames } from "../../ui/values/first-names.ts"
import { euro, pieces, unbroken, withSign } from "../../ui/values/format.ts"
import { getNow, isRead, refreshAll, useGet } from "../../ui/state/query.ts"
import { toast } from "../../ui/parts/toast.tsx"
import type { Artikel } from "./words.ts"

type Props = {
  artikel: Artikel
  /** As it is entered. */
  pfand_cent: number | null
  choice: {
    value: Artikel["bei_aenderung"]
    onChange: (value: Artikel["bei_aenderung"]) => void
    name: string
  }
}

/** Question about the pieces that customers have, asked where the deposit is changed. */
export function AmountChange({ artikel, pfand_cent, choice }: Props) {
  const { id } = artikel
  const isChanged = pfand_cent !== null && pfand_cent !== artikel.pfand_cent
  // The page has read this already: the question appears with the first key, before somebody tabs past its place.
  const { data: held } = useGet("/api/pfandartikel/{id}/bei-kunden", { path: { id } })
  const { data } = useGet("/api/pfandartikel/{id}/umbewertung", previewOf(id, pfand_cent), {
    enabled: isChanged,
    keep: true,
  })
  const areOut = data
    ? data.kunden > 0
    : (held?.betraege.some(({ betrag_cent }) => betrag_cent !== pfand_cent) ?? false)
  const asked = isChanged && areOut
  return (
    <>
      <p className="hidden" role="status">
        {asked && data && `Darunter ist zu wählen, was für ${countsOf(data)} gilt`}
      </p>
      {isChanged && data && data.gebinde.length > 0 && (
        <p className="muted">Damit ändert sich das Pfand von {namesOf(data)}.</p>
      )}
      {isChanged && held && held.mehr_zurueck.stueck > 0 && <Beyond stueck={held.mehr_zurueck.stueck} />}
      {asked && <Pieces counts={data} before={artikel.pfand_cent} after={pfand_cent} choice={choice} />}
    </>
  )
}

/** Accounts below zero are as large as they were, whatever is chosen for the pieces that are out. */
function Beyond({ stueck }: { stueck: number }) {
  return (
    <p className="muted">
      {pieces(stueck)} Stück gaben Kunden mehr zurück, als sie bekamen. Dafür bleibt der Betrag, auch beim
      Umbewerten: So viele gehen zu dem Pfand wieder hinaus, zu dem sie kamen.
    </p>
  )
}

/** `counts` is undefined until the service has answered. */
type PiecesProps = Pick<Props, "choice"> & { counts: Preview | undefined; before: number; after: number }

function Pieces({ counts, before, after, choice }: PiecesProps) {
  return (
    <section className="amount-change" aria-label="Was bei Kunden ist">
      <Choice
        label={`Für ${counts ? countsOf(counts) : "Stücke"}, die schon draußen sind`}
        options={optionsOf(pfandfelder.bei_aenderung.words)}
        {...choice}
      />
      <p>
        <strong>Erstatten, was bezahlt wurde:</strong> Wer 10 Stück zu {euro(before)} hat und sie bringt,
        bekommt {euro(10 * before)}, die ältesten zuerst; erst was ab jetzt hinausgeht, kostet {euro(after)}.
      </p>
      <p>
        <strong>Umbewerten:</strong> Wer 10 Stück zu {euro(before)} hat, schuldet ab heute {euro(10 * after)}{" "}
        und bekommt so viel zurück; das bucht Pfandwerk sichtbar auf jedes Konto
        {counts && `: zusammen ${withSign(counts.wert_cent, euro)}`}.
      </p>
    </section>
  )
}

type Preview = Answer<"get", "/api/pfandartikel/{id}/umbewertung">

/** @returns the gebinde whose deposit changes with the article's: the first ones by name, the others as a number */
export const namesOf = ({ gebinde }: Pick<Preview, "gebinde">): string =>
  firstNames(gebinde.map(({ bezeichnung }) => unbroken(bezeichnung)))

const previewOf = (id: string, pfand_cent: number | null) => ({
  path: { id },
  query: { pfand_cent: pfand_cent ?? 0 },
})

/**
 * Keeps a changed deposit from being stored before anybody could see the question about the pieces with customers.
 *
 * @returns the pieces and gebinde that the change concerns
 * @throws ApiFault at the question, if it was not on the screen yet
 */
export async function requireAsked(id: string, pfand_cent: number | null): Promise<Preview> {
  const input = previewOf(id, pfand_cent)
  const wasSeen = isRead("/api/pfandartikel/{id}/umbewertung", input)
  const counts = await getNow("/api/pfandartikel/{id}/umbewertung", input)
  if (!wasSeen && counts.kunden > 0)
    throw faultBefore("bei_aenderung", `Bitte noch wählen, was für ${countsOf(counts)} gilt`)
  return counts
}

type Counts = Pick<Preview, "kunden" | "stueck">

const countsOf = ({ kunden, stueck }: Counts): string =>
  `${pieces(stueck)} Stück bei ${kunden === 1 ? "einem Kunden" : `${pieces(kunden)} Kunden`}`

/** Books what is still to be revalued, to the amount and by the sum that were seen. Called again, it goes on where it stopped. */
export async function revalue(id: string, pfand_cent: number, erwartet_cent: number): Promise<void> {
  try {
    const booked = await call("post", "/api/pfandartikel/{id}/umbewertung", {
      path: { id },
      body: { pfand_cent, erwartet_cent },
    })
    if (booked.kunden > 0) toast(`Umbewertet: ${countsOf(booked)}, ${withSign(booked.wert_cent, euro)}`)
  } catch (error) {
    toast(`Nicht alles ist umbewertet. ${messageOf(error as Error)}`, { bad: true })
  }
  void refreshAll()
}

/** Rest of an interrupted revaluation. */
export function Outstanding({ artikel }: { artikel: Artikel }) {
  // Asked for anew: what the panel has read before is being booked, and not outstanding.
  const now = { path: { id: artikel.id }, query: {} }
  const { data } = useGet("/api/pfandartikel/{id}/umbewertung", now, {
    enabled: artikel.art === "einzeln" && artikel.bei_aenderung === "umbewertung",
    watch: true,
  })
  if (!data || data.kunden === 0) return null
  return (
    <section aria-label="Umbewertung">
      <p>
        Noch nicht umbewertet: {countsOf(data)}, {withSign(data.wert_cent, euro)}. Bis dahin wird dafür
        erstattet, was bezahlt wurde.
      </p>
      <Button onPress={() => void revalue(artikel.id, artikel.pfand_cent, data.wert_cent)}>
        Umbewertung fortsetzen
      </Button>
    </section>
  )
}
