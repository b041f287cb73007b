import { FAILURES, HttpFailure } from '../access/failures.ts'

/** Most bytes of the headers of one part. */
const LONGEST_HEAD = 4_096
/** Most parts of a form. Clients send a file and one or two texts. */
const MOST_PARTS = 20

/** A part of a form. Its bytes must be read before the next part is asked for; unread ones are skipped. */
export interface FormPart {
  readonly name: string
  /** Null: a text. */
  readonly fileName: string | null
  readonly bytes: AsyncGenerator<Buffer>
}

/**
 * The parts of a form (multipart/form-data, RFC 7578) as they arrive. Memory holds one chunk of the
 * connection; the platform's form reader would hold the whole form.
 *
 * @throws HttpFailure when the body is no form or ends early
 */
export async function* formParts(
  source: AsyncIterable<Buffer>,
  contentType: string | undefined,
): AsyncGenerator<FormPart> {
  const chunks = source[Symbol.asyncIterator]()
  const mark = Buffer.from(`\r\n--${boundaryOf(contentType)}`)
  // The first boundary has no line break before it, so one is added.
  let held: Buffer = Buffer.from('\r\n')

  async function more(): Promise<void> {
    const next = await chunks.next()
    if (next.done) throw malformed()
    held = held.length === 0 ? next.value : Buffer.concat([held, next.value])
  }
  async function* untilMark(): AsyncGenerator<Buffer> {
    for (;;) {
      const at = held.indexOf(mark)
      const end = at < 0 ? Math.max(0, held.length - mark.length + 1) : at
      const some = held.subarray(0, end)
      held = held.subarray(at < 0 ? end : end + mark.length)
      if (some.length > 0) yield some
      if (at >= 0) return
      await more()
    }
  }
  async function head(): Promise<string> {
    for (;;) {
      const at = held.indexOf('\r\n\r\n')
      if (at > LONGEST_HEAD || (at < 0 && held.length > LONGEST_HEAD)) throw malformed()
      if (at >= 0) {
        const text = held.toString('utf8', 0, at)
        held = held.subarray(at + 4)
        return text
      }
      await more()
    }
  }

  await passOver(untilMark())
  for (let count = 0; ; count++) {
    while (held.length < 2) await more()
    if (held.toString('latin1', 0, 2) === '--') break
    if (count === MOST_PARTS) throw malformed()
    const bytes = untilMark()
    yield { ...namesIn(await head()), bytes }
    await passOver(bytes)
  }
  await passOver({ [Symbol.asyncIterator]: () => chunks })
}

async function passOver(bytes: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of bytes);
}

function boundaryOf(contentType = ''): string {
  const [, quoted, plain = ''] =
    /^multipart\/form-data\s*;.*?boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? []
  const boundary = quoted ?? plain
  if (boundary === '') throw malformed()
  return boundary
}

function namesIn(head: string): Pick<FormPart, 'name' | 'fileName'> {
  const [, value = ''] = /(?:^|\r\n)content-disposition:([^\r\n]*)/i.exec(head) ?? []
  const name = parameter(value, 'name')
  if (name === null) throw malformed()
  return { name, fileName: parameter(value, 'filename') }
}

/** As browsers write it: quoted, with `"`, CR and LF percent-encoded. */
function parameter(value: string, name: string): string | null {
  const [, text] = new RegExp(`;\\s*${name}="([^"]*)"`, 'i').exec(value) ?? []
  return (
    text?.replace(/%(0A|0D|22)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))) ??
    null
  )
}

const malformed = () => new HttpFailure(FAILURES.malformedForm)
