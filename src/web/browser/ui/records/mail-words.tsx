import { useId } from "react"
import { UnbrokenNumbers } from "../parts/unbroken-numbers.tsx"

type Props = {
  label: string
  betreff: string
  text: string
  /** What is said of the link to the document. */ link?: string | undefined
}

/** @param link what stands before it; null where there is none */
export const linkInWords = (link: string | null): string | undefined =>
  link === null ? undefined : `Darunter: „${link}“ und der Link.`

/** Subject and text of an e-mail as they go out. No section: pages have an order for their own. */
export function MailWords({ label, betreff, text, link }: Props) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className="stack">
      <p className="muted" id={id}>
        {label}
      </p>
      <p>
        <strong>
          <UnbrokenNumbers>{betreff}</UnbrokenNumbers>
        </strong>
      </p>
      <p className="note">
        <UnbrokenNumbers>{text}</UnbrokenNumbers>
      </p>
      {link && <p className="muted">{link}</p>}
    </div>
  )
}
