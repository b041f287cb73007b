import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { BROWSER_ARGS, ensureBrowser } from '../../../scripts/lib/browser.mjs'

/**
 * Renders all icons of the app from `public/favicon.svg` in Chromium. Run it when the picture changes, and commit the
 * result: `npx tsx apps/web/build/render-icons.ts`.
 */
interface Icon {
  readonly file: string
  readonly size: number
  /** Size of the picture as a part of the icon's. Launchers crop a maskable icon to a circle of 80 %. */
  readonly share: number
  /** CSS colour behind the picture; null: none. */
  readonly background: string | null
  /** Whether it has a single colour, which launchers replace by their own. */
  readonly isMonochrome: boolean
}

const PAPER = '#fbfbfa'
/** Relative to the folder of the icons. */
const EXTENSION = '../../../../packages/extension/store'
const icon = (file: string, size: number, rest: Partial<Icon> = {}): Icon => ({
  file,
  size,
  share: 1,
  background: null,
  isMonochrome: false,
  ...rest,
})

const ICONS = [
  icon('icon-192.png', 192),
  icon('icon-512.png', 512),
  icon('maskable-192.png', 192, { share: 0.6, background: PAPER }),
  icon('maskable-512.png', 512, { share: 0.6, background: PAPER }),
  icon('monochrome-512.png', 512, { share: 0.6, isMonochrome: true }),
  icon('apple-touch-icon.png', 180, { share: 0.78, background: PAPER }),
  ...[16, 32, 48, 128].map((size) => icon(`${EXTENSION}/icon-${size}.png`, size)),
]

const publicFolder = join(import.meta.dirname, '../public')
const svg = await readFile(join(publicFolder, 'favicon.svg'), 'utf8')
await mkdir(join(publicFolder, 'icons'), { recursive: true })
const browser = await chromium.launch({
  executablePath: await ensureBrowser(),
  args: BROWSER_ARGS,
})
for (const { file, size, share, background, isMonochrome } of ICONS) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  const side = Math.round(size * share)
  await page.setContent(`<style>
    html, body { margin: 0; height: 100%; background: ${background ?? 'transparent'} }
    body { display: grid; place-items: center }
    svg { width: ${side}px; height: ${side}px }
  </style>${isMonochrome ? monochrome(svg) : svg}`)
  await page.screenshot({ path: join(publicFolder, 'icons', file), omitBackground: background === null })
  await page.close()
}
await browser.close()

/** The picture's body in black, with its white parts cut out: only the shape counts. */
function monochrome(picture: string): string {
  const [body = '', ...holes] = [...picture.matchAll(/<path[^>]*>/g)].map(([path]) => path)
  const mask = `<mask id="holes"><rect width="32" height="32" fill="#fff"/>${holes
    .map((hole) => hole.replace('#fff', '#000'))
    .join('')}</mask>`
  const shape = body.replace(/fill="[^"]*"/, 'fill="#000" mask="url(#holes)"')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${mask}${shape}</svg>`
}
