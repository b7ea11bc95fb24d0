import { useState } from "react"
import { call } from "../../ui/api/call.ts"
import { messageOf } from "../../ui/api/fault.ts"
import { Dialog } from "../../ui/dialogs/dialog.tsx"
import { Toggle } from "../../ui/fields/field.tsx"
import { Button } from "../../ui/parts/button.tsx"
import { useGet } from "../../ui/state/query.ts"
import { useAccount } from "../../ui/session/account.tsx"
import { openLine } from "./open-line.ts"
import { Named, type Preview } from "./rest.tsx"
import { pieces, plural } from "../../ui/values/format.ts"

type Props = {
  id: string
  /** It was made on paper, and is only entered. */
  onPaper: boolean
  busy: boolean
  close: () => void
  end: (send: () => Promise<unknown>, said: string) => void
}

/** Asks before a count is closed: names what should be counted again, and asks what to do about what nobody counted. */
export function Closing({ id, onPaper, busy, close, end }: Props) {
  const [rest, setRest] = useState(false)
  const [searched, setSearched] = useState(false)
  const path = { id }
  const { data, error } = useGet("/api/inventuren/{id}/abschluss", { path }, { watch: true })
  // Closing would lose this line, and perhaps set its article to 0.
  const open = openLine(useAccount().id, id)
  const nobodyLooked = data?.geraete_gezaehlt === 0 && !searched
  const body = { rest_ist_null: rest ? 1 : 0, geraete_gesucht: nobodyLooked ? 0 : 1 }
  const finish = (): void =>
    end(
      () => call("post", "/api/inventuren/{id}/abschluss", { path, body }),
      "Die Inventur ist abgeschlossen",
    )
  return (
    <Dialog
      title="Inventur abschließen"
      isOpen
      onClose={close}
      actions={
        <>
          <Button onPress={close}>Weiter zählen</Button>
          <Button look="primary" onPress={finish} isPending={busy} isDisabled={!data || open !== undefined}>
            Abschließen
          </Button>
        </>
      }
    >
      <p>
        {onPaper
          ? "Was gezählt wurde, war damals der Bestand. Was sich seitdem bewegt hat, wird dazugerechnet. Ist alles eingegeben? Danach lässt sich nichts mehr ergänzen."
          : "Was gezählt wurde, ist danach der Bestand. Haben alle Telefone gesendet? Was später kommt, zählt nicht mehr."}
      </p>
      {open && (
        <p className="remark" role="alert">
          {`${open}: Diese Zeile steht noch im Formular. Bitte zuerst zählen oder dort abbrechen.`}
        </p>
      )}
      {error && !data && <p role="alert">{messageOf(error)}</p>}
      {!error && !data && <p role="status">Wird ausgezählt …</p>}
      {data && <Differing vorschau={data} />}
      {data && data.ungezaehlt.length > 0 && (
        <>
          <Named label="Niemand gezählt hat" things={data.ungezaehlt} />
          <Toggle
            label="Nicht gezählte Artikel auf 0 setzen"
            value={rest}
            onChange={setRest}
            name="rest_ist_null"
          />
          <p className="muted">Sonst behalten solche Artikel ihren Bestand.</p>
        </>
      )}
      {data && data.geraete_fehlen > 0 && data.geraete_gezaehlt === 0 && (
        <>
          <p>Geräte hat niemand gezählt.</p>
          <Toggle
            label="Nach Geräten wurde gesucht, und keines ist da"
            value={searched}
            onChange={setSearched}
            name="geraete_gesucht"
          />
          <p className="muted">Sonst gilt keines als nicht gefunden.</p>
        </>
      )}
    </Dialog>
  )
}

/** Names what differs, without how many were expected: somebody may still count it again. */
function Differing({ vorschau }: { vorschau: Preview }) {
  const { artikel_gezaehlt, abweichend, geraete_gezaehlt, geraete_fehlen } = vorschau
  return (
    <>
      <p>
        {`Gezählt: ${pieces(artikel_gezaehlt)} Artikel, ${plural(geraete_gezaehlt, "Gerät", "Geräte")}. `}
        {abweichend.length === 0 &&
          artikel_gezaehlt > 0 &&
          "Nichts davon weicht von dem ab, was erwartet war."}
      </p>
      {abweichend.length > 0 && (
        <>
          <Named label="Anders als erwartet" things={abweichend} />
          <p className="muted">
            Am besten noch einmal zählen. Um wie viel es abweicht, zeigt „Noch zu zählen“ auf Wunsch, und der
            Abschluss.
          </p>
        </>
      )}
      {geraete_gezaehlt > 0 && geraete_fehlen > 0 && (
        <p>
          <strong>{pieces(geraete_fehlen)}</strong> {geraete_fehlen === 1 ? "Gerät gilt" : "Geräte gelten"}{" "}
          dann als nicht gefunden.
        </p>
      )}
    </>
  )
}
