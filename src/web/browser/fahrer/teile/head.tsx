import { LinkButton } from "./button.tsx"
import { Unsent } from "./unsent.tsx"

/** Above a screen: the way back, how much is not sent yet unless the screen itself says so, and where one is. */
export const Head = ({ title, isOutbox = false }: { title: string; isOutbox?: boolean }) => (
  <header className="oben">
    <LinkButton kind="leise" label="‹ Mein Tag" href="/" />
    {!isOutbox && <Unsent />}
    <h1>{title}</h1>
  </header>
)
