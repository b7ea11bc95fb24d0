import type { ReactNode } from "react"
import { phone } from "../phone/phone.ts"
import type { Network, State } from "../phone/state.ts"
import { Button } from "./button.tsx"

/** For a telephone on which nobody has logged in yet. */
export const FirstStart = () => (
  <Missing title="Kein Netz">
    Zum ersten Öffnen braucht das Telefon einmal eine Verbindung. Danach geht der ganze Tag auch ohne.
  </Missing>
)

/** While the day has not been read yet. */
export function NoDay({ network }: { network: Network }) {
  if (network !== "nein") return <Missing title="Der Tag wird geholt …" />
  return (
    <Missing title="Der Tag ist noch nicht da">
      Bitte einmal mit Netz öffnen, am besten morgens im Hof. Danach geht alles auch ohne.
    </Missing>
  )
}

/** When somebody else has logged in: their work would count as that of the owner of this day. */
export const OthersDay = ({ state: { konto, stranger } }: { state: State }) => (
  <Missing title={`Hier liegt der Tag von ${konto?.name}`}>
    Angemeldet ist {stranger?.name ?? "jemand anderes"}. Für den eigenen Tag braucht das Telefon einmal Netz.
    An diesem hier arbeitet nur weiter, wer sich als {konto?.name} anmeldet.
  </Missing>
)

/** @param children what the driver can do; with it comes a button to try again */
const Missing = ({ title, children }: { title: string; children?: ReactNode }) => (
  <main className="blatt mitte">
    <h1>{title}</h1>
    {children && (
      <>
        <p>{children}</p>
        <Button kind="haupt" label="Noch einmal versuchen" tap={() => phone.sync(true)} />
      </>
    )}
  </main>
)
