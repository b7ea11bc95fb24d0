import { useState } from "react"
import { versandarten } from "../../../../lib/versandtexte.ts"
import { addressOf, type Answer, call, type Input } from "../api/call.ts"
import { faultBefore, faultsOf, isConflict, messageOf } from "../api/fault.ts"
import { Panel } from "../dialogs/dialog.tsx"
import { TextField, Toggle } from "../fields/field.tsx"
import { FormPanel } from "../forms/edit-panel.tsx"
import { useForm } from "../forms/form.tsx"
import { Button } from "../parts/button.tsx"
import { toast } from "../parts/toast.tsx"
import { showingAnew, useGet } from "../state/query.ts"
import { goToUnreadAround } from "../values/figure.ts"
import { linkInWords, MailWords } from "./mail-words.tsx"

type Nachricht = Answer<"post", "/api/nachrichten">
type Body = Omit<Input<"post", "/api/nachrichten">["body"], "beleg_id">
type Send = (body: Body) => Promise<Nachricht>
type Values = { an: string; nochmals: boolean }

type Words = Answer<"get", "/api/nachrichten/vorschau">
type WordsPath =
  | "/api/nachrichten/vorschau"
  | "/api/abrechnungen/{id}/versand"
  | "/api/lieferungen/{id}/lieferschein/versand"
  | `/api/kunden/{id}/${"kontoauszug" | "saldenbestaetigung" | "erinnerung"}/versand`

type Props<P extends WordsPath> = {
  title: string
  /** Address of the preview of the e-mail. */
  path: P
  input: Input<"get", P>
  send: Send
  isDisabled?: boolean
  /** Whether it was sent before; left out if not known. */
  wasSent?: boolean
}

/** @returns a function that sends a stored document */
export const sendBeleg =
  (beleg_id: string): Send =>
  (body) =>
    call("post", "/api/nachrichten", { body: { beleg_id, ...body } })

/** @returns whether a document may be sent by e-mail */
export const isSent = ({ art, gesperrt, profil }: { art: string; gesperrt: number; profil: string | null }) =>
  (versandarten as readonly string[]).includes(art) && gesperrt === 0 && profil === null

/** Sends a document by e-mail. The button is missing in a company that sends no e-mails. */
export function SendButton<P extends WordsPath>({ isDisabled = false, ...props }: Props<P>) {
  const { title } = props
  const [asks, setAsks] = useState(false)
  const { data } = useGet("/api/versand", {})
  if (!data || data.lage === "aus") return null
  return (
    <>
      <Button
        label={`${title} per E-Mail versenden`}
        isDisabled={isDisabled}
        onPress={({ target }) => goToUnreadAround(target) || setAsks(true)}
      >
        Versenden …
      </Button>
      {asks && <SendPanel {...props} onClose={() => setAsks(false)} />}
    </>
  )
}

/** Shows the form only with the text of the e-mail, as what is sent must be what was seen. */
function SendPanel<P extends WordsPath>(props: Props<P> & { onClose: () => void }) {
  const { title, path, input, onClose } = props
  const { data, error, refetch, isFetching, isFetchedAfterMount } = useGet(path, input)
  // Not with a cached text, which may have changed since.
  if (data && (isFetchedAfterMount || !isFetching))
    return <SendForm {...props} words={data as unknown as Words} />
  return (
    <Panel title={`${title} versenden`} onClose={onClose}>
      {error && !isFetching ? (
        <>
          <p role="alert">Was hinausginge, ließ sich nicht lesen: {messageOf(error)}</p>
          <p className="buttons">
            <Button onPress={() => void refetch()}>Noch einmal versuchen</Button>
          </p>
        </>
      ) : (
        <p role="status" aria-label="Lädt" />
      )}
    </Panel>
  )
}

type FormProps<P extends WordsPath> = Props<P> & { words: Words; onClose: () => void }

function SendForm<P extends WordsPath>({ title, path, input, send, words, ...props }: FormProps<P>) {
  const { wasSent = true, onClose } = props
  const { path: ids, query }: { path?: object; query?: object } = input
  const { an, betreff, text, link, kunde_name } = words
  const form = useForm<Values, Nachricht>({
    // A draft for each document: an address that was typed for one customer must not turn up at another.
    draft: `versand${addressOf(path, ids, query)}`,
    initial: { an: "", nochmals: false },
    save: async ({ an: typed, nochmals }, id) => {
      const adressen = typed.split(/[,;]/).flatMap((one) => one.trim() || [])
      if (adressen.length === 0 && an.length === 0) throw faultBefore("an", "Bitte eine Adresse eintragen")
      const body = {
        id,
        ...(adressen.length > 0 && { an: adressen }),
        ...(nochmals && { nochmals }),
        erwartet: { betreff, text, an },
      }
      return showingAnew(path, () => send(body)).catch((error: unknown) => {
        throw atField(error, adressen)
      })
    },
    saved: ({ empfaenger }) => {
      toast(`Auf dem Weg an ${empfaenger.map(({ adresse }) => adresse).join(", ")}`)
    },
    leave: onClose,
  })
  const hint = an.length > 0 ? `Mehrere mit Komma; leer gelassen: an ${an.join(", ")}` : NOWHERE
  return (
    <FormPanel title={`${title} versenden`} form={form} action="Versenden" onClose={onClose}>
      {kunde_name !== null && (
        <p className="for-whom">
          Für <strong>{kunde_name}</strong>
        </p>
      )}
      <TextField label="An" hint={hint} isRequired={an.length === 0} {...form.field("an")} />
      {(wasSent || form.values.nochmals || isConflict(form.problem)) && (
        <Toggle label={NOCHMALS} {...form.field("nochmals")} />
      )}
      <MailWords label="Was hinausgeht:" betreff={betreff} text={text} link={linkInWords(link)} />
    </FormPanel>
  )
}

/** @returns the fault of single addresses as a fault of the one field that has them all; any other error as it is */
function atField(error: unknown, adressen: readonly string[]): unknown {
  const wrong = faultsOf(error).flatMap(({ path }) => adressen[Number(/^an\[(\d+)\]$/.exec(path)?.[1])] ?? [])
  if (wrong.length === 0) return error
  return faultBefore("an", `Keine E-Mail-Adresse: ${wrong.join(", ")}`)
}

/**
 * The service names the choice like this when it refuses to send again; if that was not known here, the toggle appears
 * then.
 */
const NOCHMALS = "Noch einmal versenden, auch wenn es schon versandt ist"

const NOWHERE = "Mehrere mit Komma. Beim Kunden steht keine E-Mail-Adresse"
