import { type Fixed, fix, respondFixed } from "../../../http/respond.ts"

type Content = string | Uint8Array<ArrayBuffer>

/**
 * Keeps what stays the same while the service runs, from the first time that it is asked for. Its tag tells its
 * content, as two builds may have the same version.
 *
 * @returns answers with the content of a name. Every name is kept: give it only those of something that exists
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
