import { Icon } from "./icons.tsx"

/** Beside whatever a company decides with its tax adviser. */
export const TaxAdvice = () => (
  <p className="remark advice">
    <Icon name="warning" />
    <span>
      Bitte <strong>mit dem Steuerberater festlegen</strong>. Pfandwerk rechnet, was hier steht, und prüft
      nicht, ob es für Ihre Firma richtig ist.
    </span>
  </p>
)
