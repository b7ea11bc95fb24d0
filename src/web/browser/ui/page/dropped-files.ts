import { toast } from "../parts/toast.tsx"

const BESIDE = "Hier wird keine Datei angenommen. Bitte in das Feld ziehen, das dafür da ist."

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes("Files") ?? false

/** A field of the browser's own takes a file by itself. */
const isFileField = ({ target }: DragEvent): boolean =>
  target instanceof HTMLInputElement && target.type === "file"

/** Whoever drops a file beside what it is meant for stays on the page: a browser would show the file in its place. */
export function keepPageFromFiles(): void {
  const refuse = (event: DragEvent): boolean => {
    if (event.defaultPrevented || !hasFiles(event) || isFileField(event)) return false
    event.preventDefault()
    if (event.dataTransfer) event.dataTransfer.dropEffect = "none"
    return true
  }
  window.addEventListener("dragover", refuse)
  // A browser that was told "none" drops nothing; others do.
  window.addEventListener("drop", (event) => void (refuse(event) && toast(BESIDE, { warns: true })))
}
