import SignaturePad from "signature_pad"
import { useEffect, useRef, useState } from "react"
import { Button } from "../parts/button.tsx"
import { Sheet } from "../parts/sheet.tsx"

/** Longest signature that the service takes, as text. */
const MOST = 48_000
/** Pixels of the picture, whatever the screen has: legible on paper, a few kilobytes. */
const WIDTH = 600
const HEIGHT = 260

/** The library draws where the finger is on the screen, whose points are not those of the picture. */
function fitInk(paper: HTMLCanvasElement): void {
  const { width, height } = paper.getBoundingClientRect()
  if (width > 0) paper.getContext("2d")?.setTransform(WIDTH / width, 0, 0, HEIGHT / height, 0, 0)
}

type Props = { close: () => void; signed: (png: string) => void }

export function Signature({ close, signed }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<SignaturePad>(undefined)
  const [problem, setProblem] = useState("")
  useEffect(() => {
    const paper = canvas.current
    if (!paper) return
    pad.current = new SignaturePad(paper, { minWidth: 1, maxWidth: 2.5, penColor: "#14110c" })
    const fit = (): void => fitInk(paper)
    fit()
    window.addEventListener("resize", fit)
    return () => {
      window.removeEventListener("resize", fit)
      pad.current?.off()
    }
  }, [])
  const take = (): void => {
    const png = pad.current?.isEmpty() ? "" : (pad.current?.toDataURL("image/png") ?? "")
    if (png === "") setProblem("Bitte erst unterschreiben.")
    else if (png.length > MOST)
      setProblem("Das ist zu viel für eine Unterschrift: bitte noch einmal, kürzer.")
    else signed(png)
  }
  return (
    <Sheet title="Bitte hier unterschreiben" close={close}>
      <canvas
        ref={canvas}
        className="papier"
        width={WIDTH}
        height={HEIGHT}
        aria-label="Fläche für die Unterschrift"
      />
      {problem && (
        <p className="bad" role="alert">
          {problem}
        </p>
      )}
      <div className="reihe">
        <Button label="Noch einmal" tap={() => pad.current?.clear()} />
        <Button kind="haupt" label="Übernehmen" tap={take} />
      </div>
    </Sheet>
  )
}
