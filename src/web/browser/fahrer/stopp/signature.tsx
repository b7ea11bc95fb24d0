import SignaturePad from "signature_pad"
import { useEffect, useRef, useState } from "react"
import { Button } from "../parts/button.tsx"
import { Sheet } from "../parts/sheet.tsx"

/** Longest data URL of a signature that the service accepts. */
const MOST = 48_000
/** Size of the picture in pixels, on any screen: legible on paper, and only a few kilobytes. */
const WIDTH = 600
const HEIGHT = 260

/** Scales the drawing, as the library gets points of the screen, and the picture has others. */
function fitInk(paper: HTMLCanvasElement): void {
  const { width, height } = paper.getBoundingClientRect()
  if (width > 0) paper.getContext("2d")?.setTransform(WIDTH / width, 0, 0, HEIGHT / height, 0, 0)
}

/** Sizes to try, from the full one down: a long signature is still legible at a third. */
const SCALES = [1, 0.75, 0.55, 0.4, 0.3]

/**
 * @returns the signature as the largest picture that the service accepts; undefined if even the smallest is too large
 */
function pictureOf(paper: HTMLCanvasElement): string | undefined {
  for (const scale of SCALES) {
    const smaller = document.createElement("canvas")
    smaller.width = Math.round(WIDTH * scale)
    smaller.height = Math.round(HEIGHT * scale)
    smaller.getContext("2d")?.drawImage(paper, 0, 0, smaller.width, smaller.height)
    const png = smaller.toDataURL("image/png")
    if (png.length <= MOST) return png
  }
  return undefined
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
    if (!canvas.current || pad.current?.isEmpty() !== false) return setProblem("Bitte erst unterschreiben.")
    const png = pictureOf(canvas.current)
    if (png === undefined) setProblem("Das ist zu viel für eine Unterschrift: bitte noch einmal, kürzer.")
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
