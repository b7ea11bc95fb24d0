import type { Netz } from "../phone/phone.ts"
import { phone } from "../phone/phone.ts"
import { Button } from "./button.tsx"

/** A telephone that nobody has logged in on yet. */
export function FirstStart() {
  return (
    <main className="blatt mitte">
      <h1>Kein Netz</h1>
      <p>
        Zum ersten Öffnen braucht das Telefon einmal eine Verbindung. Danach geht der ganze Tag auch ohne.
      </p>
      <Button kind="haupt" label="Noch einmal versuchen" tap={() => phone.sync(true)} />
    </main>
  )
}

/** Logged in, but the day is not here yet. */
export function NoDay({ netz, again }: { netz: Netz; again: () => void }) {
  const offline = netz === "nein"
  return (
    <main className="blatt mitte">
      <h1>{offline ? "Der Tag ist noch nicht da" : "Der Tag wird geholt …"}</h1>
      {offline && (
        <>
          <p>Bitte einmal mit Netz öffnen, am besten morgens im Hof. Danach geht alles auch ohne.</p>
          <Button kind="haupt" label="Noch einmal versuchen" tap={again} />
        </>
      )}
    </main>
  )
}
