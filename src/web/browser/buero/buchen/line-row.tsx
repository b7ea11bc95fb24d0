import { buchungsartInWords, vorzeichen } from "../../../../lib/buchungsart.ts"
import { Button } from "../../ui/parts/button.tsx"
import { count, money } from "../../ui/values/figure.ts"
import { FigureInput } from "../../ui/fields/figure-input.tsx"
import type { Row } from "../../ui/lines/rows.ts"
import { euro, pieces } from "../../ui/values/format.ts"
import type { Position, Part } from "./preview.ts"
import type { Art } from "../../ui/lines/unusual.ts"
import { isCounted, type Line, rowOf } from "./lines.ts"

const ARTEN = ["ruecknahme", "ausgabe"] as const
const ARTEN_OF_ADMIN = [...ARTEN, "korrektur_plus", "korrektur_minus", "anfangsbestand"] as const

const PIECES = count()
const DEPOSIT = money()

type Props = Row<Line> & {
  line: Line
  /** Pieces that the customer has of it. */
  held: number | undefined
  /** The bookings that it becomes, where that is known. */
  booked: Position | undefined
  isAdmin: boolean
}

/** One line: which way, how many, what it is worth. Enter goes on to the next number of pieces. */
export function LineRow({ line, field, held, booked, fault, isAdmin, change, remove, next }: Props) {
  const { bezeichnung, nummer, art, menge, pfand_cent, betrag_cent, isDevice, teile } = line
  const parts = booked?.teile ?? []
  // The deposit that was paid for a returned piece, where that is one amount.
  const own =
    teile.length === 0 && parts.length === 1 && betrag_cent === null ? parts[0]?.betrag_cent : undefined
  const each = own ?? pfand_cent
  const options = isAdmin ? ARTEN_OF_ADMIN : ARTEN
  // A gebinde is no holding of its own: the customer has its parts, which stand in lines of theirs.
  const isEnough = teile.length > 0 && held !== undefined && held > 0
  const inPieces = held === undefined ? "" : isEnough ? `reicht für ${pieces(held)}` : pieces(held)
  return (
    <tr className={isCounted(line) ? "counted" : undefined} data-field={field}>
      <th scope="row">
        <span className="name">{bezeichnung}</span> <span className="muted">{nummer}</span>
        {held !== undefined && (
          <p className="muted narrow">{isEnough ? inPieces : `${inPieces} beim Kunden`}</p>
        )}
        {booked && betrag_cent === null && isOtherwise(line, booked) && (
          <p className="muted">{`Erstattet wird, was bezahlt wurde${teile.length === 0 ? `: ${inWords(parts)}` : ""}`}</p>
        )}
        {fault && (
          <p className="fault" role="alert">
            {fault}
          </p>
        )}
      </th>
      <td className="line-art">
        <select
          aria-label={`Art von ${bezeichnung}${line.again ? `, Zeile ${line.again + 1}` : ""}`}
          value={art}
          onChange={(event) => change({ art: event.target.value as Art })}
        >
          {options.map((id) => (
            <option key={id} value={id}>
              {buchungsartInWords[id]}
            </option>
          ))}
        </select>
      </td>
      <td className="count">
        <FigureInput
          kind={PIECES}
          label={`Stück ${bezeichnung}${line.again ? `, ${options[art as keyof typeof options]}` : ""}`}
          name={`stueck ${rowOf(line)}`}
          data-menge={rowOf(line)}
          isWrong={fault !== undefined}
          placeholder="0"
          readOnly={isDevice}
          value={menge}
          onChange={(counted) => change({ menge: counted })}
          onEnter={() => next("[data-menge]")}
        />
      </td>
      <td className="figures muted held" data-label={isEnough ? "" : "Beim Kunden"}>
        {inPieces}
      </td>
      <td className="figures muted each" data-label="Pfand je Stück">
        {isAdmin && teile.length === 0 ? (
          <FigureInput
            kind={DEPOSIT}
            label={`Pfand je Stück ${bezeichnung}`}
            name={`pfand ${rowOf(line)}`}
            value={betrag_cent ?? each}
            empty={each}
            onChange={(cent) => change({ betrag_cent: cent === each ? null : cent })}
          />
        ) : (
          euro(each)
        )}
      </td>
      <td className="figures sum">{isCounted(line) && (booked ? euro(booked.summe_cent) : "…")}</td>
      <td className="remove">
        <Button look="quiet" icon="close" label={`${bezeichnung} aus der Liste nehmen`} onPress={remove} />
      </td>
    </tr>
  )
}

/** @returns whether returned pieces are worth another deposit than today's */
const isOtherwise = ({ art, pfand_cent }: Line, { summe_cent, menge }: Position): boolean =>
  vorzeichen(art) < 0 && -summe_cent !== menge * pfand_cent

const inWords = (parts: Part[]): string =>
  parts.map(({ menge, betrag_cent }) => `${pieces(menge)} × ${euro(betrag_cent)}`).join(", ")
