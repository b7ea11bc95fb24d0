import { useState } from "react"
import { belegartInWords } from "../../../../lib/arten.ts"
import { versandfelder } from "../../../../lib/felder/versand.ts"
import {
  exampleOf,
  fillFields,
  linkworte,
  platzhalter,
  standardtexte,
  versandarten,
  type Versandart,
} from "../../../../lib/versandtexte.ts"
import { type Answer, call } from "../../ui/api/call.ts"
import { AskButton } from "../../ui/dialogs/dialog.tsx"
import { useAction } from "../../ui/dialogs/use-action.ts"
import { Choice, TextField, Toggle } from "../../ui/fields/field.tsx"
import { formOf, labelled, type Values } from "../../ui/forms/form-of.ts"
import type { FormState } from "../../ui/forms/form.tsx"
import { recordAt } from "../../ui/forms/use-edit.ts"
import { Button } from "../../ui/parts/button.tsx"
import { useAccount } from "../../ui/session/account.tsx"
import { MailWords } from "../../ui/records/mail-words.tsx"
import { useGet } from "../../ui/state/query.ts"
import { moment, pieces } from "../../ui/values/format.ts"
import { Mailserver } from "./mailserver.tsx"
import { Probe, type Tried, UNTRIED } from "./probe.tsx"
import { Section } from "./section.tsx"

type VersandSettings = Answer<"get", "/api/versand">

const declared = formOf(versandfelder)

/** The state of sending in words, and what to do about it. */
const lagen: Record<VersandSettings["lage"], [stand: string, todo?: string]> = {
  bereit: ["Eingeschaltet: E-Mails gehen hinaus."],
  aus: [
    "Ausgeschaltet: Es werden keine E-Mails gesendet.",
    "Eingeschaltet wird der Versand unter „Bearbeiten“.",
  ],
  ohne_server: [
    "Eingeschaltet, aber es geht nichts hinaus: Weder der Betreiber noch die Firma hat einen Mailserver eingetragen.",
    "Bitte unter „Eigener Mailserver …“ eintragen.",
  ],
  ohne_passwort: [
    "Eingeschaltet, aber es geht nichts hinaus: Das Passwort des eigenen Mailservers ist hier nicht bekannt.",
    "Bitte unter „Eigener Mailserver …“ noch einmal eintragen.",
  ],
  angehalten: [
    "Angehalten: Diese Daten kamen aus einer Sicherung oder von einem anderen Server. Nichts geht hinaus, bis die Verwaltung es freigibt.",
  ],
}

/** @returns the state in words, with what to do for those who may do it */
function standOf(lage: VersandSettings["lage"], mayChange: boolean): string {
  const [stand, todo] = lagen[lage]
  return [stand, todo && (mayChange ? todo : "Das kann die Verwaltung ändern.")].filter(Boolean).join(" ")
}

const STOERUNG = "E-Mails warten: Der Mailserver nimmt gerade nichts an. Es wird von selbst weiter versucht."

const DOUBTFUL = "Eingeschaltet, aber dieser Mailserver hat noch keine Probe angenommen."

/** Whether the company sends e-mails, from whom they are, and what is written in them. */
export function Versand({ versand: data }: { versand: VersandSettings }) {
  const [tried, setTried] = useState<Tried>()
  const mayChange = useAccount().rolle !== "user"
  const isDoubtful = tried?.takes === false && data.lage === "bereit"
  return (
    <Section
      at="versand"
      about="Papiere gehen nur hinaus, wenn jemand sie versendet, und nur, solange das hier eingeschaltet ist. Ob ein Kunde E-Mails bekommt, steht bei ihm."
      facts={[
        ["Stand", data.stoerung ? STOERUNG : isDoubtful ? DOUBTFUL : standOf(data.lage, mayChange)],
        data.absender !== null && ["Absender", data.absender],
        data.mailserver && ["Eigener Mailserver", `${data.mailserver.server}, Port ${data.mailserver.port}`],
        tried && ["Probe", tried.text],
        data.stoerung && ["Störung", `Seit ${moment(data.stoerung.seit)}: ${data.stoerung.grund}`],
        ["Antworten an", data.antwort_an ?? "die E-Mail der Firma"],
        data.wartend > 0 && ["Warten", pieces(data.wartend)],
      ]}
      edited={{ ...recordAt("/api/versand", data, declared), draft: "firma/versand" }}
      Fields={Fields}
    >
      <AdminActions versand={data} told={setTried} />
    </Section>
  )
}

const kinds = versandarten.map((id) => ({ id, label: belegartInWords[id] }))

function Fields({ form }: { form: FormState<Values<typeof versandfelder>> }) {
  const [art, setArt] = useState<Versandart>("abrechnung")
  const { values } = form
  const field = labelled(form, declared.labels)
  const isInvoice = useGet("/api/tenant", {}).data?.abrechnung_ist === "rechnung"
  const filled = (text: string): string => fillFields(text, exampleOf(art, isInvoice))
  return (
    <>
      <Toggle {...field("sendet")} />
      <TextField {...field("absender_name")} hint="Leer gelassen: der Name der Firma" maxLength={100} />
      <TextField {...field("antwort_an")} type="email" hint="Leer gelassen: die E-Mail der Firma" />
      <Choice label="Texte für" value={art} options={kinds} onChange={setArt} />
      <TextField
        {...field(`betreff_${art}`)}
        label="Betreff"
        hint={`Leer gelassen: „${filled(standardtexte[art].betreff)}“, mit der Nummer oder dem Tag des Papiers`}
        maxLength={200}
      />
      <TextField
        {...field(`text_${art}`)}
        label="Text"
        lines={8}
        maxLength={5000}
        hint={`Ausgefüllt werden ${Object.keys(platzhalter)
          .map((name) => `{${name}}`)
          .join(", ")}`}
      />
      <MailWords
        label="So sieht es aus:"
        betreff={filled(values[`betreff_${art}`] || standardtexte[art].betreff)}
        text={filled(values[`text_${art}`] || standardtexte[art].text)}
        link={linkworte[art] && `Darunter, wenn es Links für Kunden gibt: „${linkworte[art]}“ und der Link.`}
      />
    </>
  )
}

type ActionsProps = {
  versand: VersandSettings
  /** Called with whether the mail server accepted an e-mail. */
  told: (tried: Tried) => void
}

function AdminActions({ versand, told }: ActionsProps) {
  const { lage } = versand
  const { rolle } = useAccount()
  const { busy, run } = useAction()
  const [tests, setTests] = useState(false)
  if (rolle === "user") return null
  return (
    <p className="buttons">
      {lage === "angehalten" && (
        <AskButton
          title="Versand freigeben?"
          action="Freigeben"
          look="primary"
          isPending={busy}
          question="Was noch wartet, kann anderswo schon hinausgegangen sein: Es wird unklar, und jede E-Mail davon wird einzeln noch einmal gesendet oder erledigt. Sendet der andere Server noch, bitte erst dort ausschalten."
          run={() => run(() => call("post", "/api/nachrichten/freigabe"), "Der Versand ist freigegeben")}
        >
          Freigeben …
        </AskButton>
      )}
      {versand.absender !== null && <Button onPress={() => setTests(true)}>Probe senden …</Button>}
      <Mailserver versand={versand} stored={() => told(UNTRIED)} />
      {tests && <Probe versand={versand} told={told} onClose={() => setTests(false)} />}
    </p>
  )
}
