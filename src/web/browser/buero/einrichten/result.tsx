import { Button, ButtonLink } from "../../ui/parts/button.tsx"
import { euro, pieces, plural } from "../../ui/values/format.ts"
import { Icon } from "../../ui/parts/icons.tsx"
import { useHasScreen } from "../../ui/state/screens.tsx"
import { Access } from "./access.tsx"
import { Changes } from "./changes.tsx"
import { Head } from "./head.tsx"
import type { Checked, Words } from "./kinds.ts"

type Props = {
  words: Words
  checked: Checked
  /** Necessary columns that the file has not, or under other headings. */
  missing: string[]
  doing: "looks" | "takes" | undefined
  take: () => void
  save: () => void
}

/** Result of a check or an import: planned changes, faults, or changes made. */
export function Result(props: Props) {
  const { words, checked, missing } = props
  return (
    <div className="stack">
      {checked.ausgefuehrt ? (
        <Done words={words} checked={checked} />
      ) : checked.fehlerzahl > 0 && missing.length > 0 ? (
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

function Done({ words, checked }: Pick<Props, "words" | "checked">) {
  const has = useHasScreen()
  return (
    <>
      <p role="status" className="done">
        <Icon name="check" />
        {`Übernommen: ${counted(words, checked.zeilen)} (${summary(checked)}).`}
      </p>
      {checked.zugaenge.length > 0 && <Access zugaenge={checked.zugaenge} />}
      {has(words.place) && (
        <div>
          <ButtonLink href={words.place}>{`${words.many} ansehen`}</ButtonLink>
        </div>
      )}
    </>
  )
}

/** Every row lacks what no column gives: telling it of each says nothing. */
function Unassigned({ missing }: Pick<Props, "missing">) {
  return (
    <p className="problem" role="alert">
      <Icon name="warning" />
      {`Nichts ist übernommen: Bitte oben sagen, welche Spalte ${missing.map((name) => `„${name}“`).join(" und welche ")} ist. Steht das nicht in der Tabelle, bitte dort ergänzen.`}
    </p>
  )
}

function Faulty({ checked: { fehler, fehlerzahl, zeilen, hinweise }, save }: Props) {
  return (
    <>
      <Hints hinweise={hinweise} />
      <p className="problem" role="alert">
        <Icon name="warning" />
        {`${pieces(fehlerzahl)} Fehler bei ${pieces(zeilen)} gelesenen Zeilen. Nichts ist übernommen: bitte in der Tabelle berichtigen und die Datei noch einmal wählen.`}
      </p>
      <div>
        <Button icon="down" onPress={save}>
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
    </>
  )
}

/** Names of the columns that say which record a row is. */
function headings({ id }: Words): string[] {
  if (id === "anfangsbestaende") return ["Kunde", "Bestand"]
  return [id === "mitarbeiter" ? "E-Mail" : "Nummer", "Name"]
}

/** Findings of the reading, and possible mistakes. */
const Hints = ({ hinweise }: Pick<Checked, "hinweise">) =>
  hinweise.map((one) => (
    <p key={one} className="problem">
      <Icon name="warning" />
      {`${one}.`}
    </p>
  ))

const DOING = { looks: "Wird geprüft …", takes: "Wird übernommen …" }

function Ready({ words, checked, doing, take }: Props) {
  const { neu, geaendert, zeilen, vorschau, aenderungen, pfand_cent } = checked
  if (neu + geaendert === 0)
    return <p role="status">{`Alles ist schon da: ${counted(words, zeilen)}, nichts zu ändern.`}</p>
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
          <Button look="primary" isPending={doing !== undefined} onPress={take}>
            {doing ? DOING[doing] : `${counted(words, neu + geaendert)} übernehmen`}
          </Button>
        </div>
      ) : (
        <p className="problem">
          <Icon name="warning" />
          {`Oben ist noch zu entscheiden: ${plural(checked.doppelte_offen, "Zeile gibt", "Zeilen gibt")} es vielleicht schon.`}
        </p>
      )}
      {aenderungen.length > 0 && <Changes aenderungen={aenderungen} all={geaendert} />}
      <table className="plain-table">
        <caption>
          {zeilen > vorschau.length
            ? `Die ersten ${vorschau.length} von ${pieces(zeilen)} Zeilen`
            : "Wie die Zeilen verstanden werden"}
        </caption>
        <Head columns={[{ text: "Zeile", className: "figures" }, ...headings(words)]} />
        <tbody>
          {vorschau.map(({ zeile, nummer, name, angaben }) => (
            <tr key={zeile}>
              <td className="figures">{zeile}</td>
              <td>{nummer ?? <span className="muted">die nächste freie</span>}</td>
              <td>
                {name}
                {angaben.length > 0 && (
                  <>
                    <br />
                    <span className="muted">{angaben.join(" · ")}</span>
                  </>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
