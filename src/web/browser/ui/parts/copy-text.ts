import { toast } from "./toast.tsx"

/**
 * Copies a text, and says so; where the browser does not let it, what to do instead.
 *
 * @returns whether it is copied
 */
export async function copyText(
  text: string,
  done: string,
  failed = "Kopieren ging nicht: bitte markieren und kopieren",
): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    toast(done)
    return true
  } catch {
    toast(failed, { bad: true })
    return false
  }
}
