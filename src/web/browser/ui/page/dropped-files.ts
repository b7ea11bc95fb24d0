import { toast } from "../parts/toast.tsx"

const BESIDE = "Hier wird keine Datei angenommen. Bitte in das Feld ziehen, das dafür da ist."

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes("Files") ?? false

/** A native file field takes a dropped file by itself. */
const isFileField = ({ target }: DragEvent): boolean =>
  target instanceof HTMLInputElement && target.type === "file"

/** Refuses files that are dropped beside their field: the browser would leave the page to show the file. */
export function keepPageFromFiles(): void {
  const refuse = (event: DragEvent): boolean => {
    if (event.defaultPrevented || !hasFiles(event) || isFileField(event)) return false
    event.preventDefault()
    if (event.dataTransfer) event.dataTransfer.dropEffect = "none"
    return true
  }
  window.addEventListener("dragover", refuse)
  // Not all browsers heed the "none", and fire the drop nevertheless.
  window.addEventListener("drop", (event) => void (refuse(event) && toast(BESIDE, { warns: true })))
}
