import { newId } from "../../ui/values/ids.ts"
import type { Photo } from "./new-entries.ts"
import { keep } from "./keep.ts"
import { wasKept } from "./state.ts"

/**
 * A picture in a draft. Its bytes are stored apart, as a draft is written at every key; earlier versions kept them
 * inside.
 */
export type DraftPhoto = Omit<Photo, "bytes"> & ({ key: string } | Pick<Photo, "bytes">)

/** Stores a picture. @returns its reference for the draft; undefined without room, and then a message says so */
export async function keepPhoto(entwurf: string, photo: Photo): Promise<DraftPhoto | undefined> {
  const { bytes: _, ...rest } = photo
  const key = `${keep.partsOf(entwurf)}${newId()}`
  return (await wasKept("tippen", keep.set(key, photo))) ? { ...rest, key } : undefined
}

export async function readPhoto(photo: DraftPhoto): Promise<Photo | undefined> {
  return "key" in photo ? keep.get<Photo>(photo.key) : photo
}

/** @returns the pictures with their bytes, without any that are gone */
export const readPhotos = async (photos: DraftPhoto[]): Promise<Photo[]> =>
  (await Promise.all(photos.map(readPhoto))).filter((photo) => photo !== undefined)

export async function dropPhotos(photos: DraftPhoto[]): Promise<void> {
  for (const photo of photos) if ("key" in photo) await keep.remove(photo.key).catch(() => {})
}
