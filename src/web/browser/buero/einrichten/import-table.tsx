import { DropZone, FileTrigger, isFileDropItem } from "react-aria-components"
import { Button } from "../../ui/parts/button.tsx"
import { DateField } from "../../ui/fields/field.tsx"
import { Icon } from "../../ui/parts/icons.tsx"
import { Progress } from "../../ui/parts/progress.tsx"
import { pieces } from "../../ui/values/format.ts"
import { Assign, missingOf } from "./assign.tsx"
import { Duplicates } from "./duplicates.tsx"
import type { Kind, Words } from "./kinds.ts"
import { Questions } from "./questions.tsx"
import { Result, FaultCount } from "./result.tsx"
import type { ImportProgress } from "./send.ts"
import type { ImportState } from "./use-import.ts"

/** Imports one kind of table: choosing the file, assigning its columns, the preview, and storing it. */
export function ImportTable({ words, kind, state }: { words: Words; kind: Kind; state: ImportState }) {
  const { file, stichtag, setDay, checked, problem, doing, progress, choose, assign, runImport, save } = state
  const { answers, decide, reading, read } = state
  const busy = doing !== undefined
  // Missing columns are named only once they cause faults.
  const missing = checked && checked.fehlerzahl > 0 ? missingOf(kind, checked.spalten) : []
  return (
    <>
      {words.dated && (
        <div className="stichtag">
          <DateField
            label="Stichtag"
            hint="Tag, an dem diese Bestände galten. Leer gelassen: heute"
            value={stichtag}
            onChange={setDay}
          />
        </div>
      )}
      <Drop file={file} choose={choose} isPending={busy && !checked} />
      {problem && (
        <p className="problem" role="alert">
          <Icon name="warning" />
          {problem}
        </p>
      )}
      {progress ? (
        <Ongoing {...progress} />
      ) : (
        busy && !checked && <p role="status">Die Tabelle wird gelesen …</p>
      )}
      {checked && (
        <>
          {checked.fehlerzahl > 0 && missing.length === 0 && <FaultCount checked={checked} />}
          {!checked.ausgefuehrt && <Questions checked={checked} reading={reading} read={read} busy={busy} />}
          {!checked.ausgefuehrt && (
            <Assign kind={kind} spalten={checked.spalten} missing={missing} assign={assign} busy={busy} />
          )}
          {!checked.ausgefuehrt && checked.doppelte_zahl > 0 && (
            <Duplicates checked={checked} answers={answers} decide={decide} />
          )}
          <Result
            words={words}
            checked={checked}
            auftrag={state.auftrag}
            missing={missing}
            doing={doing}
            runImport={runImport}
            save={() => void save()}
          />
        </>
      )}
    </>
  )
}

type DropProps = { file: File | undefined; choose: (file: File | undefined) => void; isPending: boolean }

const Drop = ({ file, choose, isPending }: DropProps) => (
  <DropZone
    className="drop"
    aria-label="Tabelle hierher ziehen"
    getDropOperation={() => "copy"}
    onDrop={async ({ items }) => choose(await items.find(isFileDropItem)?.getFile())}
  >
    {file ? (
      <p>
        <strong>{file.name}</strong>
      </p>
    ) : (
      <p>
        Tabelle <span className="by-mouse">hierher ziehen </span>(Excel oder CSV)
        <span className="by-mouse">, oder</span>
      </p>
    )}
    <FileTrigger
      acceptedFileTypes={[".xlsx", ".xlsm", ".ods", ".csv", ".txt", "text/csv"]}
      onSelect={(files) => choose(files?.[0])}
    >
      <Button look={file ? "quiet" : "primary"} icon="log" isPending={isPending}>
        {file ? "Andere Datei wählen" : "Datei wählen"}
      </Button>
    </FileTrigger>
  </DropZone>
)

const phases = {
  lesen: "Die Tabelle wird gelesen …",
  pruefen: "Zeilen sind geprüft",
  schreiben: "Zeilen sind übernommen",
  zuruecknehmen: "Etwas ging nicht: alles wird zurückgenommen …",
} satisfies Record<ImportProgress["phase"], string>

/** Progress of the job of a large table. */
function Ongoing({ phase, erledigt, gesamt }: ImportProgress) {
  const counts = phase === "pruefen" || phase === "schreiben"
  return (
    <Progress label="Fortschritt" counts={counts ? { done: erledigt, of: gesamt } : undefined}>
      {counts ? `${pieces(erledigt)} von ${pieces(gesamt)} ${phases[phase]}` : phases[phase]}
    </Progress>
  )
}
