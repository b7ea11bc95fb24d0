import type { ReactNode } from "react"
import { WrongAddress } from "../state/address.ts"

/** @returns what <ErrorBoundary> shows of an address that makes no sense; undefined of any other fault */
export const explainWrongAddress = (error: Error): ReactNode =>
  error instanceof WrongAddress ? <WrongAddressPage {...error} /> : undefined

/** For an address with a wrong parameter: offers the screen without it. */
const WrongAddressPage = ({
  parameter,
  value,
  known,
}: Pick<WrongAddress, "parameter" | "value" | "known">) => (
  <div className="empty" role="alert">
    <h1>Diese Adresse ergibt keinen Sinn</h1>
    <p>
      {known
        ? `Bei „${parameter}“ steht „${value.slice(0, LONGEST)}“, und das gibt es nicht. Vielleicht wurde es gelöscht, oder die Adresse hat einen Tippfehler.`
        : `Eine Angabe „${parameter.slice(0, LONGEST)}“ gibt es auf dieser Seite nicht. Vielleicht hat die Adresse einen Tippfehler.`}
    </p>
    <p>
      <a href={window.location.pathname}>Ohne diese Angabe öffnen</a> · <a href="/">Zur Startseite</a>
    </p>
  </div>
)

const LONGEST = 60
