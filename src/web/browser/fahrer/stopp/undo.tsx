import { isDue } from "../outbox/entry.ts"
import type { Stopp } from "../phone/tag.ts"
import { useDay, useNow, usePhone } from "../phone/use.ts"
import { telephone } from "../../ui/values/format.ts"
import { Button, LinkButton } from "../parts/button.tsx"
import { endOf, isRevocable, useTakeBack } from "../parts/take-back.tsx"

const time = new Intl.DateTimeFormat("de-DE", { timeStyle: "medium" })

/** Until when what ended a stop can be taken back here, and who can undo it afterwards. */
export function Undo({ stopp }: { stopp: Stopp }) {
  const { name, telefon } = useDay().tag.firma
  const { entries } = usePhone()
  const takeBack = useTakeBack()
  const end = endOf(entries, stopp.id)
  const isHere = end !== undefined && isRevocable(end)
  const now = useNow(isHere)
  if (stopp.offen === "braucht dich") return null
  if (isHere)
    return (
      <section className="ende">
        <p>
          {isDue(end, now)
            ? "Noch nicht gesendet: Bis wieder Netz da ist, lässt es sich zurücknehmen."
            : `Bis ${time.format(end.ab)} lässt es sich zurücknehmen, danach kann es nur das Büro stornieren.`}
        </p>
        <Button sign="rueckgaengig" label="Zurücknehmen" tap={() => takeBack(end)} />
      </section>
    )
  return (
    <section className="ende">
      <p>{outcome[stopp.status] ?? ""}</p>
      {telefon && <LinkButton sign="anrufen" label={`${name} anrufen`} href={telephone(telefon)} leaves />}
    </section>
  )
}

const outcome: Partial<Record<Stopp["status"], string>> = {
  zugestellt: "Das ist endgültig. Stimmt etwas nicht, kann es das Büro stornieren.",
  nicht_zugestellt: "Das ist endgültig. Geht es doch noch, kann es das Büro neu planen.",
}
