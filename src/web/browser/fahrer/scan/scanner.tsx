import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from "react"
import { reloadOnce } from "../../ui/page/error-boundary.tsx"
import { Button } from "../parts/button.tsx"
import { Sheet } from "../parts/sheet.tsx"
import { makeDecoder } from "./decoder.ts"
import { unbroken } from "../../ui/values/format.ts"

/** Pause between two looks at the camera, and before the same code counts again. In ms. */
const EVERY = 150
const SAME = 2500

/** Opens the camera. @param found is called with a code, and returns in German what came of it */
export function Scan({ found }: { found: (code: string) => Promise<string> }) {
  const [open, setOpen] = useState(false)
  const [told, setTold] = useState("")
  const take = (code: string): void => {
    // Replaces the result of the last code, as an answer may be slow.
    setTold(`${code} wird gesucht …`)
    void found(code).then(setTold)
  }
  return (
    <>
      <Button sign="scannen" label="Scannen" tap={() => setOpen(true)} />
      {open && <Scanner close={() => setOpen(false)} told={told} found={take} />}
    </>
  )
}

type Props = { close: () => void; found: (code: string) => void; told: string }

/** The camera, and a field to type in, if there is no camera or the code is dirty. */
function Scanner({ close, found, told }: Props) {
  const video = useRef<HTMLVideoElement>(null)
  const tell = useEffectEvent(found)
  const [problem, setProblem] = useState("")
  useEffect(() => {
    const watching = watch(video, (code) => tell(code))
    watching.catch((error: Error) => {
      setProblem(words(error))
      // The decoder may be gone after an upgrade. A reload loses nothing, as drafts are stored.
      if (error instanceof NoDecoder) void isReached().then((reached) => reached && reloadOnce())
    })
    return () => void watching.then((stop) => stop()).catch(() => {})
  }, [])
  const typed = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get("code")).trim()
    event.currentTarget.reset()
    if (code) found(code)
  }
  return (
    <Sheet title="Scannen" close={close} className="hoch">
      {problem ? (
        <p className="hinweis">{problem}</p>
      ) : (
        <video ref={video} className="kamera" playsInline muted />
      )}
      <p role="status">{unbroken(told)}</p>
      <form className="reihe" onSubmit={typed}>
        <input name="code" aria-label="Code eintippen" placeholder="oder eintippen" autoComplete="off" />
        <Button kind="haupt" label="Nehmen" />
      </form>
    </Sheet>
  )
}

/**
 * @returns whether the service can be reached: a browser may call itself online without, and a reload would not help
 *   then
 */
const isReached = (): Promise<boolean> =>
  fetch("/health", { cache: "no-store", signal: AbortSignal.timeout(5000) }).then(
    ({ ok }) => ok,
    () => false,
  )

/** The decoder could not be loaded. */
class NoDecoder extends Error {}

function words(error: Error): string {
  if (error instanceof NoDecoder)
    return "Zum ersten Scannen braucht das Telefon einmal ein Netz; eintippen geht immer."
  if (error.name === "NotAllowedError")
    return "Die Kamera ist nicht erlaubt. In den Einstellungen des Telefons lässt sich das ändern; eintippen geht immer."
  if (!window.isSecureContext)
    return "Ohne verschlüsselte Verbindung gibt es keine Kamera; eintippen geht immer."
  return "Hier gibt es keine Kamera; eintippen geht immer."
}

/** Looks for codes in the camera picture. @returns a function that ends it, and switches the camera off */
async function watch(
  video: { current: HTMLVideoElement | null },
  found: (code: string) => void,
): Promise<() => void> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } })
  let running = true
  const stop = (): void => {
    running = false
    for (const track of stream.getTracks()) track.stop()
  }
  const element = video.current
  if (!element) return stop
  element.srcObject = stream
  await element.play()
  const decode = await makeDecoder().catch((cause) => {
    stop()
    throw new NoDecoder("decoder", { cause })
  })
  let last = { code: "", at: 0 }
  const look = async (): Promise<void> => {
    if (!running) return
    const code = await decode(element).catch(() => undefined)
    const now = Date.now()
    if (code && (code !== last.code || now - last.at > SAME)) {
      navigator.vibrate?.(40)
      found(code)
    }
    if (code) last = { code, at: now }
    setTimeout(() => void look(), EVERY)
  }
  void look()
  return stop
}
