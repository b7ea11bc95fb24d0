/** Planned number, large; the usual one, small beside it. */
export function Planned({
  soll,
  word = "geplant",
  more,
}: {
  soll: number
  word?: string
  more?: string[] | undefined
}) {
  return (
    <>
      {soll > 0 && (
        <span className="soll">
          {word} <b>{soll}</b>
        </span>
      )}
      {more && more.length > 0 && <span className="muted">{more.join(" · ")}</span>}
    </>
  )
}
