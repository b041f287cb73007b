/** The colours of the page in tokens.css, in a notation that a canvas on older systems understands. */
const PAPER = { light: '#fbfbfa', dark: '#131416' } as const
/** The size of the logo in CSS px, as on Android's splash screen. */
const LOGO = 128

/**
 * Offers pictures that iOS shows while the installed app starts. iOS reads them from the page when the app is put on the home screen. It accepts only the exact size of the screen, so they are drawn on the device.
 */
export async function offerSplash(): Promise<void> {
  const logo = new Image()
  logo.src = '/favicon.svg'
  await logo.decode()
  const capable = document.createElement('meta')
  capable.name = 'apple-mobile-web-app-capable'
  capable.content = 'yes'
  document.head.append(capable)
  // iOS gives the sides of the upright screen, however it is held.
  const [short, long] = [Math.min(screen.width, screen.height), Math.max(screen.width, screen.height)]
  for (const theme of ['light', 'dark'] as const) {
    for (const [orientation, width, height] of [
      ['portrait', short, long],
      ['landscape', long, short],
    ] as const) {
      const link = document.createElement('link')
      link.rel = 'apple-touch-startup-image'
      link.media = `(orientation: ${orientation}) and (prefers-color-scheme: ${theme})`
      link.href = drawn(logo, PAPER[theme], width, height)
      document.head.append(link)
      // Drawing each picture takes some ms on a phone.
      await new Promise((done) => setTimeout(done, 50))
    }
  }
}

/** The logo centred on a screen, as a data URL. */
function drawn(logo: HTMLImageElement, paper: string, width: number, height: number): string {
  const canvas = document.createElement('canvas')
  canvas.width = width * devicePixelRatio
  canvas.height = height * devicePixelRatio
  const context = canvas.getContext('2d')
  if (context === null) return ''
  context.fillStyle = paper
  context.fillRect(0, 0, canvas.width, canvas.height)
  const side = LOGO * devicePixelRatio
  context.drawImage(logo, (canvas.width - side) / 2, (canvas.height - side) / 2, side, side)
  return canvas.toDataURL('image/png')
}
