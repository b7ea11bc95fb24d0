import type { Entry } from "../outbox/entry.ts"
import { bytesOf } from "../outbox/store.ts"
import { outbox } from "./box.ts"
import type { Aufnahme } from "./deeds.ts"
import { entryStore } from "./entries.ts"
import { keep } from "./keep.ts"
import { dropNote } from "./notes.ts"
import { state } from "./state.ts"

/**
 * Takes back what is final. Of an unplanned pick-up the pictures go back into what is being entered: until it is done
 * again there is no delivery that they could belong to. Those of a planned stop stay, whenever they were taken.
 *
 * @returns whether it was still here and never sent
 */
export async function takeBack(tat: Entry): Promise<boolean> {
  const mine = outbox()
  if (!mine) return false
  const bilder = state().entries.filter(
    ({ art, folge, stand }) =>
      tat.art === "ungeplant" && art === "bild" && folge === tat.folge && stand === "wartet",
  )
  if (bilder.length > 0) await putBack(tat.folge, bilder)
  for (const entry of [tat, ...bilder]) dropNote(entry)
  return mine.takeBack(
    tat.nr,
    bilder.map(({ nr }) => nr),
  )
}

type Draft = { fotos: Aufnahme[] }

async function putBack(folge: string, bilder: Entry[]): Promise<void> {
  const key = `entwurf ungeplant ${folge}`
  const draft = await keep.get<Draft>(key)
  if (!draft) return
  // Pictures taken before it was done are still there.
  const later = bilder.filter(({ ab, getippt }) => ab === getippt)
  const fotos = await Promise.all(later.map(toAufnahme))
  await keep.set(key, { ...draft, fotos: [...draft.fotos, ...fotos.flat()] })
}

async function toAufnahme(entry: Entry): Promise<Aufnahme[]> {
  const { body } = entry
  if (typeof body === "string") return []
  const bytes = await bytesOf(entryStore, entry)
  const { art, geraet_id } = body.fields
  if (!bytes) return []
  return [{ bytes, type: body.type, art: art as Aufnahme["art"], ...(geraet_id && { geraet_id }) }]
}
