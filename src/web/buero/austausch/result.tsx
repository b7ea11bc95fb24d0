import type { Answer } from "../../ui/api/call.ts"
import { Button, ButtonLink } from "../../ui/button.tsx"
import { pieces } from "../../ui/format.ts"
import { Icon } from "../../ui/icons.tsx"
import { useHasScreen } from "../../ui/screens.tsx"
import { type KindId, kinds } from "./columns.ts"

export type Checked = Answer<"post", "/api/kunden/import">
type Props = { kind: KindId; checked: Checked; busy: boolean; take: () => void }

const MOST = 200

/** What would happen, what is in the way, or what has been done. */
export function Result({ kind, checked, busy, take }: Props) {
  const { ausgefuehrt, fehler, unbekannte_spalten } = checked
  return (
    <div className="result">
      {unbekannte_spalten.length > 0 && !ausgefuehrt && (
        <p className="remark">{`Nicht erkannt und nicht übernommen: ${unbekannte_spalten.join(", ")}`}</p>
      )}
      {ausgefuehrt ? (
        <Done kind={kind} checked={checked} />
      ) : fehler.length > 0 ? (
        <Faulty checked={checked} />
      ) : (
        <Ready kind={kind} checked={checked} busy={busy} take={take} />
      )}
    </div>
  )
}

const counted = (kind: KindId, n: number): string =>
  `${pieces(n)} ${n === 1 ? kinds[kind].one : kinds[kind].many}`

function Done({ kind, checked }: Pick<Props, "kind" | "checked">) {
  const has = useHasScreen()
  const { place, many } = kinds[kind]
  return (
    <>
      <p role="status" className="done">
        <Icon name="check" />
        {`${counted(kind, checked.angelegt)} übernommen.`}
      </p>
      {has(place) && (
        <div>
          <ButtonLink href={place}>{`${many} ansehen`}</ButtonLink>
        </div>
      )}
    </>
  )
}

function Faulty({ checked: { fehler, zeilen } }: Pick<Props, "checked">) {
  const many =
    fehler.length >= MOST
      ? `Mindestens ${MOST} Fehler`
      : fehler.length === 1
        ? "1 Fehler"
        : `${fehler.length} Fehler`
  return (
    <>
      <p className="problem" role="alert">
        <Icon name="warning" />
        {`${many} in ${pieces(zeilen)} Zeilen. Nichts ist übernommen: bitte in der Tabelle berichtigen und die Datei noch einmal wählen.`}
      </p>
      <table className="plain-table faults">
        <thead>
          <tr>
            <th scope="col" className="figures">
              Zeile
            </th>
            <th scope="col">Spalte</th>
            <th scope="col">Was nicht stimmt</th>
          </tr>
        </thead>
        <tbody>
          {fehler.map(({ zeile, spalte, msg }) => (
            <tr key={`${zeile} ${spalte} ${msg}`}>
              <td className="figures">{zeile}</td>
              <td>{spalte}</td>
              <td>{msg}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

function Ready({ kind, checked: { vorschau, zeilen }, busy, take }: Props) {
  return (
    <>
      <p role="status">{`Die Tabelle ist in Ordnung: ${counted(kind, zeilen)}.`}</p>
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col" className="figures">
              Zeile
            </th>
            <th scope="col">Nummer</th>
            <th scope="col">Name</th>
          </tr>
        </thead>
        <tbody>
          {vorschau.map(({ zeile, nummer, name }) => (
            <tr key={zeile}>
              <td className="figures">{zeile}</td>
              <td>{nummer ?? <span className="muted">die nächste freie</span>}</td>
              <td>{name}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {zeilen > vorschau.length && (
        <p className="muted">{`… und ${pieces(zeilen - vorschau.length)} weitere`}</p>
      )}
      <div>
        <Button look="primary" isPending={busy} onPress={take}>
          {busy ? "Wird übernommen …" : `${counted(kind, zeilen)} übernehmen`}
        </Button>
      </div>
    </>
  )
}
