import { useRef, useState } from "react"
import { DropZone, FileTrigger, isFileDropItem } from "react-aria-components"
import { useAccount } from "../../ui/account.tsx"
import { call } from "../../ui/api/call.ts"
import { ApiFault, messageOf } from "../../ui/api/fault.ts"
import { saveFile } from "../../ui/api/file.ts"
import { Button } from "../../ui/button.tsx"
import { Choice } from "../../ui/field.tsx"
import { Icon } from "../../ui/icons.tsx"
import { newId } from "../../ui/ids.ts"
import { refresh } from "../../ui/query.ts"
import { useParam } from "../../ui/url.ts"
import { ColumnHelp } from "./column-help.tsx"
import { type KindId, kinds, templateOf } from "./columns.ts"
import { type Checked, Result } from "./result.tsx"

const options = [
  { id: "kunden", label: "Kunden" },
  { id: "pfandartikel", label: "Artikel (einzelne)" },
] as const

/** A table is first shown as it is understood; taken over is all of it, or nothing. */
export function Import() {
  const mayArticles = useAccount().rolle !== "user"
  const [chosen, setKind] = useParam<KindId>("was", "kunden")
  const kind = mayArticles && chosen === "pfandartikel" ? chosen : "kunden"
  return (
    <section aria-labelledby="import">
      <h2 id="import">Import</h2>
      <p className="muted">
        Aus einer Tabelle, die als CSV gespeichert ist. Zuerst wird gezeigt, was geschähe; übernommen wird
        alles oder nichts, höchstens 5000 Zeilen auf einmal.
      </p>
      <div className="import-what">
        {mayArticles && <Choice label="Was kommt dazu?" value={kind} onChange={setKind} options={options} />}
        <Button icon="transfer" onPress={() => saveFile(templateOf(kind))}>
          Vorlage herunterladen
        </Button>
      </div>
      <Take key={kind} kind={kind} />
      <ColumnHelp kind={kind} />
    </section>
  )
}

/** Chosen anew, a file gets an id of its own; sent again, it does not. */
type Taken = { file: File; id: string }

function Take({ kind }: { kind: KindId }) {
  const [taken, setTaken] = useState<Taken>()
  const [checked, setChecked] = useState<Checked>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const sending = useRef(false)
  const send = async ({ file, id }: Taken, ausfuehren: "ja" | "nein"): Promise<void> => {
    if (sending.current) return
    sending.current = true
    setBusy(true)
    setProblem(undefined)
    const form = new FormData()
    form.append("id", id)
    form.append("ausfuehren", ausfuehren)
    form.append("datei", file)
    try {
      setChecked(await call("post", `/api/${kind}/import`, { form }))
      if (ausfuehren === "ja") await refresh(`/api/${kind}`, "/api/protokoll")
    } catch (error) {
      setProblem(saysOf(error))
    }
    sending.current = false
    setBusy(false)
  }
  const choose = (file: File | undefined): void => {
    if (!file) return
    const next = { file, id: newId() }
    setTaken(next)
    setChecked(undefined)
    void send(next, "nein")
  }
  return (
    <>
      <DropZone
        className="drop"
        aria-label="Tabelle hierher ziehen"
        getDropOperation={() => "copy"}
        onDrop={async ({ items }) => choose(await items.find(isFileDropItem)?.getFile())}
      >
        <p>
          {taken ? (
            <strong>{taken.file.name}</strong>
          ) : (
            `Tabelle der ${kinds[kind].many} hierher ziehen, oder`
          )}
        </p>
        <FileTrigger
          acceptedFileTypes={[".csv", ".txt", "text/csv"]}
          onSelect={(files) => choose(files?.[0])}
        >
          <Button look={taken ? "quiet" : "primary"} icon="log" isPending={busy && !checked}>
            {taken ? "Andere Datei wählen" : "Datei wählen"}
          </Button>
        </FileTrigger>
      </DropZone>
      {problem && (
        <p className="problem" role="alert">
          <Icon name="warning" />
          {problem}
        </p>
      )}
      {busy && !checked && <p role="status">Die Tabelle wird gelesen …</p>}
      {taken && checked && (
        <Result kind={kind} checked={checked} busy={busy} take={() => void send(taken, "ja")} />
      )}
    </>
  )
}

/** What is wrong with the file itself is said of the field `datei`. */
const saysOf = (error: unknown): string =>
  error instanceof ApiFault && error.faults[0]
    ? error.faults.map(({ path, msg }) => `${path === "datei" ? "Die Datei" : path} ${msg}`).join(", ")
    : messageOf(error)
