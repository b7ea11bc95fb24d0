import { type ChangeEvent, useState } from "react"
import type { Photo } from "../phone/deeds.ts"
import { shrink } from "../phone/photos.ts"
import { Sign } from "./signs.tsx"

type Props = Pick<Photo, "art" | "geraet_id"> & {
  label: string
  /** Number of those that are there; left out: those that were taken since this is shown. */
  count?: number
  /** @returns false where it could not be kept */
  taken: (photo: Photo) => Promise<unknown> | unknown
}

/** Opens the telephone's camera; the picture is made small before anybody keeps it. */
export function PhotoButton({ label, taken, count, ...about }: Props) {
  const [problem, setProblem] = useState<string>()
  const [since, setSince] = useState(0)
  const read = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const [file] = target.files ?? []
    if (!file) return
    setProblem(undefined)
    try {
      // Why it could not be kept is said above the screen.
      if ((await taken({ ...(await shrink(file)), ...about })) === false)
        setProblem("Das Bild wurde nicht gespeichert.")
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
