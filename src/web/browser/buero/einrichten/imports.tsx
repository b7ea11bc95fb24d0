import { useState } from "react"
import { type Answer, call } from "../../ui/api/call.ts"
import { JobFailed } from "../../ui/api/fault.ts"
import { useAction } from "../../ui/dialogs/use-action.ts"
import { JOB_WATCH, refresh, useGet } from "../../ui/state/query.ts"
import { moment, pieces, plural } from "../../ui/values/format.ts"
import { LoadMore } from "../../ui/parts/load-more.tsx"
import { Earlier } from "./earlier.tsx"
import type { Words } from "./kinds.ts"
import { isOpen } from "../../../../lib/felder/auftrag.ts"
import { endOf } from "./send.ts"

type Import = Answer<"get", "/api/einrichtung/uebernahmen">["items"][number]
type Undone = Pick<
  Answer<"post", "/api/einrichtung/uebernahmen/{auftrag_id}/ruecknahme">,
  "zurueckgenommen" | "geblieben_zahl"
>

/** An import of more records is taken back by a job: a request would take longer than people wait. */
const MANY = 300

/** Imports that are shown at first, and all that the service tells. */
const [FIRST, ALL] = [50, 1000]

/** Imports of one kind, which can be taken back while nothing followed. */
export function Imports({ words, undone }: { words: Words; undone: () => void }) {
  const isBusy = ({ ruecknahme }: Import): boolean => ruecknahme !== null && isOpen(ruecknahme)
  const [limit, setLimit] = useState(FIRST)
  const { data, isFetching } = useGet(
    "/api/einrichtung/uebernahmen",
    { query: { art: words.id, limit } },
    { watch: (answer) => (answer?.items.some(isBusy) ? JOB_WATCH : false), keep: true },
  )
  const older = {
    hasMore: data?.weitere === true && limit < ALL,
    isLoadingMore: isFetching,
    loadMore: () => setLimit(ALL),
  }
  const { busy, run } = useAction()
  const items = data?.items.filter(({ art }) => art === words.id) ?? []
  const undo = async (id: string): Promise<string> => {
    const { eintraege = 0 } = items.find((one) => one.id === id) ?? {}
    const { zurueckgenommen, geblieben_zahl } = await (eintraege > MANY ? undoByJob(id) : undoNow(id))
    undone()
    const left = geblieben_zahl === 0 ? "" : `; ${stays(geblieben_zahl)}`
    return `Zurückgenommen: ${plural(zurueckgenommen, "Eintrag", "Einträge")}${left}`
  }
  return (
    <>
      <Earlier
        columns={["Wann", "Umfang", "Von"]}
        rows={items.map((one) => ({
          id: one.id,
          cells: [moment(one.beendet_am), size(one), one.erstellt_von_name],
          instead: isBusy(one) && one.ruecknahme ? progress(one.ruecknahme) : undefined,
        }))}
        title="Diese Übernahme zurücknehmen?"
        question="Was sie anlegte, wird gelöscht, was sie änderte, wird wie vorher. Womit seitdem gearbeitet wurde, das bleibt und wird genannt."
        busy={busy}
        undo={(id) =>
          run(
            () => undo(id),
            (said) => said,
          )
        }
      />
      <LoadMore list={older} />
      {items.map((one) => !isBusy(one) && <Left key={one.id} {...one} />)}
    </>
  )
}

const path = (auftrag_id: string) => ({ path: { auftrag_id } })

const undoNow = (id: string): Promise<Undone> =>
  call("post", "/api/einrichtung/uebernahmen/{auftrag_id}/ruecknahme", path(id))

async function undoByJob(id: string): Promise<Undone> {
  const order = "/api/einrichtung/uebernahmen/{auftrag_id}/ruecknahme/auftrag"
  const begun = await call("post", order, { ...path(id), body: {} })
  // The list shows the job's progress.
  await refresh("/api/einrichtung/uebernahmen")
  const { ruecknahme, meldung } = await endOf(begun)
  if (!ruecknahme) throw new JobFailed(meldung ?? "Der Auftrag ist gescheitert.")
  return ruecknahme
}

const progress = ({ erledigt, gesamt }: NonNullable<Import["ruecknahme"]>): string =>
  `Wird zurückgenommen: ${pieces(erledigt)} von ${pieces(gesamt)}`

/** If the service stopped during a request, a part has been taken back. */
const size = ({ eintraege, zurueckgenommen }: Import): string =>
  plural(eintraege, "Eintrag", "Einträge") +
  (zurueckgenommen === 0 ? "" : `, davon ${pieces(zurueckgenommen)} schon zurückgenommen`)

const stays = (count: number): string => plural(count, "Eintrag bleibt", "Einträge bleiben")

/** Records that stayed, with the reason: they can be tried again. */
function Left({ beendet_am, geblieben, geblieben_zahl, ruecknahme }: Import) {
  if (ruecknahme?.status === "gescheitert")
    return <p className="problem">{`Nicht alles ist zurückgenommen: ${ruecknahme.meldung ?? ""}`}</p>
  if (geblieben_zahl === 0) return null
  return (
    <div className="remark" role="status">
      <p>{`Von der Übernahme vom ${moment(beendet_am)} ${geblieben_zahl === 1 ? "blieb ein Eintrag" : `blieben ${pieces(geblieben_zahl)} Einträge`}:`}</p>
      <ul>
        {geblieben.map(({ id, name, grund }) => (
          <li key={id}>{`${name}: ${grund}`}</li>
        ))}
      </ul>
      {geblieben_zahl > geblieben.length && (
        <p>{`… und ${pieces(geblieben_zahl - geblieben.length)} weitere`}</p>
      )}
    </div>
  )
}
