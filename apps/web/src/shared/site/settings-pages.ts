/** A page of the settings, with its sections in order. */
export interface SettingsPageEntry {
  readonly title: string
  /** Shown below the title where the pages are listed without a rail. */
  readonly about: string
  /** Titles of the sections, each with further words by which it is found. Empty: `href` is a separate page. */
  readonly sections: Readonly<Record<string, string>>
  /** Where the page is. Absent: at the anchor of its title. */
  readonly href?: string
}

export const SETTINGS_PAGES: readonly SettingsPageEntry[] = [
  {
    title: 'Account',
    about: 'Name, email, workspaces, saved searches, signing out',
    sections: {
      Account: 'name email password plan payments subscription',
      Workspaces: 'new rename delete switch',
      'Saved searches': 'star remove',
      'Sign out or delete account': 'leave log out close remove goodbye',
    },
  },
  {
    title: 'Appearance',
    about: 'Theme, help signs, keys',
    sections: {
      Appearance: 'theme dark light system help signs dates numbers',
      Keyboard: 'keys shortcuts letters speech',
    },
  },
  {
    title: 'Data',
    about: 'Import, export, pages and copies of links',
    sections: {
      'Import and export': 'download everything backup bookmarks bookmarklet file',
      'Pages of links': 'fetch title icon cover dead links',
      'Copies of pages': 'archive read later offline keep text',
    },
  },
  {
    title: 'Devices',
    about: 'What this device keeps, reminders, calendar',
    sections: {
      'On this device': 'storage offline space waiting changes persist files pictures',
      Reminders: 'push notifications calendar address due',
    },
  },
  {
    title: 'Security',
    about: 'Passkeys, second step, sessions, recent activity',
    sections: {
      Passkeys: 'fingerprint face pin sign in',
      'Second step': 'two factor authenticator app code totp recovery',
      Sessions: 'devices sign out everywhere',
      'Recent activity': 'log sign-ins wrong password',
    },
  },
  {
    title: 'Connections',
    about: 'Extension, tokens, webhooks, shared searches',
    sections: {
      'Browser extension': 'chrome firefox save tab',
      'Personal tokens': 'api key script programs',
      Webhooks: 'messages programs signed',
      'Shared searches': 'public page feed rss address',
    },
  },
]

/** Listed only for the owner of the server. */
export const SERVER_PAGE: SettingsPageEntry = {
  title: 'Server',
  about: 'Users, cards, storage and version',
  sections: {},
  href: '/server',
}

/** The address of a page or section within the settings. */
export function anchorOf(title: string): string {
  return title.toLowerCase().replace(/[^a-z]+/g, '-')
}

/** The page with this hash, or with a section of this hash. */
export function pageOfHash(hash: string): SettingsPageEntry | undefined {
  const anchor = hash.replace(/^#/, '')
  return (
    SETTINGS_PAGES.find(({ title }) => anchorOf(title) === anchor) ??
    SETTINGS_PAGES.find(({ sections }) => Object.keys(sections).some((title) => anchorOf(title) === anchor))
  )
}

interface FoundSetting {
  readonly title: string
  /** The page's title. */
  readonly page: string
}

/** Sections whose words begin with the words of the search. */
export function findSettings(search: string): readonly FoundSetting[] {
  const wanted = wordsOf(search)
  return SETTINGS_PAGES.flatMap(({ title: page, sections }) =>
    Object.entries(sections).flatMap(([title, further]) => {
      const words = wordsOf(`${page} ${title} ${further}`)
      const isFound = wanted.every((start) => words.some((word) => word.startsWith(start)))
      return isFound ? [{ title, page }] : []
    }),
  )
}

function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}
