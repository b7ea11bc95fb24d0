import { Button, ButtonLink } from "../../ui/parts/button.tsx"
import { useHasScreen } from "../../ui/state/screens.tsx"
import { Actions } from "./actions.tsx"
import type { Kunde } from "./fields.tsx"

type Props = { id: string; kunde: Kunde | undefined; onHandOut: () => void; onEdit: () => void }

/** Actions for a customer, shown before the customer is read, so that nothing below them jumps. */
export function Doings({ id, kunde, onHandOut, onEdit }: Props) {
  const has = useHasScreen()
  return (
    <>
      {has("/buchen") && (
        <ButtonLink href={`/buchen?kunde=${id}`} look="primary" icon="returns">
          Rückgabe buchen
        </ButtonLink>
      )}
      {has("/lieferungen/neu") && (
        <ButtonLink href={`/lieferungen/neu?kunde=${id}`} icon="deliveries">
          Lieferung planen
        </ButtonLink>
      )}
      {kunde?.aktiv !== 0 && (
        <Button icon="devices" onPress={onHandOut} isDisabled={!kunde}>
          Gerät ausgeben
        </Button>
      )}
      <Button icon="edit" onPress={onEdit} isDisabled={!kunde}>
        Bearbeiten
      </Button>
      {kunde ? (
        <Actions kunde={kunde} />
      ) : (
        <Button icon="more" isDisabled>
          Mehr
        </Button>
      )}
    </>
  )
}
