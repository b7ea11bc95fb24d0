import { newId } from "../../ui/values/ids.ts"
import type { Photo } from "./new-entries.ts"
import { keep } from "./keep.ts"
import { wasKept } from "./state.ts"

/** A picture of a draft, whose bytes lie apart: a draft is written at every key. Those of earlier versions have them. */
export type DraftPhoto = Omit<Photo, "bytes"> & ({ key: string } | Pick<Photo, "bytes">)

/** @returns what stands for a picture in its draft; undefined when there was no room for it, which is said */
export async function keepPhoto(entwurf: string, photo: Photo): Promise<DraftPhoto | undefined> {
  const { bytes: _, ...rest } = photo
  const key = `${keep.partsOf(entwurf)}${newId()}`
  return (await wasKept("tippen", keep.set(key, photo))) ? { ...rest, key } : undefined
}

export async function readPhoto(photo: DraftPhoto): Promise<Photo | undefined> {
  return "key" in photo ? keep.get<Photo>(photo.key) : photo
}

/** @returns those pictures that are still here, which is all of them */
export const readPhotos = async (photos: DraftPhoto[]): Promise<Photo[]> =>
  (await Promise.all(photos.map(readPhoto))).filter((photo) => photo !== undefined)

export async function dropPhotos(photos: DraftPhoto[]): Promise<void> {
  for (const photo of photos) if ("key" in photo) await keep.remove(photo.key).catch(() => {})
}
