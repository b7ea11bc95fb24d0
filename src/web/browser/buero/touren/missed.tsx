import { Link } from "react-aria-components"
import { call } from "../../ui/api/call.ts"
import { useAction } from "../../ui/dialogs/use-action.ts"
import { Button, ButtonLink } from "../../ui/parts/button.tsx"
import { toast } from "../../ui/parts/toast.tsx"
import { dateInWords } from "../../ui/values/format.ts"
import type { Woche } from "./proposal.tsx"

/** Regular deliveries that nobody planned or left out before their day had passed. */
export function Missed({ woche: { woche, vorbei } }: { woche: Woche }) {
  const { busy, run } = useAction()
  if (vorbei.length === 0) return null
  const path = { woche }
  const leaveOut = ({ liefertag_id, version, kunde_name }: Woche["vorbei"][number]): void =>
    run(async () => {
      const eintraege = [{ liefertag_id, version, auslassen: true }]
      const { ausgelassen } = await call("post", "/api/touren/woche/{woche}", { path, body: { eintraege } })
      toast(ausgelassen[0]?.grund ?? `${kunde_name} ist in dieser Woche ausgelassen`)
    })
  return (
    <section aria-labelledby="vorbei" className="proposal">
      <h2 id="vorbei">Vorbei und nicht geplant</h2>
      <p className="muted">
        Diese Liefertage wurden weder geplant noch ausgelassen. Was nachgeholt werden soll, bitte als neue
        Lieferung planen und hier danach auslassen: So steht es nicht mehr unter Heute.
      </p>
      <ul className="missed">
        {vorbei.map((one) => (
          <li key={one.liefertag_id}>
            <span>
              <Link href={`/kunden/${one.kunde_id}`}>{one.kunde_name}</Link>{" "}
              <span className="muted">
                {dateInWords(one.datum)} · {one.fahrer_name ?? "Ohne Fahrer"}
              </span>
            </span>
            <span className="missed-buttons">
              <ButtonLink
                icon="plus"
                href={`/lieferungen/neu?kunde=${one.kunde_id}${one.fahrer_id ? `&fahrer=${one.fahrer_id}` : ""}`}
              >
                Neue Lieferung
              </ButtonLink>
              <Button
                look="quiet"
                isPending={busy}
                label={`${one.kunde_name} am ${dateInWords(one.datum)} auslassen`}
                onPress={() => leaveOut(one)}
              >
                Auslassen
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
