import { toast, UNDERSTOOD } from '../../ui/toaster.tsx'

/** Copies a text, and shows a message about the result. */
export async function copyText(text: string): Promise<boolean> {
  try {
    if ('clipboard' in navigator) await navigator.clipboard.writeText(text)
    else if (!copyByEvent(text)) throw new Error('The browser copied nothing.')
    toast('Copied')
    return true
  } catch {
    // The browser denies access to the clipboard (no permission, or an insecure page).
    toast('This browser does not let the page copy. Select the text instead.', UNDERSTOOD)
    return false
  }
}

/** Copies by a copy event, for pages over plain HTTP, which have no clipboard API. */
function copyByEvent(text: string): boolean {
  const put = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
  }
  document.addEventListener('copy', put)
  try {
    return document.execCommand('copy')
  } finally {
    document.removeEventListener('copy', put)
  }
}

/** Starts a download. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads the URL after the click. A minute is enough for all browsers.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
