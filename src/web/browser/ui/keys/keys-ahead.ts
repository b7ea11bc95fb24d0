import { useEffect, useEffectEvent } from "react"

/**
 * Type-ahead: keys that somebody presses while the office, a screen or a panel is still loading. They are kept, and typed
 * into the field that gets the focus then. buero/early.ts already begins with it; that is a bundle of its own, which
 * shares its state through the window. Preloading is no replacement: people type before any program has loaded.
 */
type Ahead = {
  isHeld: boolean
  keys: KeyboardEvent[]
  /** Element that had the focus when keys began to be kept. */
  from: Element | null
  end?: ReturnType<typeof setTimeout>
}

/** After this time kept keys are dropped, as nobody remembers typing them. In ms. */
const PATIENCE = 10_000
/** After this time a screen without a focused field gets the keys. In ms. */
const FOCUS = 400

const ahead = ((globalThis as { ahead?: Ahead }).ahead ??= watch())

/** Keeps keys from now on, until a field gets the focus, or `giveKeys`. */
export function holdKeys(): void {
  if (!ahead.isHeld) ahead.from = document.activeElement
  ahead.isHeld = true
  next(dropKeys, PATIENCE)
}

/**
 * Called when the awaited part is drawn: gives the kept keys to the field that has the focus, or is about to get it.
 */
export function giveKeys(): void {
  if (!ahead.isHeld) return
  const [first] = ahead.keys
  next(drain, isReady() || (first && isFinder(first)) ? 0 : FOCUS)
}

/** Drops the kept keys: the part they were meant for does not come, or somebody has gone elsewhere. */
export function dropKeys(): void {
  clearTimeout(ahead.end)
  ahead.isHeld = false
  ahead.keys = []
}

/** @returns whether somebody types somewhere at the moment */
export const isTyping = (): boolean => isField(document.activeElement)

function next(run: () => void, wait = 0): void {
  clearTimeout(ahead.end)
  ahead.end = setTimeout(run, wait)
}

const isField = (element: Element | null): boolean =>
  element?.matches("input, textarea, [contenteditable=true], [role=spinbutton]") ?? false

const isReady = (): boolean => isField(document.activeElement) && document.activeElement !== ahead.from

/** Strg+K opens the finder. Not kept, it would go to the browser's address bar, and what is typed after it as well. */
const isFinder = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean => key === "k" && (ctrlKey || metaKey)

function isKept(event: KeyboardEvent): boolean {
  if (!ahead.isHeld || !event.isTrusted || event.isComposing) return false
  if (isFinder(event)) return true
  const isText = event.key.length === 1 && event.key !== " "
  if ((event.ctrlKey || event.altKey || event.metaKey) && !event.getModifierState("AltGraph")) return false
  // Alone, these keys scroll the page or press a focused button: they are kept only behind a text.
  return isText || (ahead.keys.length > 0 && /^(?: |Enter|Backspace|Escape|Arrow\w+)$/.test(event.key))
}

function watch(): Ahead {
  const keep = (event: KeyboardEvent): void => {
    if (!isKept(event)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    ahead.keys.push(event)
  }
  window.addEventListener("keydown", keep, { capture: true })
  window.addEventListener("pointerdown", () => ahead.isHeld && dropKeys(), { capture: true })
  // Not within the event itself: React would undo the text until it has drawn again.
  window.addEventListener("focusin", () => ahead.isHeld && isReady() && next(drain))
  return { isHeld: false, keys: [], from: null }
}

/** Types the kept keys one by one. If one of them opens something that has to load first, the rest waits for that. */
function drain(): void {
  const key = ahead.keys.shift()
  if (!key) return dropKeys()
  next(drain)
  retype(key)
}

function retype({ key, code, ctrlKey, metaKey, shiftKey }: KeyboardEvent): void {
  const again = { key, code, ctrlKey, metaKey, shiftKey, bubbles: true, cancelable: true, composed: true }
  const focused = document.activeElement
  // A focused button must not be pressed by keys that were typed before it was there.
  const target = focused && isField(focused) ? focused : document.body
  const isLeft = target.dispatchEvent(new KeyboardEvent("keydown", again))
  if (!isLeft || target !== focused || ctrlKey || metaKey) return
  if (key.length === 1) write(target, "insertText", key)
  if (key === "Backspace") write(target, "deleteContentBackward", null)
}

/**
 * Writes into a field as typing does, so that undo and the selection keep working. Only the event before it has to be
 * sent by hand.
 */
function write(field: Element, inputType: "insertText" | "deleteContentBackward", data: string | null): void {
  const before = new InputEvent("beforeinput", { inputType, data, bubbles: true, cancelable: true })
  if (field.dispatchEvent(before))
    document.execCommand(data === null ? "delete" : "insertText", false, data ?? "")
}

/**
 * Keeps the keys that are typed while a form is being sent, for the form that follows it. If somebody clicks into another
 * field meanwhile, or the form is refused, the keys go to where the focus is.
 *
 * @param isFollowed whether another form comes
 */
export function useKeysForNext(isBusy: boolean, isFollowed = (): boolean => true): void {
  const begins = useEffectEvent(isFollowed)
  useEffect(() => {
    if (!isBusy || !begins()) return undefined
    holdKeys()
    return giveKeys
  }, [isBusy])
}
