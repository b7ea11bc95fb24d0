import { useEffect, useState } from "react"
import { type Entry, idOf } from "../outbox/entry.ts"
import { bytesOf } from "../outbox/store.ts"
import { type Photo, photoWords } from "../phone/new-entries.ts"
import { entryStore } from "../phone/entries.ts"
import { phone } from "../phone/phone.ts"
import { askBilder } from "../phone/remote.ts"
import { usePhone } from "../phone/use.ts"
import { type Picture, Pictures } from "../parts/pictures.tsx"
import { isRevocable } from "../parts/take-back.tsx"

/** Pictures that this telephone has taken at a stop. */
export function StopPictures({ id }: { id: string }) {
  const { entries, network } = usePhone()
  const taken = entries.filter(({ art, lieferung_id }) => art === "bild" && lieferung_id === id)
  const sent = taken.filter(({ stand }) => stand === "gesendet").length
  const urls = useSent(id, network === "ja" ? sent : 0)
  const picture = (entry: Entry): Picture => ({
    key: idOf(entry),
    words: entry.titel,
    ...(entry.stand === "gesendet" ? { url: urls.get(idOf(entry)) } : { load: () => readBytes(entry) }),
    stand: entry.stand === "uebergeben" ? "beim Büro" : entry.stand,
    drop: isRevocable(entry) ? () => phone.takeBack(entry) : undefined,
  })
  return (
    <>
      <Pictures pictures={taken.map(picture)} />
      {sent > 0 && <p className="muted">Gesendete Fotos kann nur das Büro löschen.</p>}
    </>
  )
}

/** @returns how many pictures of a kind were taken at a stop. Once sent, only the title tells the kind */
export const countPictures = (entries: Entry[], id: string, art: Photo["art"]): number =>
  entries.filter(
    (one) => one.art === "bild" && one.lieferung_id === id && one.titel.startsWith(`${photoWords[art]} bei `),
  ).length

async function readBytes(entry: Entry) {
  const bytes = await bytesOf(entryStore, entry)
  return bytes && typeof entry.body !== "string" ? { bytes, type: entry.body.type } : undefined
}

/**
 * @returns the addresses of previews at the service, by picture.
 * @param sent number of pictures it should have; 0 asks for none
 */
function useSent(id: string, sent: number): Map<string, string> {
  const [urls, setUrls] = useState(new Map<string, string>())
  useEffect(() => {
    if (sent === 0) return
    let left = false
    void askBilder(id).then((answer) => {
      if (left || answer === "offline" || answer.status !== 200) return
      setUrls(new Map(answer.body.items.map((one) => [one.id, one.vorschau_url])))
    })
    return () => {
      left = true
    }
  }, [id, sent])
  return urls
}
