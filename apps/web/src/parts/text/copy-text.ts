import { toast, UNDERSTOOD } from '../../ui/toaster.tsx'

/** Puts a text onto the clipboard and says so, or why it could not. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    toast('Copied')
    return true
  } catch {
    // The browser keeps the clipboard to itself here (no permission, or an unsafe address).
    toast('This browser does not let the page copy. Select the text instead.', UNDERSTOOD)
    return false
  }
}
