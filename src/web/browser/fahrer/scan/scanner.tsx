import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from "react"
import { reloadOnce } from "../../ui/page/error-boundary.tsx"
import { Button } from "../parts/button.tsx"
import { Sheet } from "../parts/sheet.tsx"
import { makeDecoder } from "./decoder.ts"
import { unbroken } from "../../ui/values/format.ts"

/** Between two looks at the camera, and before the same code counts again; in ms. */
const EVERY = 150
const SAME = 2500

/** Opens the camera. @param found takes a code, and says in words what became of it */
export function Scan({ found }: { found: (code: string) => Promise<string> }) {
  const [open, setOpen] = useState(false)
  const [told, setTold] = useState("")
  const take = (code: string): void => {
    // Not what became of the one before: a slow answer is waited for.
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

/** The camera; and a field, where there is none or the code is dirty. */
function Scanner({ close, found, told }: Props) {
  const video = useRef<HTMLVideoElement>(null)
  const tell = useEffectEvent(found)
  const [problem, setProblem] = useState("")
  useEffect(() => {
    const watching = watch(video, (code) => tell(code))
    watching.catch((error: Error) => {
      setProblem(words(error))
      // A page from before an upgrade asks for a part that is gone; what was counted is kept.
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

/** A browser that calls itself online may have no way to the service: a new page would bring nothing either. */
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

/** @returns ends it, and gives the camera back */
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
