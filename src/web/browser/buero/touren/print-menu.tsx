import { readFile, saveFile } from "../../ui/api/file.ts"
import { useAction } from "../../ui/dialogs/use-action.ts"
import { MenuButton } from "../../ui/parts/menu-button.tsx"
import { today } from "../../ui/values/format.ts"
import type { Column } from "./tour.ts"

const papers = [
  { id: "tourenliste", text: "Tourenliste" },
  { id: "ladeliste", text: "Ladeliste" },
  { id: "feierabend", text: "Feierabend-Protokoll" },
] as const
type Paper = (typeof papers)[number]["id"]

/** For every driver the papers of the day, and the board as it is seen. */
export function PrintMenu({ datum, columns }: { datum: string; columns: Column[] }) {
  const { run } = useAction()
  const save = (paper: Paper, fahrer_id: string): void =>
    run(async () =>
      saveFile(
        await readFile(`/api/touren/{datum}/{fahrer_id}/${paper}.pdf`, { path: { datum, fahrer_id } }),
      ),
    )
  // Nothing has come back from a day that is still to come.
  const offered = papers.filter(({ id }) => id !== "feierabend" || datum <= today())
  const drivers = columns.filter(({ id, stopps }) => id !== "" && stopps.length > 0)
  return (
    <MenuButton
      icon="print"
      name="Drucken"
      entries={[
        // Above the drivers: below them it would seem to be the last one's.
        { text: "Diese Tafel", run: () => window.print() },
        ...drivers.flatMap(({ id, name }) =>
          offered.map(({ id: paper, text }) => ({
            text,
            more: "PDF",
            under: { id, title: name },
            run: () => save(paper, id),
          })),
        ),
      ]}
    >
      Drucken
    </MenuButton>
  )
}
