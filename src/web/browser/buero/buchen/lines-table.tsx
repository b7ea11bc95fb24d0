import { buchungsartInWords, vorzeichen } from "../../../../lib/buchungsart.ts"
import type { Faulty } from "../../ui/fields/faults.tsx"
import { FigureInput } from "../../ui/fields/figure-input.tsx"
import { type EntryColumn, EntryLines } from "../../ui/lines/entry-lines.tsx"
import { type LinesFocus, useRows } from "../../ui/lines/rows.ts"
import { useDepositTax } from "../../ui/records/deposit-tax.ts"
import { type Art, heldOf, type Konto } from "../../ui/lines/unusual.ts"
import { count, money } from "../../ui/values/figure.ts"
import { euro, pieces } from "../../ui/values/format.ts"
import { isCorrection, isCounted, isOpenDeposit, type BookingLine, rowOf } from "./lines.ts"
import type { Part, Position, Preview } from "./preview.ts"

const ARTEN = ["ruecknahme", "ausgabe"] as const
const ARTEN_OF_ADMIN = [...ARTEN, "korrektur_plus", "korrektur_minus", "anfangsbestand"] as const

const PIECES = count()
const DEPOSIT = money()

type Props = {
  focus: LinesFocus
  lines: BookingLine[]
  konto: Konto | undefined
  preview: Preview
  faults: Faulty
  isAdmin: boolean
  set: (lines: BookingLine[]) => void
}

/** The lines of a booking. */
export function BookingLines({ focus, lines, konto, preview, faults, isAdmin, set }: Props) {
  const bookedOf = (line: BookingLine): Position | undefined => preview.rows.get(rowOf(line))
  const tax = useDepositTax(true)
  return (
    <EntryLines
      className={`booking-lines${preview.isOld ? " old" : ""}`}
      focus={focus}
      rows={useRows({ focus, lines, faults, rowOf, isSent: isCounted, set })}
      columns={columnsOf(konto, bookedOf, isAdmin)}
      rowOf={rowOf}
      isCounted={isCounted}
      renderNotes={({ line }) => (
        <>
          {heldOf(line, konto) !== undefined && (
            <p className="muted narrow">
              {isEnough(line, konto) ? heldInWords(line, konto) : `${heldInWords(line, konto)} beim Kunden`}
            </p>
          )}
          {isElsewhere(line, konto) && (
            <p className="remark">{`Das Gerät ist ${line.place}, nicht bei diesem Kunden.`}</p>
          )}
          {line.betrag_cent !== null && !line.isDevice && tax && (
            <p className="muted">{line.isUntaxed ? "Eigener Betrag" : `Eigener Betrag. ${tax}`}</p>
          )}
          <Refund line={line} booked={bookedOf(line)} />
        </>
      )}
    />
  )
}

/**
 * @returns whether a device is to be returned by a customer who does not have it, which the service refuses, or its deposit
 *   is corrected there where none is open: the number may be mistyped
 */
const isElsewhere = (line: BookingLine, konto: Konto | undefined): boolean =>
  line.place !== undefined &&
  (line.art === "ruecknahme" || isCorrection(line)) &&
  heldOf(line, konto) === 0 &&
  !isOpenDeposit(line, konto)

/** Kind, pieces and worth of a line. Enter moves to the pieces of the next line. */
function columnsOf(
  konto: Konto | undefined,
  bookedOf: (line: BookingLine) => Position | undefined,
  isAdmin: boolean,
): EntryColumn<BookingLine>[] {
  const options = isAdmin ? ARTEN_OF_ADMIN : ARTEN
  return [
    {
      label: "Art",
      head: "line-art",
      className: "line-art",
      renderCell: ({ line: { bezeichnung, again, art }, change }) => (
        <select
          aria-label={`Art von ${bezeichnung}${again ? `, Zeile ${again + 1}` : ""}`}
          value={art}
          onChange={(event) => change({ art: event.target.value as Art })}
        >
          {options.map((id) => (
            <option key={id} value={id}>
              {buchungsartInWords[id]}
            </option>
          ))}
        </select>
      ),
    },
    {
      label: "Stück",
      head: "figures count",
      className: "count",
      renderCell: ({ line, fault, change, next }) => (
        <FigureInput
          kind={PIECES}
          label={`Stück ${line.bezeichnung}${line.again ? `, ${buchungsartInWords[line.art]}` : ""}`}
          name={`stueck ${rowOf(line)}`}
          data-menge={rowOf(line)}
          isWrong={fault !== undefined}
          placeholder="0"
          readOnly={line.isDevice}
          value={line.menge}
          onChange={(counted) => change({ menge: counted })}
          onEnter={() => next("[data-menge]")}
        />
      ),
    },
    {
      label: "Beim Kunden",
      head: "figures held",
      className: "figures muted held",
      labelOf: ({ line }) => (isEnough(line, konto) ? "" : "Beim Kunden"),
      renderCell: ({ line }) => heldInWords(line, konto),
    },
    {
      label: "Pfand je Stück",
      head: "figures each",
      className: "figures muted each",
      labelOf: () => "Pfand je Stück",
      renderCell: ({ line, change }) => {
        const each = eachOf(line, konto, bookedOf(line))
        const shown = each === null ? "verschieden" : euro(each)
        if (!isAdmin || line.teile.length > 0) return shown
        const isRefund = !line.isDevice && vorzeichen(line.art) < 0
        // What was paid is not known while another amount stands there: whatever is typed then is meant.
        const usual = isRefund && line.betrag_cent !== null ? null : each
        return (
          <FigureInput
            kind={DEPOSIT}
            label={`Pfand je Stück ${line.bezeichnung}`}
            name={`pfand ${rowOf(line)}`}
            data-own={line.betrag_cent === null ? undefined : ""}
            placeholder={shown}
            value={line.betrag_cent ?? each}
            empty={usual}
            onChange={(cent) => change({ betrag_cent: cent === usual ? null : cent })}
          />
        )
      },
    },
    {
      label: "Betrag",
      head: "figures sum",
      className: "figures sum",
      renderCell: ({ line }) => {
        const booked = bookedOf(line)
        return isCounted(line) && (booked ? euro(booked.summe_cent) : "…")
      },
    },
  ]
}

/** @returns whether it is a Gebinde of which the customer has the parts: a Gebinde itself is never held */
const isEnough = (line: BookingLine, konto: Konto | undefined): boolean =>
  line.teile.length > 0 && (heldOf(line, konto) ?? 0) > 0

function heldInWords(line: BookingLine, konto: Konto | undefined): string {
  const held = heldOf(line, konto)
  if (held === undefined) return ""
  return isEnough(line, konto) ? `Teile für ${pieces(held)}` : pieces(held)
}

/**
 * @returns the deposit of a piece in cents: what was paid for it; null where that is not the same for all pieces. Today's,
 *   until it is known. Of a device, no more comes back than is open
 */
function eachOf(line: BookingLine, konto: Konto | undefined, booked: Position | undefined): number | null {
  const { id, isDevice, teile, art, betrag_cent, pfand_cent } = line
  const isOther = teile.length > 0 || betrag_cent !== null
  const [paid, ...others] = new Set(isOther ? [] : booked?.teile.map((part) => part.betrag_cent))
  if (others.length > 0) return null
  const open = konto?.geraete.find(({ geraet_id }) => geraet_id === id)?.wert_cent
  const usual = konto && isDevice && vorzeichen(art) < 0 ? (open ?? 0) : pfand_cent
  return paid ?? usual
}

/** Says so if returned pieces are worth another deposit than today's. */
function Refund({ line, booked }: { line: BookingLine; booked: Position | undefined }) {
  const { art, pfand_cent, betrag_cent, teile } = line
  const isRefund = booked && betrag_cent === null && vorzeichen(art) < 0
  if (!isRefund || -booked.summe_cent === booked.menge * pfand_cent) return null
  return (
    <p className="muted">{`Erstattet wird, was bezahlt wurde${teile.length === 0 ? `: ${inWords(booked.teile)}` : ""}`}</p>
  )
}

const inWords = (parts: Part[]): string =>
  parts.map(({ menge, betrag_cent }) => `${pieces(menge)} × ${euro(betrag_cent)}`).join(", ")
