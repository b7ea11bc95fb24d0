import { useState } from "react"
import { Button, ButtonLink } from "../../ui/parts/button.tsx"
import { euro, pieces, plural } from "../../ui/values/format.ts"
import { Icon } from "../../ui/parts/icons.tsx"
import { Head } from "../../ui/parts/figure-head.tsx"
import { canEnd, EndRows } from "./end-rows.tsx"
import type { Checked, Words } from "./kinds.ts"
import { type Row, Rows } from "./rows.tsx"

type Props = {
  words: Words
  checked: Checked
  /** Id of the job, if it was one. */
  auftrag: string | undefined
  /** Necessary fields to which no column is assigned. */
  missing: string[]
  doing: "checking" | "importing" | undefined
  runImport: () => void
  save: () => void
}

/** Result of a check or an import: planned changes, faults, or changes made. */
export function Result(props: Props) {
  const { checked, missing } = props
  return (
    <div className="stack">
      {checked.ausgefuehrt ? (
        <Done {...props} />
      ) : missing.length > 0 ? (
        <Unassigned missing={missing} />
      ) : checked.fehlerzahl > 0 ? (
        <Faulty {...props} />
      ) : (
        <Ready {...props} />
      )}
    </div>
  )
}

const counted = ({ one, many }: Words, n: number): string => plural(n, one, many)

/** `3 neu, 1 geändert, 12 unverändert` */
const summary = ({ neu, geaendert, unveraendert, ausgelassen }: Checked): string =>
  [
    neu > 0 && `${pieces(neu)} neu`,
    geaendert > 0 && `${pieces(geaendert)} geändert`,
    unveraendert > 0 && `${pieces(unveraendert)} unverändert`,
    ausgelassen > 0 && `${pieces(ausgelassen)} ausgelassen`,
  ]
    .filter(Boolean)
    .join(", ")

function Done({ words, checked, auftrag }: Props) {
  const [ticked, setTicked] = useState<ReadonlyMap<string, Row>>(new Map())
  const without = (ids: readonly string[]) => new Map([...ticked].filter(([id]) => !ids.includes(id)))
  const tick = (row: Row, on: boolean): void => {
    const id = row.id ?? ""
    setTicked(on ? new Map(ticked).set(id, row) : without([id]))
  }
  return (
    <>
      <p role="status" className="done">
        <Icon name="check" />
        {`Übernommen: ${counted(words, checked.neu + checked.geaendert + checked.unveraendert)} (${summary(checked)}).`}
      </p>
      <Hints hinweise={checked.hinweise} />
      <div>
        <ButtonLink href={words.place}>{`${words.many} ansehen`}</ButtonLink>
      </div>
      {canEnd(words) && (
        <EndRows words={words} rows={[...ticked.values()]} untick={(ids) => setTicked(without(ids))} />
      )}
      <Rows
        words={words}
        checked={checked}
        auftrag={auftrag}
        ticks={canEnd(words) ? { ticked, tick } : undefined}
      />
    </>
  )
}

/** Shown instead of the faults: where a necessary column is missing, every row would have the same one. */
function Unassigned({ missing }: Pick<Props, "missing">) {
  return (
    <p className="problem" role="alert">
      <Icon name="warning" />
      {`Nichts ist übernommen: Bitte oben sagen, welche Spalte ${missing.map((name) => `„${name}“`).join(" und welche ")} ist. Steht das nicht in der Tabelle, bitte dort ergänzen.`}
    </p>
  )
}

/** Stands right below the file, as columns, questions and hints may push the faults themselves far down. */
export const FaultCount = ({ checked: { fehlerzahl, zeilen } }: Pick<Props, "checked">) => (
  <p className="problem" role="alert">
    <Icon name="warning" />
    {`${pieces(fehlerzahl)} Fehler bei ${pieces(zeilen)} gelesenen Zeilen. Nichts ist übernommen: bitte in der Tabelle berichtigen und die Datei noch einmal wählen. Unten steht, was in welcher Zelle nicht stimmt.`}
  </p>
)

function Faulty({ words, checked, auftrag, save }: Props) {
  const { fehler, fehlerzahl, hinweise } = checked
  const good = checked.neu + checked.geaendert + checked.unveraendert
  return (
    <>
      <div>
        <Button icon="download" onPress={save}>
          Tabelle mit den Fehlern herunterladen
        </Button>
      </div>
      <table className="plain-table faults">
        <Head columns={["Zelle", "Spalte", "Was nicht stimmt"]} />
        <tbody>
          {fehler.map(({ zeile, spalte, zelle, msg }) => (
            <tr key={`${zeile} ${spalte} ${msg}`}>
              <td>{zelle ?? `Zeile ${zeile}`}</td>
              <td>{spalte}</td>
              <td>{msg}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {fehlerzahl > fehler.length && (
        <p className="muted">{`… und ${pieces(fehlerzahl - fehler.length)} weitere: sie stehen in der Tabelle mit den Fehlern`}</p>
      )}
      <Hints hinweise={hinweise} />
      {good > 0 && (
        <p>{`Ohne Fehler: ${counted(words, good)}. Übernommen wird erst, wenn keine Zeile mehr einen hat.`}</p>
      )}
      <Rows words={words} checked={checked} auftrag={auftrag} />
    </>
  )
}

const asks = (hint: string): boolean => /\?|\bbitte\b/i.test(hint)

/** Hints that ask for something stand before those that only tell how the table was read. */
function Hints({ hinweise }: Pick<Checked, "hinweise">) {
  if (hinweise.length === 0) return null
  const sorted = hinweise.toSorted((one, other) => Number(asks(other)) - Number(asks(one)))
  return (
    <ul className="remark hints">
      {sorted.map((one) => (
        <li key={one}>{one.endsWith("?") ? one : `${one}.`}</li>
      ))}
    </ul>
  )
}

const DOING = { checking: "Wird geprüft …", importing: "Wird übernommen …" }

function Ready({ words, checked, auftrag, doing, runImport }: Props) {
  const { neu, geaendert, zeilen, pfand_cent } = checked
  if (neu + geaendert === 0)
    return (
      <>
        <p role="status">{`Alles ist schon da: ${counted(words, zeilen)}, nichts zu ändern.`}</p>
        <Hints hinweise={checked.hinweise} />
        <Rows words={words} checked={checked} auftrag={auftrag} />
      </>
    )
  return (
    <>
      <p role="status">
        {`Die Tabelle ist in Ordnung: ${summary(checked)}.${pfand_cent === null ? "" : ` Zusammen ${euro(pfand_cent)} Pfand.`}`}
      </p>
      <Hints hinweise={checked.hinweise} />
      {checked.fragen.length > 0 ? (
        <p className="problem">
          <Icon name="warning" />
          Oben ist noch zu sagen, was in der Datei gemeint ist.
        </p>
      ) : checked.doppelte_offen === 0 ? (
        <div>
          <Button look="primary" isPending={doing !== undefined} onPress={runImport}>
            {doing ? DOING[doing] : `${counted(words, neu + geaendert)} übernehmen`}
          </Button>
        </div>
      ) : (
        <p className="problem">
          <Icon name="warning" />
          {`Oben ist noch zu entscheiden: ${plural(checked.doppelte_offen, "Zeile gibt", "Zeilen gibt")} es vielleicht schon.`}
        </p>
      )}
      <Rows words={words} checked={checked} auftrag={auftrag} />
    </>
  )
}
