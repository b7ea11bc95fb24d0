import { USED_OTHERWISE } from "../../../../lib/once.ts"
import { ApiFault } from "../api/fault.ts"
import { later } from "../parts/later.tsx"

const Confirm = later(() => import("../dialogs/dialog.tsx").then((part) => part.Confirm))

const WORDS =
  "Das ist schon einmal gespeichert, mit anderen Angaben: aus einem anderen Tab, oder bevor die Verbindung abriss."
/** The message above such a form. */
export const STORED_OTHERWISE = `${WORDS} Bitte erst nachsehen.`

/** @returns whether a record with the draft's id is stored with other values: the draft would be refused for ever */
export const isStoredOtherwise = (error: unknown): boolean =>
  error instanceof ApiFault && error.status === 409 && error.message === USED_OTHERWISE

type Props = { close: () => void; run: () => void }

/** Asks whether to save the input in addition, under a new id. */
export const StoredOtherwise = ({ close, run }: Props) => (
  <Confirm title="Schon gespeichert" action="Zusätzlich speichern" isOpen onClose={close} run={run}>
    <p>{WORDS}</p>
    <p>Was jetzt hier steht, käme noch dazu. Bitte erst nachsehen, was gespeichert ist.</p>
  </Confirm>
)
