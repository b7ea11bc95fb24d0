import { useEffect, useEffectEvent } from "react"

/**
 * Keys that somebody types before what they are meant for is there: while the office itself, a screen or a panel is
 * still loading. They are kept, and typed into the field that gets the focus then. The small script of the shell
 * begins with it (buero/early.ts), which is bundled for itself: what both share lies in the window.
 * Preloading does not replace it: people type before the program that could preload has come.
 */
type Ahead = {
  isHeld: boolean
  keys: KeyboardEvent[]
  /** Element that had the focus before. */
  from: Element | null
  end?: ReturnType<typeof setTimeout>
}

/** Time in ms after which kept keys are dropped: by then nobody remembers having typed them. */
const PATIENCE = 10_000
/** Time in ms after which a screen gets them that shows no field with the focus. */
const FOCUS = 400

const ahead = ((globalThis as { ahead?: Ahead }).ahead ??= watch())

/** Keeps keys from now on, until a field gets the focus, or `giveKeys`. */
export function holdKeys(): void {
  if (!ahead.isHeld) ahead.from = document.activeElement
  ahead.isHeld = true
  next(dropKeys, PATIENCE)
}

/** Gives the kept keys to the field that has the focus or gets it soon, as the awaited screen is drawn. */
export function giveKeys(): void {
  if (!ahead.isHeld) return
  const [first] = ahead.keys
  next(drain, isReady() || (first && isFinder(first)) ? 0 : FOCUS)
}

/** Drops the kept keys: their field does not come, or somebody has turned to something else. */
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

/** Opens what finds everything; a browser's own address bar would take it, and what is typed then. */
const isFinder = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean => key === "k" && (ctrlKey || metaKey)

function isKept(event: KeyboardEvent): boolean {
  if (!ahead.isHeld || !event.isTrusted || event.isComposing) return false
  if (isFinder(event)) return true
  const isText = event.key.length === 1 && event.key !== " "
  if ((event.ctrlKey || event.altKey || event.metaKey) && !event.getModifierState("AltGraph")) return false
  // By themselves these scroll the page or press what has the focus.
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
  // Never within what draws the field: React takes its text back until it has drawn again.
  window.addEventListener("focusin", () => ahead.isHeld && isReady() && next(drain))
  return { isHeld: false, keys: [], from: null }
}

/** Types one after the other, as somebody would; as far as none of them opens what has to come first. */
function drain(): void {
  const key = ahead.keys.shift()
  if (!key) return dropKeys()
  next(drain)
  retype(key)
}

function retype({ key, code, ctrlKey, metaKey, shiftKey }: KeyboardEvent): void {
  const again = { key, code, ctrlKey, metaKey, shiftKey, bubbles: true, cancelable: true, composed: true }
  const focused = document.activeElement
  // Nothing that has the focus is pressed by what was typed before it was there.
  const target = focused && isField(focused) ? focused : document.body
  const isLeft = target.dispatchEvent(new KeyboardEvent("keydown", again))
  if (!isLeft || target !== focused || ctrlKey || metaKey) return
  if (key.length === 1) write(target, "insertText", key)
  if (key === "Backspace") write(target, "deleteContentBackward", null)
}

/**
 * The one way to write into a field as somebody who types: undoing, and what is selected, go on as they are. Only what
 * is sent before it has to be sent by oneself.
 */
function write(field: Element, inputType: "insertText" | "deleteContentBackward", data: string | null): void {
  const before = new InputEvent("beforeinput", { inputType, data, bubbles: true, cancelable: true })
  if (field.dispatchEvent(before))
    document.execCommand(data === null ? "delete" : "insertText", false, data ?? "")
}

/**
 * Keeps what is typed while something is being sent after which another form begins: it is meant for that one. Whoever
 * goes to another field meanwhile, or is refused, types where they are.
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
