import { Link } from "react-aria-components"
import { Badge } from "../../ui/parts/badge.tsx"
import { bothWaysInWords, withoutGoods } from "../../ui/values/contents.ts"
import { dateInWords, span } from "../../ui/values/format.ts"
import type { Entry, Ticked } from "./ticked.ts"

type Props = Ticked & { datum: string; entries: Entry[] }

/** What is proposed for one day, each with its box; the box of the day ticks all of them, or none. */
export function ProposedDay({ datum, entries, isTicked, tick }: Props) {
  const count = entries.filter(isTicked).length
  const words = dateInWords(datum)
  const all = (box: HTMLInputElement | null): void => {
    if (box) box.indeterminate = count > 0 && count < entries.length
  }
  return (
    <fieldset>
      <legend>
        <label>
          <input
            type="checkbox"
            ref={all}
            checked={count === entries.length}
            onChange={({ target }) => tick(entries, target.checked)}
            aria-label={`Alle am ${words}`}
          />
          {words}{" "}
          <span className="muted">
            {count} von {entries.length}
          </span>
        </label>
      </legend>
      <ul>
        {entries.map((entry) => (
          <Row
            key={entry.liefertag_id}
            entry={entry}
            ticked={isTicked(entry)}
            set={(on) => tick([entry], on)}
          />
        ))}
      </ul>
    </fieldset>
  )
}

type RowProps = { entry: Entry; ticked: boolean; set: (on: boolean) => void }

function Row({ entry, ticked, set }: RowProps) {
  const { kunde_id, kunde_name, ort, fahrer_name, zeit_von, zeit_bis, hinweis, bedenken } = entry
  const goes = [bothWaysInWords(entry) || withoutGoods(entry), hinweis].filter(Boolean).join(" · ")
  return (
    <li>
      <input
        type="checkbox"
        checked={ticked}
        onChange={({ target }) => set(target.checked)}
        aria-label={kunde_name}
      />
      <span className="proposed-kunde">
        <Link href={`/kunden/${kunde_id}`}>{kunde_name}</Link> <span className="muted">{ort}</span>
      </span>
      <span className="muted">
        {[fahrer_name ?? "Ohne Fahrer", span(zeit_von, zeit_bis)].filter(Boolean).join(" · ")}
      </span>
      <span className="cut" title={goes}>
        {goes}
      </span>
      <span className="doubts">
        {bedenken.map((one) => (
          <Badge key={one} tone="warn">
            {one}
          </Badge>
        ))}
      </span>
    </li>
  )
}
