import { type ChangeEvent, useState } from "react"
import { shrink } from "../phone/photos.ts"

type Props = {
  label: string
  taken: (photo: { bytes: ArrayBuffer; type: string }) => Promise<unknown> | unknown
}

/** Opens the telephone's camera; the picture is made small before anybody keeps it. */
export function PhotoButton({ label, taken }: Props) {
  const [problem, setProblem] = useState<string>()
  const [count, setCount] = useState(0)
  const read = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const [file] = target.files ?? []
    if (!file) return
    setProblem(undefined)
    try {
      // What could not be kept is said elsewhere, and is not counted.
      if ((await taken(await shrink(file))) !== false) setCount((before) => before + 1)
    } catch {
      setProblem("Dieses Bild kann das Telefon nicht lesen.")
    } finally {
      target.value = ""
    }
  }
  return (
    <label className="taste foto">
      {label}
      {count > 0 && <span className="zahl">{count}</span>}
      <input type="file" accept="image/*" capture="environment" onChange={(event) => void read(event)} />
      {problem && (
        <span className="bad" role="alert">
          {problem}
        </span>
      )}
    </label>
  )
}
