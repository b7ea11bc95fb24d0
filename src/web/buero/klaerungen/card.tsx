import { useState } from "react"
import { Link } from "wouter"
import { call } from "../../ui/api/call.ts"
import { messageOf } from "../../ui/api/fault.ts"
import { Badge } from "../../ui/badge.tsx"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { TextField } from "../../ui/field.tsx"
import { moment } from "../../ui/format.ts"
import { type Item, refresh, useGet } from "../../ui/query.ts"
import { toast } from "../../ui/toast.tsx"

export type Klaerung = Item<"/api/klaerungen">

const tat: Record<Klaerung["art"], string> = {
  start: "ist losgefahren",
  abschluss: "hat zugestellt",
  fehlschlag: "konnte nicht zustellen",
  ungeplant: "hat ungeplant abgeholt",
}

/** One question: what was done, why it was refused, and the two answers to it. */
export function KlaerungCard({ klaerung }: { klaerung: Klaerung }) {
  const { id, art, status, angaben } = klaerung
  const [problem, setProblem] = useState<string>()
  const [asks, setAsks] = useState(false)
  const [busy, setBusy] = useState(false)
  const decide = async (work: Promise<unknown>, said: string): Promise<void> => {
    setBusy(true)
    setProblem(undefined)
    try {
      await work
      setAsks(false)
      toast(said)
      await refresh("/api/klaerungen", "/api/lieferungen", "/api/kunden", "/api/heute")
    } catch (error) {
      setProblem(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  const book = () =>
    decide(call("post", "/api/klaerungen/{id}/buchen", { path: { id }, body: {} }), "Gebucht")
  const discard = (grund: string) =>
    decide(call("post", "/api/klaerungen/{id}/verwerfen", { path: { id }, body: { grund } }), "Verworfen")
  return (
    <li className="klaerung">
      <header>
        <h2>
          {klaerung.fahrer_name ?? "Jemand"} {tat[art]}:{" "}
          <Link href={`/kunden/${klaerung.kunde_id}`}>{klaerung.kunde_name}</Link>
        </h2>
        <span className="muted">{moment(klaerung.erfasst_am)}</span>
      </header>
      <p>
        <Badge tone="warn">Abgelehnt</Badge> {klaerung.ablehnung}
      </p>
      <Done angaben={angaben} />
      {klaerung.lieferung_id && <Pictures lieferung={klaerung.lieferung_id} />}
      {status !== "offen" && (
        <p className="muted">
          {status === "gebucht" ? "Gebucht" : "Verworfen"} von {klaerung.entschieden_von},{" "}
          {moment(klaerung.entschieden_am)}
          {klaerung.entscheidung && `: ${klaerung.entscheidung}`}
        </p>
      )}
      {problem && (
        <p className="bad" role="alert">
          {problem}
        </p>
      )}
      {status === "offen" && (
        <div className="actions">
          <Button onPress={() => setAsks(true)}>Verwerfen</Button>
          {art !== "start" && (
            <Button look="primary" onPress={() => void book()} isPending={busy}>
              {art === "fehlschlag" ? "Als fehlgeschlagen melden" : "Buchen, was der Fahrer angab"}
            </Button>
          )}
        </div>
      )}
      {asks && <Discard close={() => setAsks(false)} busy={busy} discard={(grund) => void discard(grund)} />}
    </li>
  )
}

/** What the driver had entered. */
function Done({ angaben }: { angaben: Klaerung["angaben"] }) {
  return (
    <div className="angaben">
      {angaben.positionen.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">Was</th>
              <th scope="col" className="figures">
                Abgegeben
              </th>
              <th scope="col" className="figures">
                Zurück
              </th>
            </tr>
          </thead>
          <tbody>
            {angaben.positionen.map((position) => (
              <tr key={position.pfandartikel_id ?? position.geraet_id}>
                <td>
                  {position.bezeichnung || position.nummer}
                  {position.zustand === "beschaedigt" &&
                    ` (beschädigt${position.bemerkung ? `: ${position.bemerkung}` : ""})`}
                </td>
                <td className="figures">{position.ist_ausgabe || ""}</td>
                <td className="figures">{position.ist_ruecknahme || ""}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {angaben.grund && <p>Grund: {angaben.grund}</p>}
      {angaben.empfaenger_name && <p>Empfangen von {angaben.empfaenger_name}</p>}
      {angaben.notiz && <p>Notiz: {angaben.notiz}</p>}
      {angaben.unterschrift && <img className="slip" src={angaben.unterschrift} alt="Unterschrift" />}
    </div>
  )
}

function Pictures({ lieferung }: { lieferung: string }) {
  const { data } = useGet("/api/lieferungen/{id}/bilder", { path: { id: lieferung } })
  if (!data || data.items.length === 0) return null
  return (
    <div className="belegbilder">
      {data.items.map(({ id, url, vorschau_url, titel, art }) => (
        <a key={id} href={url} target="_blank" rel="noreferrer">
          <img src={vorschau_url} alt={titel ?? `Bild: ${art}`} height="96" />
        </a>
      ))}
    </div>
  )
}

type DiscardProps = { close: () => void; busy: boolean; discard: (grund: string) => void }

function Discard({ close, busy, discard }: DiscardProps) {
  const [grund, setGrund] = useState("")
  return (
    <Dialog
      title="Verwerfen"
      isOpen
      onClose={close}
      actions={
        <>
          <Button onPress={close}>Abbrechen</Button>
          <Button
            look="bad"
            isDisabled={grund.trim() === ""}
            isPending={busy}
            onPress={() => discard(grund.trim())}
          >
            Verwerfen
          </Button>
        </>
      }
    >
      <p>Gebucht wird dann nichts. Was der Fahrer getan hat, bleibt hier mit dem Grund zu sehen.</p>
      <TextField label="Grund" name="grund" value={grund} onChange={setGrund} isRequired maxLength={500} />
    </Dialog>
  )
}
