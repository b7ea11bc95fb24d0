import { useId } from "react"

type Props = {
  label: string
  betreff: string
  text: string
  /** What is said of the link to the document. */ link?: string | undefined
}

/** Subject and text of an e-mail as they go out. No section: pages have an order for their own. */
export function MailWords({ label, betreff, text, link }: Props) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className="stack">
      <p className="muted" id={id}>
        {label}
      </p>
      <p>
        <strong>{betreff}</strong>
      </p>
      <p className="note">{text}</p>
      {link && <p className="muted">{link}</p>}
    </div>
  )
}
