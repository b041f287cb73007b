/** The colours of the page, as in tokens.css, which has them in a form that a canvas on older systems does not know. */
const PAPER = { light: '#fbfbfa', dark: '#131416' } as const
/** CSS px; the size of the picture on Android's splash. */
const LOGO = 128

/**
 * Offers iOS the pictures that it shows while the installed app starts. It takes the pictures of the page when a person
 * puts the app on the home screen, and only of the exact size of the screen. So they are drawn on the device.
 */
export async function offerSplash(): Promise<void> {
  const logo = new Image()
  logo.src = '/favicon.svg'
  await logo.decode()
  const capable = document.createElement('meta')
  capable.name = 'apple-mobile-web-app-capable'
  capable.content = 'yes'
  document.head.append(capable)
  // iOS gives the sides of an upright screen, however it is held.
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
      // Each picture takes some ms of a phone.
      await new Promise((done) => setTimeout(done, 50))
    }
  }
}

/** The logo in the middle of a screen. */
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
