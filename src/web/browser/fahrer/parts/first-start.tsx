import type { ReactNode } from "react"
import { phone } from "../phone/phone.ts"
import type { Network, State } from "../phone/state.ts"
import { Button } from "./button.tsx"

/** A telephone that nobody has logged in on yet. */
export const FirstStart = () => (
  <Missing title="Kein Netz">
    Zum ersten Öffnen braucht das Telefon einmal eine Verbindung. Danach geht der ganze Tag auch ohne.
  </Missing>
)

/** Logged in, but the day is not here yet. */
export function NoDay({ network }: { network: Network }) {
  if (network !== "nein") return <Missing title="Der Tag wird geholt …" />
  return (
    <Missing title="Der Tag ist noch nicht da">
      Bitte einmal mit Netz öffnen, am besten morgens im Hof. Danach geht alles auch ohne.
    </Missing>
  )
}

/** Somebody else has logged in: what they did here would be taken for the work of whose day it is. */
export const OthersDay = ({ state: { konto, stranger } }: { state: State }) => (
  <Missing title={`Hier liegt der Tag von ${konto?.name}`}>
    Angemeldet ist {stranger?.name ?? "jemand anderes"}. Für den eigenen Tag braucht das Telefon einmal Netz.
    An diesem hier arbeitet nur weiter, wer sich als {konto?.name} anmeldet.
  </Missing>
)

/** @param children what the driver can do about it, and try again */
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
