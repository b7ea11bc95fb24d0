import { useState } from "react"
import { mailserverfelder } from "../../../../lib/felder/mailserver.ts"
import { type Answer, call } from "../../ui/api/call.ts"
import { AskButton } from "../../ui/dialogs/dialog.tsx"
import { useAction } from "../../ui/dialogs/use-action.ts"
import { Choice, CountField, TextField } from "../../ui/fields/field.tsx"
import { FormPanel } from "../../ui/forms/edit-panel.tsx"
import { formOf, labelled, optionsOf } from "../../ui/forms/form-of.ts"
import { useForm } from "../../ui/forms/form.tsx"
import { useSecret } from "../../ui/forms/use-secret.ts"
import { Button } from "../../ui/parts/button.tsx"
import { toast } from "../../ui/parts/toast.tsx"

type VersandSettings = Answer<"get", "/api/versand">

const declared = formOf(mailserverfelder)
const SAVED_OFF = "Gespeichert. Der Versand ist noch ausgeschaltet: unter „Bearbeiten“ einschalten"
const sicherheiten = optionsOf(mailserverfelder.sicherheit.words)

type Props = {
  versand: VersandSettings
  /** Called when another one is stored. */
  stored: () => void
}

/** The company's own mail server: entered, changed, and removed. */
export function Mailserver({ versand: { mailserver, lage }, stored }: Props) {
  const [edits, setEdits] = useState(false)
  const { busy, run } = useAction()
  return (
    <>
      <Button onPress={() => setEdits(true)}>Eigener Mailserver …</Button>
      {mailserver && (
        <AskButton
          title="Ohne eigenen Mailserver senden?"
          action="Entfernen"
          isPending={busy}
          question="E-Mails gehen dann über den Mailserver des Betreibers hinaus, mit dessen Absender; hat er keinen, geht nichts hinaus. Das Passwort wird gelöscht."
          run={() =>
            run(() => call("delete", "/api/versand/mailserver"), "Der eigene Mailserver ist entfernt")
          }
        >
          Eigenen Mailserver entfernen …
        </AskButton>
      )}
      {edits && (
        <MailserverPanel
          mailserver={mailserver}
          isOff={lage === "aus"}
          stored={stored}
          onClose={() => setEdits(false)}
        />
      )}
    </>
  )
}

type PanelProps = Pick<Props, "stored"> &
  Pick<VersandSettings, "mailserver"> & { isOff: boolean; onClose: () => void }

function MailserverPanel({ mailserver, isOff, stored, onClose }: PanelProps) {
  // Apart from the form's values, so that no draft keeps it.
  const [passwort, setPasswort] = useSecret("")
  const form = useForm({
    draft: "firma/mailserver",
    initial: declared.valuesOf(mailserver ?? {}),
    save: (values) =>
      call("put", "/api/versand/mailserver", {
        body: { ...declared.bodyOf(values), ...(passwort !== "" && { passwort }) },
      }),
    saved: () => {
      setPasswort("")
      stored()
      toast(isOff ? SAVED_OFF : "Gespeichert. „Probe senden …“ zeigt, ob er die E-Mails nimmt")
    },
    leave: onClose,
  })
  const field = labelled(form, declared.labels)
  return (
    <FormPanel title="Eigener Mailserver" form={form} onClose={onClose}>
      <TextField {...field("server")} hint="Etwa smtp.example.de" maxLength={253} isRequired autoFocus />
      <Choice {...field("sicherheit")} options={sicherheiten} />
      <CountField
        {...field("port")}
        max={65_535}
        grouped={false}
        hint="Den nennt der Anbieter; meist 587"
        isRequired
      />
      <TextField {...field("benutzer")} hint="Leer gelassen: ohne Anmeldung" maxLength={200} />
      <TextField
        label="Passwort"
        name="passwort"
        type="password"
        autoComplete="off"
        value={passwort}
        onChange={setPasswort}
        hint={
          mailserver?.passwort_bekannt
            ? "Leer gelassen bleibt das bisherige, solange Server, Port und Benutzer dieselben sind"
            : "Wird versiegelt gespeichert und nie wieder angezeigt"
        }
      />
      <TextField
        {...field("absender")}
        type="email"
        hint="Von dieser Adresse kommen die E-Mails; was nicht ankommt, geht dorthin zurück"
        isRequired
      />
    </FormPanel>
  )
}
