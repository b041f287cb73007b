import { readFileSync } from 'node:fs'
import { COLORS } from '@cardinal/domain'
import { describe, expect, it } from 'vitest'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')

describe('the colours of cards', () => {
  it('[CD-5] every colour of the domain has its styles', () => {
    for (const color of COLORS) expect(css).toContain(`[data-color="${color}"]`)
  })

  it.each(COLORS)('[CD-5] %s: text has a contrast of 4.5:1 on the tint in both themes', (color) => {
    const block = new RegExp(`\\[data-color="${color}"\\]\\s*\\{([^}]*)\\}`).exec(css)?.[1] ?? ''
    const hue = Number(/--hue:\s*([\d.]+)/.exec(block)?.[1])
    const strength = Number(/--strength:\s*([\d.]+)/.exec(block)?.[1])
    for (const theme of [0, 1]) {
      const ratio = contrast(shade('ink', theme, hue, strength), shade('tint', theme, hue, strength))
      expect(ratio).toBeGreaterThanOrEqual(4.5)
    }
  })
})

describe('text', () => {
  it.each(['text', 'text-soft', 'text-faint', 'accent-text', 'danger'])(
    '--%s has a contrast of 4.5:1 on every surface in both themes',
    (name) => {
      for (const surface of ['desk', 'surface', 'surface-raised', 'surface-sunken']) {
        for (const theme of [0, 1]) {
          expect(contrast(plain(name, theme), plain(surface, theme)), surface).toBeGreaterThanOrEqual(4.5)
        }
      }
    },
  )
})

describe('outlines and signs', () => {
  it.each(['line-strong', 'selected-line', 'focus', 'primary', 'accent', 'danger', 'good'])(
    '--%s has a contrast of 3:1 on every surface in both themes',
    (name) => {
      for (const surface of ['desk', 'surface', 'surface-raised', 'surface-sunken'])
        for (const theme of [0, 1])
          expect(contrast(plain(name, theme), plain(surface, theme)), surface).toBeGreaterThanOrEqual(3)
    },
  )

  it('a tick has a contrast of 3:1 on its box in both themes', () => {
    for (const theme of [0, 1])
      expect(contrast(plain('on-primary', theme), plain('primary', theme))).toBeGreaterThanOrEqual(3)
  })
})

type Oklch = readonly [lightness: number, chroma: number, hue: number]

/** Reads a shade in the stylesheet: `oklch(L calc(C * strength) hue)`, light theme first. */
function shade(name: string, theme: number, hue: number, strength: number): Oklch {
  const rule = new RegExp(`--${name}: light-dark\\(([^;]*)\\);`).exec(css)?.[1] ?? ''
  const [lightness, chroma] = [...rule.matchAll(/oklch\(([\d.]+) calc\(([\d.]+) \*/g)][theme]?.slice(1) ?? []
  return [Number(lightness), Number(chroma) * strength, hue]
}

function plain(name: string, theme: number): Oklch {
  const rule = new RegExp(`--${name}: light-dark\\(([^;]*)\\);`).exec(css)?.[1] ?? ''
  const [lightness, chroma, hue] =
    [...rule.matchAll(/oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g)][theme]?.slice(1).map(Number) ?? []
  return [lightness ?? Number.NaN, chroma ?? Number.NaN, hue ?? Number.NaN]
}

/** Contrast ratio by WCAG. */
function contrast(a: Oklch, b: Oklch): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** OKLCH to linear sRGB, clipped to the gamut. */
function luminance([lightness, chroma, hue]: Oklch): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const clip = (value: number) => Math.min(1, Math.max(0, value))
  const red = clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s)
  const green = clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s)
  const blue = clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
