import { Button } from "../../ui/parts/button.tsx"
import { saveFile } from "../../ui/api/file.ts"
import { Access } from "./access.tsx"
import { Balances } from "./balances.tsx"
import { ColumnHelp } from "./column-help.tsx"
import { Imports } from "./imports.tsx"
import { type Kind, templateOf, type Words } from "./kinds.ts"
import { Take } from "./take.tsx"

type Props = { words: Words; kind: Kind; next: Words | undefined; goOn: () => void }

/** One kind: its table is first shown as it is understood; taken over is all of it, or nothing. */
export function Step({ words, kind, next, goOn }: Props) {
  return (
    <section aria-labelledby="schritt" className="stack">
      <div className="section-head">
        <h2 id="schritt" tabIndex={-1}>
          {words.many}
        </h2>
        <Button icon="download" onPress={() => saveFile(templateOf(kind))}>
          Vorlage herunterladen
        </Button>
      </div>
      <p className="muted">{words.why}</p>
      {words.id === "mitarbeiter" && <Access />}
      <Take words={words} kind={kind} />
      {words.id === "anfangsbestaende" ? <Balances /> : <Imports words={words} />}
      {next && (
        <div>
          <Button icon="right" look="quiet" onPress={goOn}>
            {`Weiter zu: ${next.many}`}
          </Button>
        </div>
      )}
      <ColumnHelp kind={kind} />
    </section>
  )
}
