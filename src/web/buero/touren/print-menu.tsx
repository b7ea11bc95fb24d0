import { Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover } from "react-aria-components"
import { messageOf } from "../../ui/api/fault.ts"
import { readFile, saveFile } from "../../ui/api/file.ts"
import { Button } from "../../ui/button.tsx"
import { toast } from "../../ui/toast.tsx"
import type { Column } from "./tour.ts"

const papers = [
  { id: "tourenliste", label: "Tourenliste" },
  { id: "ladeliste", label: "Ladeliste" },
  { id: "feierabend", label: "Feierabend-Protokoll" },
] as const
type Paper = (typeof papers)[number]["id"]

/** For every driver the papers of the day, and the board as it is seen. */
export function PrintMenu({ datum, columns }: { datum: string; columns: Column[] }) {
  const save = (paper: Paper, fahrer_id: string): void => {
    readFile(`/api/touren/{datum}/{fahrer_id}/${paper}.pdf`, { path: { datum, fahrer_id } }).then(
      saveFile,
      (error: unknown) => toast(messageOf(error), { bad: true }),
    )
  }
  return (
    <MenuTrigger>
      <Button icon="print">Drucken</Button>
      <Popover className="popover" placement="bottom end">
        <Menu className="options" aria-label="Drucken">
          {columns
            .filter((column) => column.id !== "" && column.stopps.length > 0)
            .map(({ id: fahrer_id, name }) => (
              <MenuSection key={fahrer_id}>
                <Header className="muted option-head cut">{name}</Header>
                {papers.map(({ id, label }) => (
                  <MenuItem
                    key={id}
                    id={`${id} ${fahrer_id}`}
                    textValue={`${label} ${name}`}
                    aria-label={`${label} ${name} (PDF)`}
                    onAction={() => save(id, fahrer_id)}
                  >
                    {label}
                    <span className="muted more">PDF</span>
                  </MenuItem>
                ))}
              </MenuSection>
            ))}
          <MenuItem onAction={() => window.print()}>Diese Tafel</MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}
