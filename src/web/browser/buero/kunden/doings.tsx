import { Button, ButtonLink } from "../../ui/parts/button.tsx"
import { useNarrow } from "../../ui/state/narrow.ts"
import { useHasScreen } from "../../ui/state/screens.tsx"
import { Actions } from "./actions.tsx"
import type { Kunde } from "./fields.tsx"

type Props = { id: string; kunde: Kunde | undefined; onHandOut: () => void; onEdit: () => void }

/** Actions for a customer, shown before the customer is read, so that nothing below them jumps. */
export function Doings({ id, kunde, onHandOut, onEdit }: Props) {
  const has = useHasScreen()
  const isNarrow = useNarrow()
  const plan = has("/lieferungen/neu") && `/lieferungen/neu?kunde=${id}`
  const takesDevices = kunde?.aktiv !== 0
  const inMenu = [
    ...(plan ? [{ text: "Lieferung planen", icon: "deliveries" as const, href: plan }] : []),
    ...(takesDevices ? [{ text: "Gerät ausgeben", icon: "devices" as const, run: onHandOut }] : []),
    { text: "Bearbeiten", icon: "edit" as const, run: onEdit },
  ]
  return (
    <>
      {has("/buchen") && (
        <ButtonLink href={`/buchen?kunde=${id}`} look="primary" icon="returns">
          Rückgabe buchen
        </ButtonLink>
      )}
      {plan && !isNarrow && (
        <ButtonLink href={plan} icon="deliveries">
          Lieferung planen
        </ButtonLink>
      )}
      {takesDevices && !isNarrow && (
        <Button icon="devices" onPress={onHandOut} isDisabled={!kunde}>
          Gerät ausgeben
        </Button>
      )}
      {!isNarrow && (
        <Button icon="edit" onPress={onEdit} isDisabled={!kunde}>
          Bearbeiten
        </Button>
      )}
      {kunde ? (
        <Actions kunde={kunde} first={isNarrow ? inMenu : []} />
      ) : (
        <Button icon="more" isDisabled>
          Mehr
        </Button>
      )}
    </>
  )
}
