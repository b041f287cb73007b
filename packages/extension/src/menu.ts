import { addressKey } from '@cardinal/domain'
import { enqueue } from './queue.ts'
import { addingOf, canBeSaved, LONGEST_SELECTION, savedOf, type TabToSave } from './saving.ts'
import type { Act, ExtensionStore } from './store.ts'

/** Items of the browser's menu, by the kind of element that was pressed. */
export const MENU_ITEMS = {
  page: 'Save this page',
  selection: 'Save this page with the selected text',
  link: 'Save this link',
  image: 'Save the address of this picture',
} as const

/** The fields of a browser's event about a press. Only Firefox sends the text of a link. */
interface Pressed {
  readonly menuItemId: string | number
  readonly pageUrl?: string | undefined
  readonly linkUrl?: string | undefined
  readonly linkText?: string | undefined
  readonly srcUrl?: string | undefined
  readonly selectionText?: string | undefined
}

/**
 * Queues the page, link or picture that was pressed. A link or picture has no title of its own: the server
 * reads that of its page.
 */
export async function saveFromMenu(
  store: ExtensionStore,
  { menuItemId, linkUrl, linkText, srcUrl, selectionText, pageUrl }: Pressed,
  tab: { readonly title?: string | undefined; readonly url?: string | undefined } | undefined,
): Promise<{
  readonly isKept: boolean
  readonly text: string
  /** The act for the page of the tab. Null: no card was added, or only for a link or picture in the page. */
  readonly act: Act | null
}> {
  const page = { title: tab?.title ?? '', address: tab?.url ?? pageUrl ?? '', selection: '' }
  const pressed: Readonly<Record<string, TabToSave>> = {
    page,
    selection: { ...page, selection: (selectionText ?? '').trim() },
    link: { title: linkText ?? '', address: linkUrl ?? '', selection: '' },
    image: { title: '', address: srcUrl ?? '', selection: '' },
  }
  const wanted = pressed[String(menuItemId)]
  if (wanted === undefined || !canBeSaved(wanted.address))
    return { isKept: false, text: 'Only addresses that begin with http or https can be saved', act: null }
  const saved = await savedOf(store, wanted.address)
  const added = saved === null ? addingOf(wanted, []) : null
  if (added !== null) await enqueue(store, [added])
  else if (saved === null || wanted.selection === '')
    return { isKept: false, text: 'Saved already', act: null }
  else {
    const text = wanted.selection.slice(0, LONGEST_SELECTION).toWellFormed()
    await enqueue(store, [
      { kind: 'quote', cardId: saved.cardId, addressKey: addressKey(wanted.address), text },
    ])
  }
  return {
    isKept: true,
    text: saved === null ? 'Saved' : 'The selected text was added',
    act: wanted.address === page.address ? added : null,
  }
}
