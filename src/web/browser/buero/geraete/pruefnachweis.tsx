import { pruefartInWords } from "../../../../lib/arten.ts"
import { FileTrigger } from "react-aria-components"
import { Badge } from "../../ui/parts/badge.tsx"
import { call } from "../../ui/api/call.ts"
import { useAction } from "../../ui/dialogs/use-action.ts"
import { Button } from "../../ui/parts/button.tsx"
import { FileButton } from "../../ui/parts/file-button.tsx"
import { date } from "../../ui/values/format.ts"
import { PICTURE_TYPES } from "../../ui/values/picture-files.ts"
import { shrinkForOffice } from "../../ui/values/shrink.ts"
import type { EndlessList, Item } from "../../ui/state/list.ts"
import { LoadMore } from "../../ui/parts/load-more.tsx"

type Pruefung = Item<"/api/geraete/{id}/pruefungen">

/** Tests done, the latest first, with their certificates. */
export function Pruefnachweis({ list }: { list: EndlessList<Pruefung> }) {
  if (list.items.length === 0) return null
  return (
    <>
      <h3>Geprüft wurde</h3>
      <ul className="pruefplaene">
        {list.items.map((pruefung) => (
          <Proof key={pruefung.id} pruefung={pruefung} />
        ))}
      </ul>
      <LoadMore list={list} />
    </>
  )
}

function Proof({ pruefung }: { pruefung: Pruefung }) {
  const { id, geraet_id, art, datum, bestanden, bemerkung, dokument, eingetragen_von_name } = pruefung
  const { run } = useAction()
  const what = `${pruefartInWords[art]} vom ${date(datum)}`
  const path = { id: geraet_id, pruefung_id: id }
  const attach = (file: File | undefined): void => {
    if (!file) return
    run(async () => {
      const form = new FormData()
      form.append("dokument", await shrinkForOffice(file))
      return call("put", "/api/geraete/{id}/pruefungen/{pruefung_id}/dokument", { path, form })
    })
  }
  return (
    <li>
      <div>
        <p>
          <time dateTime={datum}>{date(datum)}</time> {pruefartInWords[art]}
        </p>
        <p className="muted">{[eingetragen_von_name, bemerkung].filter(Boolean).join(" · ")}</p>
      </div>
      <span className="pruef-stand">
        {bestanden === 1 ? <Badge tone="good">bestanden</Badge> : <Badge tone="bad">nicht bestanden</Badge>}
      </span>
      <span className="pruef-tun">
        {dokument ? (
          <FileButton
            path="/api/geraete/{id}/pruefungen/{pruefung_id}/dokument"
            input={{ path }}
            look="quiet"
            label={`Zeugnis zu ${what}`}
          >
            Zeugnis
          </FileButton>
        ) : (
          <FileTrigger
            acceptedFileTypes={[...PICTURE_TYPES, "application/pdf"]}
            onSelect={(files) => attach(files?.[0])}
          >
            <Button look="quiet" icon="up" label={`Zeugnis zu ${what} anhängen`}>
              Zeugnis anhängen
            </Button>
          </FileTrigger>
        )}
      </span>
    </li>
  )
}
