import { type ReactNode, useState } from "react"
import { versandarten } from "../../../../lib/versandtexte.ts"
import { type Answer, call, type Input } from "../api/call.ts"
import { messageOf } from "../api/fault.ts"
import { TextField, Toggle } from "../fields/field.tsx"
import { FormPanel } from "../forms/edit-panel.tsx"
import { useForm } from "../forms/form.tsx"
import { Button } from "../parts/button.tsx"
import { toast } from "../parts/toast.tsx"
import { refresh, useGet } from "../state/query.ts"

type Nachricht = Answer<"post", "/api/nachrichten">
type Body = Omit<Input<"post", "/api/nachrichten">["body"], "beleg_id">
type Send = (body: Body) => Promise<Nachricht>
type Values = { an: string; nochmals: boolean }

type Props = {
  title: string
  send: Send
  /** The words that go out with it. */
  words: ReactNode
  isDisabled?: boolean
  /** Where it goes if nothing is entered, where that is known. */
  to?: readonly string[]
  /** Whether it was sent or is to be; may be left out where that is not known. */
  wasSent?: boolean
}

const hintOf = (to: Props["to"]): string => {
  if (!to) return "Mehrere mit Komma; leer gelassen: an die Adressen, die beim Kunden stehen"
  if (to.length === 0) return "Mehrere mit Komma. Beim Kunden steht keine E-Mail-Adresse"
  return `Mehrere mit Komma; leer gelassen: an ${to.join(", ")}`
}

type Words = Answer<"get", "/api/nachrichten/vorschau">
type WordsPath =
  | "/api/nachrichten/vorschau"
  | "/api/abrechnungen/{id}/versand"
  | "/api/lieferungen/{id}/lieferschein/versand"
  | `/api/kunden/{id}/${"kontoauszug" | "saldenbestaetigung" | "erinnerung"}/versand`

/** Subject and text as the service composes them: what is sent is what was seen. */
export function SentWords<P extends WordsPath>({ path, input }: { path: P; input: Input<"get", P> }) {
  const { data, error } = useGet(path, input)
  if (error) return <p role="alert">{messageOf(error)}</p>
  const { betreff, text, link } = (data ?? { betreff: "…", text: "", link: null }) as Words
  return (
    // No section: the panel stands within a page that has an order for its own.
    <div role="group" aria-label="Was hinausgeht">
      <p>
        <strong>{betreff}</strong>
      </p>
      <p className="note">{text}</p>
      {link && <p className="muted">{`Darunter: „${link}“ und der Link.`}</p>}
    </div>
  )
}

/** @returns how a kept document is sent */
export const sendBeleg =
  (beleg_id: string): Send =>
  (body) =>
    call("post", "/api/nachrichten", { body: { beleg_id, ...body } })

/** Whether a document is of a kind that goes out by e-mail. */
export const isSent = ({ art, gesperrt, profil }: { art: string; gesperrt: number; profil: string | null }) =>
  (versandarten as readonly string[]).includes(art) && gesperrt === 0 && profil === null

/** Sends a document by e-mail, beside the button that prints it; not there in a company that sends none. */
export function SendButton({ isDisabled = false, ...props }: Props) {
  const { title } = props
  const [asks, setAsks] = useState(false)
  const { data } = useGet("/api/versand", {})
  if (!data || data.lage === "aus") return null
  return (
    <>
      <Button label={`${title} per E-Mail versenden`} isDisabled={isDisabled} onPress={() => setAsks(true)}>
        Versenden …
      </Button>
      {asks && <SendPanel {...props} onClose={() => setAsks(false)} />}
    </>
  )
}

function SendPanel({ title, send, words, to, wasSent = true, onClose }: Props & { onClose: () => void }) {
  const form = useForm<Values, Nachricht>({
    draft: `versand/${title}`,
    initial: { an: "", nochmals: false },
    save: ({ an, nochmals }, id) => {
      const adressen = an.split(/[,;]/).flatMap((one) => one.trim() || [])
      return send({
        id,
        ...(adressen.length > 0 && { an: adressen }),
        ...(nochmals && { nochmals }),
      })
    },
    saved: ({ empfaenger }) => {
      void refresh("/api/nachrichten", "/api/belege", "/api/abrechnungen")
      toast(`Auf dem Weg an ${empfaenger.map(({ adresse }) => adresse).join(", ")}`)
      onClose()
    },
  })
  return (
    <FormPanel title={`${title} versenden`} form={form} action="Versenden" onClose={onClose}>
      <TextField label="An" hint={hintOf(to)} isRequired={to?.length === 0} {...form.field("an")} />
      {wasSent && <Toggle label="Auch, wenn das schon versandt ist" {...form.field("nochmals")} />}
      {words}
    </FormPanel>
  )
}
