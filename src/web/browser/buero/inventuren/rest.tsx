import type { Answer } from "../../ui/api/call.ts"
import { Button } from "../../ui/parts/button.tsx"
import { among } from "../../ui/state/address.ts"
import { useParam } from "../../ui/state/url.ts"
import { Differences } from "./differences.tsx"
import { Link } from "react-aria-components"
import { messageOf } from "../../ui/api/fault.ts"
import { useGet } from "../../ui/state/query.ts"
import { pieces, plural } from "../../ui/values/format.ts"

export type Preview = Answer<"get", "/api/inventuren/{id}/abschluss">

/** Time in ms between two questions for what others have counted; one's own lines are read again at once. */
const SOMETIMES = 60_000

/** Begins the line of an article. */
type Begin = (artikel: Preview["ungezaehlt"][number]) => void

/** Names what is still to be counted, and what should be counted again. */
export function Rest({ id, begin }: { id: string; begin: Begin }) {
  const [shown, show] = useParam("abweichung", among([{ id: "ja" }]))
  const { data, error } = useGet(
    "/api/inventuren/{id}/abschluss",
    { path: { id }, query: { abweichung: shown === "ja" || undefined } },
    { watch: () => SOMETIMES },
  )
  return (
    <section aria-labelledby="rest">
      <h2 id="rest">Noch zu zählen</h2>
      {error && !data && <p role="alert">{messageOf(error)}</p>}
      {data && (
        <Remaining preview={data} begin={begin} shown={shown === "ja"} show={(on) => show(on ? "ja" : "")} />
      )}
    </section>
  )
}

type RemainingProps = { preview: Preview; begin: Begin; shown: boolean; show: (on: boolean) => void }

function Remaining({ preview, begin, shown, show }: RemainingProps) {
  const { ungezaehlt, abweichend, geraete_fehlen } = preview
  if (ungezaehlt.length + abweichend.length + geraete_fehlen === 0)
    return <p className="muted">Nichts: Was einen Bestand hat, ist gezählt, und nichts weicht ab.</p>
  return (
    <>
      {ungezaehlt.length > 0 && <Named label="Noch nicht gezählt" things={ungezaehlt} begin={begin} />}
      {geraete_fehlen > 0 && <Absent preview={preview} />}
      {abweichend.length > 0 && (
        <>
          {shown ? (
            <Differences abweichend={abweichend} />
          ) : (
            <Named label="Bisher anders als erwartet" things={abweichend} begin={begin} />
          )}
          <p className="muted">
            Weiter oder noch einmal zählen. Wer noch zählt, weiß besser nicht, wie viel erwartet ist.
          </p>
          <p className="buttons">
            <Button look="quiet" onPress={() => show(!shown)}>
              {shown ? "Nicht mehr zeigen, um wie viel" : "Zeigen, um wie viel"}
            </Button>
          </p>
        </>
      )}
    </>
  )
}

/** Devices that are still to be found, with links. */
function Absent({ preview: { geraete_fehlen, fehlende_geraete } }: { preview: Preview }) {
  const more = geraete_fehlen - fehlende_geraete.length
  return (
    <details>
      <summary>
        {plural(geraete_fehlen, "Gerät ist noch nicht gefunden", "Geräte sind noch nicht gefunden")}
      </summary>
      <ul>
        {fehlende_geraete.map(({ id, nummer, bezeichnung }) => (
          <li key={id}>
            <Link href={`/geraete/${id}`}>{nummer}</Link> {bezeichnung}
          </li>
        ))}
        {more > 0 && <li>{`und ${pieces(more)} weitere`}</li>}
      </ul>
    </details>
  )
}

/** Things named in full; the others are counted. */
const NAMED = 12

type NamedProps = { label: string; things: Preview["ungezaehlt"]; begin?: Begin }

/** @param begin makes each name a button that begins to count it */
export function Named({ label, things, begin }: NamedProps) {
  const more = things.length - NAMED
  const named = things.slice(0, NAMED)
  const rest = more > 0 ? `und ${pieces(more)} weitere` : ""
  const head = <strong>{`${label} (${pieces(things.length)}):`}</strong>
  if (!begin)
    return (
      <p>
        {head} {[...named.map(({ bezeichnung }) => bezeichnung), rest].filter(Boolean).join(" · ")}
      </p>
    )
  return (
    <>
      <p>{head}</p>
      <p className="buttons">
        {named.map((one) => (
          <Button key={one.id} onPress={() => begin(one)}>
            {one.bezeichnung}
          </Button>
        ))}
        {rest && <span className="muted">{rest}</span>}
      </p>
    </>
  )
}
