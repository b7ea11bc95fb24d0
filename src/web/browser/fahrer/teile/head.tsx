import { Link } from "wouter"
import { Unsent } from "./unsent.tsx"

/** Above a screen: the way back, how much is not sent yet, and where one is. */
export const Head = ({ title }: { title: string }) => (
  <header className="oben">
    <Link className="taste leise" href="/">
      ‹ Mein Tag
    </Link>
    <Unsent />
    <h1>{title}</h1>
  </header>
)
