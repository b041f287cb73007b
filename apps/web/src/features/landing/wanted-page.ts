import { HOME_ADDRESS } from '../../shared/site/site-options.ts'

/** The page that a visitor asked for before signing in, to open it afterwards. Kept for this tab. */
const KEY = 'wanted_page'

export function rememberWantedPage(path: string): void {
  try {
    sessionStorage.setItem(KEY, path)
  } catch {
    // Storage is blocked: the sign-in leads to home instead.
  }
}

export function wantedPage(): string {
  try {
    return sessionStorage.getItem(KEY) ?? HOME_ADDRESS
  } catch {
    return HOME_ADDRESS
  }
}

export function forgetWantedPage(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // No page was stored.
  }
}
