import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { RestingThread } from '../lib/threads.ts'
import { afterOutcome } from './fetch-page.ts'
import { makePicture } from './make-picture.ts'
import { readPage } from './read-page.ts'
import { PageThread, PictureProcess } from './threads.ts'

const AT = 'https://example.org/a/b.html'

describe('the facts of a page', () => {
  test('facts of a page are read from Open Graph first', () => {
    const page = readPage(
      `<!doctype html><html lang="en-GB"><head><title>Plain – Site</title>
       <meta property="og:title" content="Bread &amp; salt"><meta property="og:site_name" content="The Baker">
       <meta name="description" content="plain"><meta property="og:description" content="How to bake">
       <meta property="og:image" content="../cover.jpg">
       <link rel="icon" href="/small.png" sizes="16x16"><link rel="shortcut icon" href="big.png" sizes="192x192">
       <link rel="apple-touch-icon" href="//cdn.example.net/touch.png"></head></html>`,
      AT,
    )
    expect(page).toEqual({
      title: 'Bread & salt',
      description: 'How to bake',
      siteName: 'The Baker',
      language: 'en-GB',
      icons: [
        'https://cdn.example.net/touch.png',
        'https://example.org/a/big.png',
        'https://example.org/small.png',
        'https://example.org/favicon.ico',
      ],
      covers: ['https://example.org/cover.jpg'],
    })
  })

  test('facts of a page without Open Graph are read from <title> and <meta>, and then from the first heading', () => {
    const page = readPage('<title>\n One\n  line </title><meta name=description content=" Two ">', AT)
    expect(page).toMatchObject({ title: 'One line', description: 'Two', siteName: '', language: '' })
    expect(readPage('<svg><title>A drawing</title></svg><h1>Heading</h1>', AT).title).toBe('Heading')
  })

  test('facts of a page are read from JSON-LD, in a graph or a list, among any other data', () => {
    const found = {
      '@graph': [
        { '@type': 'BreadcrumbList', name: 'Path' },
        {
          '@type': ['NewsArticle'],
          headline: 'News',
          description: 'Short',
          publisher: { name: 'Paper' },
          image: [{ url: '/n.png' }],
        },
      ],
    }
    const html = `<script type="application/ld+json">{broken</script>
      <script type="application/ld+json">${JSON.stringify([found])}</script>`
    expect(readPage(html, AT)).toMatchObject({
      title: 'News',
      description: 'Short',
      siteName: 'Paper',
      covers: ['https://example.org/n.png'],
    })
  })

  test('addresses in the facts of a page are resolved against <base>, and those of other kinds are dropped', () => {
    const html = `<base href="https://cdn.example.net/x/"><meta property="og:image" content="c.png">
      <link rel=icon href="data:image/png;base64,AAAA"><link rel=icon href="javascript:alert(1)">`
    expect(readPage(html, AT)).toMatchObject({
      covers: ['https://cdn.example.net/x/c.png'],
      icons: ['https://cdn.example.net/favicon.ico'],
    })
  })

  test('facts of a page are cut to their limits, as one line without control characters', () => {
    const page = readPage(
      `<title>${'word '.repeat(1_000)}</title><meta name=description content="a\u0000\u2028b">`,
      AT,
    )
    expect(page.title.length).toBeLessThanOrEqual(300)
    expect(page.title.endsWith('…')).toBe(true)
    expect(page.description).toBe('a b')
  })

  test('facts can be read from any page, and no code of it runs', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.string(),
            fc.constantFrom(
              '<',
              '<title>',
              '<meta content="',
              '<script type="application/ld+json">',
              '"]',
              '{"@graph":[',
            ),
          ),
        ),
        (parts) => {
          const page = readPage(parts.join(''), AT)
          expect(page.title.length).toBeLessThanOrEqual(300)
        },
      ),
    )
    expect(readPage('<div>'.repeat(200_000), AT).title).toBe('')
    expect(readPage(`<script type="application/ld+json">${'['.repeat(200_000)}`, AT).title).toBe('')
  })
})

describe('pictures', () => {
  const png = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 4, background: '#c00' } })
      .png()
      .toBuffer()

  test('pictures become WebP of one size without the metadata of their file', async () => {
    const icon = await makePicture(await png(300, 150), 'icon')
    expect(await sharp(icon ?? undefined).metadata()).toMatchObject({ format: 'webp', width: 64, height: 64 })
    const withExif = await sharp(await png(800, 800))
      .withExif({ IFD0: { Copyright: 'secret' } })
      .jpeg()
      .toBuffer()
    const cover = await makePicture(withExif, 'cover')
    expect(await sharp(cover ?? undefined).metadata()).toMatchObject({
      format: 'webp',
      width: 480,
      height: 270,
    })
    expect(cover?.includes('secret')).toBe(false)
  })

  test('pictures in Windows icons are read, both PNG and pixels', async () => {
    const inside = await png(32, 32)
    const head = Buffer.from([0, 0, 1, 0, 1, 0, 32, 32, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 22, 0, 0, 0])
    head.writeUInt32LE(inside.length, 14)
    expect(await makePicture(Buffer.concat([head, inside]), 'icon')).not.toBeNull()
    const bitmap = Buffer.alloc(40 + 16 * 16 * 4 + 16 * 4, 0xff)
    for (const [at, value] of [
      [0, 40],
      [4, 16],
      [8, 32],
    ] as const)
      bitmap.writeUInt32LE(value, at)
    bitmap.writeUInt16LE(1, 12)
    bitmap.writeUInt16LE(32, 14)
    bitmap.fill(0, 16, 40)
    const small = Buffer.from([0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 22, 0, 0, 0])
    small.writeUInt32LE(bitmap.length, 14)
    expect(await makePicture(Buffer.concat([small, bitmap]), 'icon')).not.toBeNull()
  })

  test('only the largest picture of a Windows icon is read, whatever the others are', async () => {
    const inside = await png(48, 48)
    // An icon with 60,000 entries, of which only the second one points to a picture.
    const head = Buffer.alloc(6 + 16 * 60_000, 1)
    head.set([0, 0, 1, 0, 0x60, 0xea])
    head.writeUInt8(48, 6 + 16)
    head.writeUInt32LE(inside.length, 6 + 16 + 8)
    head.writeUInt32LE(head.length, 6 + 16 + 12)
    expect(await makePicture(Buffer.concat([head, inside]), 'icon')).not.toBeNull()
    const huge = Buffer.alloc(62)
    huge.set([0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 1, 0, 32, 0, 40, 0, 0, 0, 22, 0, 0, 0, 40])
    for (const width of [20_000, -20_000]) {
      huge.writeInt32LE(width, 26)
      huge.writeInt32LE(2 * width, 30)
      expect(await makePicture(huge, 'icon')).toBeNull()
    }
  })

  test('SVG pictures are not drawn, whatever media type they come with', async () => {
    const drawing =
      '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><rect width="9" height="9"/></svg>'
    for (const text of [drawing, `<?xml version="1.0"?>\n${drawing}`, `\ufeff<!-- GIF89a -->${drawing}`])
      for (const kind of ['icon', 'cover'] as const)
        expect(await makePicture(Buffer.from(text), kind)).toBeNull()
  })

  test.each([
    ['jpeg', 4_000, 2_501],
    ['png', 2_000, 2_001],
    ['webp', 4_000, 2_001],
    ['gif', 2_000, 2_001],
    ['avif', 2_000, 1_501],
  ] as const)('pictures in the format %s have a limit of pixels', async (format, width, height) => {
    const made = (high: number) =>
      sharp({ create: { width, height: high, channels: 3, background: '#c00' } })
        .toFormat(format, { effort: format === 'gif' || format === 'png' ? 1 : 0 })
        .toBuffer()
    expect(await makePicture(await made(200), 'cover')).not.toBeNull()
    expect(await makePicture(await made(height), 'cover')).toBeNull()
  })

  test('pictures that are too small or broken, and files that are no pictures, are not used', async () => {
    expect(await makePicture(await png(40, 40), 'cover')).toBeNull()
    expect(await makePicture((await png(200, 200)).subarray(0, 60), 'cover')).toBeNull()
    expect(await makePicture(Buffer.from('<!doctype html><p>no picture'), 'icon')).toBeNull()
    expect(await makePicture(Buffer.from([0, 0, 1, 0, 255, 255, 0, 0]), 'icon')).toBeNull()
    expect(await makePicture(Buffer.alloc(0), 'icon')).toBeNull()
  })
})

describe('the thread of pages and the process of pictures', () => {
  const thread = new PageThread({ deadline: 30_000 })
  const pictures = new PictureProcess({ deadline: 30_000 })
  afterAll(() => thread.stop())
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  /** Child processes of this process. */
  const started = () => {
    const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
    const rows = stdout.split('\n').map((line) => line.trim().split(/\s+/))
    return rows
      .filter(
        ([, parent, ...args]) => Number(parent) === process.pid && /picture-worker/.test(args.join(' ')),
      )
      .map(([pid]) => Number(pid))
  }
  const picture = () => {
    const create = { width: 200, height: 200, channels: 3, background: '#c08' } as const
    return sharp({ create }).png().toBuffer()
  }

  test('the thread reads pages and the process makes pictures', {
    timeout: 60_000,
  }, async () => {
    const bytes = Buffer.from('<title>Grüße</title>', 'latin1')
    expect(await thread.readPage(bytes, 'text/html; charset=latin1', AT)).toMatchObject({ title: 'Grüße' })
    expect(await pictures.make(Buffer.from('no picture'), 'icon')).toBeNull()
    expect((await sharp((await pictures.make(await picture(), 'icon')) ?? '').metadata()).format).toBe('webp')
  })

  test('a picture process that was killed is replaced, and none runs after the stop', {
    timeout: 60_000,
  }, async () => {
    const [pid = 0] = started()
    process.kill(pid, 'SIGKILL')
    while (started().includes(pid)) await wait(20)
    await wait(20)
    expect(await pictures.make(await picture(), 'icon')).not.toBeNull()
    expect(started()).toHaveLength(1)
    await pictures.stop()
    expect(started()).toEqual([])
  })

  test('a picture process that uses too much memory is ended, and its picture counts as unreadable', {
    timeout: 60_000,
  }, async () => {
    const other = new PictureProcess({ deadline: 30_000, residentMb: 40 })
    expect(await other.make(await picture(), 'icon')).toBeNull()
    await other.stop()
  })

  test('the picture process does not get the settings of the server', { timeout: 60_000 }, async () => {
    vi.stubEnv('CARDINAL_SMTP_URL', 'smtp://secret')
    const other = new PictureProcess({ deadline: 30_000 })
    await other.make(await picture(), 'icon')
    const [pid = 0] = started()
    const { stdout } = spawnSync('ps', ['eww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })
    vi.unstubAllEnvs()
    await other.stop()
    expect(stdout).toContain('MALLOC_ARENA_MAX=1')
    expect(stdout).not.toContain('secret')
  })

  test('a thread that cannot be started fails one question, and the next question tries again', async () => {
    let tries = 0
    const start = () => {
      tries++
      throw new Error('spawn ENOMEM')
    }
    const resting = new RestingThread<object, string>({ start, deadline: 1_000 })
    expect([await resting.ask({}), await resting.ask({}), tries]).toEqual([null, null, 2])
  })

  test('a page or picture that takes too long ends its thread or process, and the next page gets a new one', async () => {
    const short = new PageThread({ deadline: 1 })
    expect(await short.readPage(Buffer.from('<title>late</title>'), '', AT)).toBeNull()
    const quick = new PictureProcess({ deadline: 1 })
    expect(await quick.make(await picture(), 'icon')).toBeNull()
    expect(started()).toEqual([])
    await Promise.all([short.stop(), quick.stop()])
  })
})

describe('when a page is fetched next', () => {
  const HOUR = 3_600_000
  const DAY = 24 * HOUR
  const job = { attempts: 0, failed_at: null as number | null, card_id: '0123456789abcdef01234567' }

  /** States of a job after each of several fetches that end in this way, with the days since the first. */
  function story(kind: 'gone' | 'trouble', fetches: number) {
    let at = 0
    let now = job
    return Array.from({ length: fetches }, () => {
      const patch = afterOutcome(now, kind === 'gone' ? { kind } : { kind, retryAfter: null }, at)
      const day = at / DAY
      now = { ...now, attempts: patch.attempts, failed_at: patch.failed_at }
      at = patch.due_at ?? 0
      return [Math.round(day * 10) / 10, patch.state]
    })
  }

  test('a page is dead after three failures within a week or more, and not earlier', () => {
    expect(story('gone', 4)).toEqual([
      [0, 'failing'],
      [0, 'failing'],
      [3, 'failing'],
      [7, 'dead'],
    ])
  })

  test('one successful answer of a page resets its failures', () => {
    const failed = afterOutcome({ ...job, attempts: 2, failed_at: 1 }, { kind: 'blocked' }, 8 * DAY)
    expect(failed).toMatchObject({ state: 'blocked', attempts: 0, failed_at: null })
  })

  test('a page with a login wall, a refusal or a failing server is never dead', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('blocked' as const, 'trouble' as const), { minLength: 1 }),
        (kinds) => {
          let now = job
          kinds.forEach((kind, day) => {
            const outcome = kind === 'blocked' ? { kind } : { kind, retryAfter: null }
            const patch = afterOutcome(now, outcome, day * DAY)
            expect(patch.state).not.toBe('dead')
            now = { ...now, attempts: patch.attempts, failed_at: patch.failed_at }
          })
        },
      ),
    )
    expect(story('trouble', 6).map(([, state]) => state)).not.toContain('dead')
  })

  test('a server that asks to wait gets the time, up to two days', () => {
    const asked = (retryAfter: number) => afterOutcome(job, { kind: 'trouble', retryAfter }, 0).due_at
    expect(asked(3_600)).toBe(HOUR)
    expect(asked(10)).toBe(HOUR / 6)
    expect(asked(1e9)).toBe(2 * DAY)
  })

  test('the page of an address in a private network is not fetched again', () => {
    expect(afterOutcome(job, { kind: 'refused' }, 0)).toMatchObject({ state: 'refused', due_at: null })
  })
})
