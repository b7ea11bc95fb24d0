import { type ChangeEvent, useState } from "react"
import type { Photo } from "../phone/new-entries.ts"
import { Sign } from "./signs.tsx"
import { HEIC_ADVICE, isHeic } from "../../../../lib/heic.ts"
import { draw } from "../../ui/values/shrink.ts"
import type { NewPhoto } from "../outbox/entry.ts"

type Props = Pick<Photo, "art" | "geraet_id"> & {
  label: string
  /** Number of pictures shown on it; left out, those taken since it was drawn. */
  count?: number
  /** @returns false if it could not be stored */
  taken: (photo: Photo) => Promise<unknown> | unknown
}

/** Opens the telephone's camera, and makes the picture small before it is stored. */
export function PhotoButton({ label, taken, count, ...about }: Props) {
  const [problem, setProblem] = useState<string>()
  const [since, setSince] = useState(0)
  const read = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const [file] = target.files ?? []
    if (!file) return
    setProblem(undefined)
    try {
      // A message above the screen says why, and goes as soon as something smaller finds room.
      if ((await taken({ ...(await shrink(file)), ...about })) === false)
        setProblem("Das Bild wurde nicht gespeichert. Ist das Telefon voll?")
      else setSince((before) => before + 1)
    } catch (error) {
      setProblem((error as Error).message)
    } finally {
      target.value = ""
    }
  }
  return (
    <label className="taste foto">
      <Sign name="foto" />
      {label}
      {(count ?? since) > 0 && <span className="zahl">{count ?? since}</span>}
      <input type="file" accept="image/*" capture="environment" onChange={(event) => void read(event)} />
      {problem && (
        <span className="bad" role="alert">
          {problem}
        </span>
      )}
    </label>
  )
}

/** Longest side in pixels, and quality of the JPEG: enough to see a damage, at a tenth of the camera's size. */
const LONGEST = 1600
const QUALITY = 0.82

/**
 * Makes a camera's picture small enough for a bad signal.
 *
 * @returns a JPEG, upright, without its metadata, on white where it was transparent
 * @throws Error with a German message, if the browser cannot read the picture, or the telephone is out of memory
 */
async function shrink(file: Blob): Promise<Pick<NewPhoto, "bytes" | "type">> {
  const bitmap = await createImageBitmap(file).catch(async () => {
    const start = new Uint8Array(await file.slice(0, 16).arrayBuffer())
    throw new Error(isHeic(start) ? HEIC_ADVICE : "Dieses Bild kann das Telefon nicht lesen.")
  })
  const jpeg = await draw(bitmap, LONGEST, { type: "image/jpeg", quality: QUALITY })
  if (!jpeg)
    throw new Error("Das Telefon hat gerade zu wenig Arbeitsspeicher für ein Bild. Bitte noch einmal.")
  return { bytes: await jpeg.arrayBuffer(), type: "image/jpeg" }
}
