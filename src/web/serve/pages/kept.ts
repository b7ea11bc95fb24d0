import { type Fixed, fix, respondFixed } from "../../../http/respond.ts"

type Content = string | Uint8Array<ArrayBuffer>

/**
 * Keeps contents that stay the same while the service runs, each from its first request on. The ETag is made of the
 * content, as two builds may have the same version.
 *
 * @returns a function that answers with the content of a name, and makes it the first time. It keeps every name for good:
 *   pass only names of things that exist
 */
export function keeper() {
  const known = new Map<string, Fixed>()
  return async (
    request: Request,
    name: string,
    headers: Record<string, string>,
    make: () => Content | Promise<Content>,
  ): Promise<Response> => {
    const content = known.get(name) ?? fix(await make())
    known.set(name, content)
    return respondFixed(request, content, headers)
  }
}
