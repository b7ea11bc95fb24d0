import type { Entry } from "../outbox/entry.ts"
import { bytesOf } from "../outbox/store.ts"
import { outbox } from "./my-outbox.ts"
import type { Photo } from "./new-entries.ts"
import { entryStore } from "./entries.ts"
import { type DraftPhoto, keepPhoto } from "./draft-photos.ts"
import { keep } from "./keep.ts"
import { dropNote } from "./notes.ts"
import { state } from "./state.ts"

/**
 * Takes back what is final. Of an unplanned pick-up the pictures go back into what is being entered: until it is done
 * again there is no delivery that they could belong to. Those of a planned stop stay, whenever they were taken.
 *
 * @returns whether it was still here and never sent
 */
export async function takeBack(ending: Entry): Promise<boolean> {
  const mine = outbox()
  if (!mine) return false
  const pictures = state().entries.filter(
    ({ art, folge, stand }) =>
      ending.art === "ungeplant" && art === "bild" && folge === ending.folge && stand === "wartet",
  )
  if (pictures.length > 0) await putBack(ending.folge, pictures)
  const dropNotes = (): void => [ending, ...pictures].forEach(dropNote)
  dropNotes()
  return mine
    .takeBack(
      ending.nr,
      pictures.map(({ nr }) => nr),
    )
    .finally(dropNotes)
}

type Draft = { fotos: DraftPhoto[] }

async function putBack(sequence: string, pictures: Entry[]): Promise<void> {
  const key = `entwurf ungeplant ${sequence}`
  const draft = await keep.get<Draft>(key)
  if (!draft) return
  // Pictures taken before it was done are still there.
  const later = pictures.filter(({ ab, getippt }) => ab === getippt)
  const photos = (await Promise.all(later.map(toPhoto))).flat()
  const apart = await Promise.all(photos.map((photo) => keepPhoto(key, photo)))
  // Without room they stay where they are, and so does what is taken back.
  if (apart.includes(undefined)) throw new DOMException("full", "QuotaExceededError")
  await keep.set(key, { ...draft, fotos: [...draft.fotos, ...apart] })
}

async function toPhoto(entry: Entry): Promise<Photo[]> {
  const { body } = entry
  if (typeof body === "string") return []
  const bytes = await bytesOf(entryStore, entry)
  const { art, geraet_id } = body.fields
  if (!bytes) return []
  return [{ bytes, type: body.type, art: art as Photo["art"], ...(geraet_id && { geraet_id }) }]
}
