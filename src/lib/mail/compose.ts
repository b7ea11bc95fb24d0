import { Readable } from "node:stream"
import { oneLine } from "./fault.ts"

/** A name and an address, which are never put together to one text here: that is how headers are forged. */
type Mailbox = { name: string; address: string }

export type MailFile = { name: string; type: string; content: Iterable<Uint8Array> }

/** A message as it is written; `id` makes its Message-ID, which stays the same however often it is tried. */
export type MailMessage = {
  id: string
  from: Mailbox
  replyTo: string | undefined
  to: readonly string[]
  subject: string
  text: string
  date: Date
  files: readonly MailFile[]
}

/** Bytes that are encoded at once: others have their turn in between, and a line that breaks is noticed early. */
const PIECE = 64 * 1024

function* inPieces(content: Iterable<Uint8Array>): Generator<Buffer> {
  for (const part of content)
    for (let at = 0; at < part.length; at += PIECE) yield Buffer.from(part.subarray(at, at + PIECE))
}

/** @returns the message as it goes over the wire */
export async function composeMail(message: MailMessage): Promise<Readable> {
  const { default: MailComposer } = await import("nodemailer/lib/mail-composer")
  const { from, to, replyTo, subject, text, date, id, files } = message
  const domain = from.address.slice(from.address.lastIndexOf("@") + 1)
  const composer = new MailComposer({
    from: { name: oneLine(from.name), address: from.address },
    to: to.map((address) => ({ name: "", address })),
    ...(replyTo !== undefined && { replyTo: { name: "", address: replyTo } }),
    subject: oneLine(subject),
    text,
    date,
    messageId: `<${id}@${domain}>`,
    attachments: files.map(({ name, type, content }) => ({
      filename: oneLine(name),
      contentType: type,
      content: Readable.from(inPieces(content), { objectMode: false }),
    })),
    // Nothing but what is given: no file and no address is ever read because a text names it.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return composer.compile().createReadStream()
}
