import { useEffect, useState } from "react"
import type { Photo } from "../phone/new-entries.ts"
import { Button } from "./button.tsx"

/** A picture of a stop. */
export type Picture = {
  key: string
  words: string
  /** Its address, if the service has it. */
  url?: string | undefined
  /** Reads its bytes, if this telephone has them. */
  load?: () => Promise<Pick<Photo, "bytes" | "type"> | undefined>
  /** Its state, shown below it if it cannot be removed any more. */
  stand?: string
  /** Removes it; left out if that is not possible any more. */
  drop?: (() => unknown) | undefined
}

/** Pictures that were taken at a stop. Those that were not sent yet can be removed. */
export function Pictures({ pictures }: { pictures: Picture[] }) {
  if (pictures.length === 0) return null
  return (
    <ul className="fotos">
      {pictures.map(({ key, words, url, load, stand, drop }) => (
        <li key={key}>
          {load ? <FromHere load={load} words={words} /> : <Small url={url} words={words} />}
          {drop ? (
            <Button kind="leise" label="Weglassen" tap={drop} />
          ) : (
            <span className="muted">{stand}</span>
          )}
        </li>
      ))}
    </ul>
  )
}

/** @param url left out until it is known: then the words are shown */
const Small = ({ url, words }: Pick<Picture, "url" | "words">) =>
  url ? (
    <img src={url} alt={words} width="96" height="72" decoding="async" />
  ) : (
    <span className="kein-bild">{words}</span>
  )

function FromHere({ load, words }: { load: NonNullable<Picture["load"]>; words: string }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    let made: string | undefined
    let left = false
    const show = async (): Promise<void> => {
      const found = await load().catch(() => undefined)
      if (left || !found) return
      made = URL.createObjectURL(new Blob([found.bytes], { type: found.type }))
      setUrl(made)
    }
    void show()
    return () => {
      left = true
      if (made) URL.revokeObjectURL(made)
    }
    // A picture never changes under its key.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return <Small url={url} words={words} />
}
